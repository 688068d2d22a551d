package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// calls says which files of a package name functions and methods of which others.
// A method of an interface is nobody's: who calls it does not know whom.
func calls(p *packages.Package) map[string]map[string]bool {
	graph := map[string]map[string]bool{}
	fileOf := func(pos token.Pos) string { return filepath.Base(p.Fset.Position(pos).Filename) }
	for _, f := range p.Syntax {
		from := fileOf(f.Package)
		graph[from] = map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			called, ok := p.TypesInfo.Uses[id].(*types.Func)
			if !ok || called.Pkg() != p.Types {
				return true
			}
			if recv := called.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				return true
			}
			if to := fileOf(called.Origin().Pos()); to != from {
				graph[from][to] = true
			}
			return true
		})
	}
	return graph
}

// largestCircle is the largest set of nodes each of which is reached from each
// other (R. Tarjan, 1972), sorted; none if there is no circle.
func largestCircle(graph map[string]map[string]bool) []string {
	var largest, stack []string
	index, low := map[string]int{}, map[string]int{}
	var visit func(v string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		for _, w := range slices.Sorted(maps.Keys(graph[v])) {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if slices.Contains(stack, w) {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			at := slices.Index(stack, v)
			if circle := slices.Sorted(slices.Values(stack[at:])); len(circle) > max(1, len(largest)) {
				largest = circle
			}
			stack = stack[:at]
		}
	}
	for _, v := range slices.Sorted(maps.Keys(graph)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return largest
}

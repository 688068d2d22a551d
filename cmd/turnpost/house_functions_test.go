package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// functions measures what a declaration has of functions. The lines within a
// composite literal are a table and do not count; a function that stands in one
// is measured by itself.
func (m *measured) functions(fset *token.FileSet, d ast.Decl) {
	var length func(n ast.Node) int
	within := func(n ast.Node) int { return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line }
	check := func(name string, n ast.Node) {
		lines := length(n)
		m.function = m.function.larger(lines, name)
		if lines > mostFuncLines {
			m.exceeds("the function "+name, "lines", lines, mostFuncLines)
		}
	}
	name := "in a variable"
	if f, ok := d.(*ast.FuncDecl); ok {
		name = f.Name.Name
	}
	// tables calls found for each outermost composite literal in n.
	tables := func(n ast.Node, found func(*ast.CompositeLit)) {
		ast.Inspect(n, func(c ast.Node) bool {
			lit, ok := c.(*ast.CompositeLit)
			if ok {
				found(lit)
			}
			return !ok
		})
	}
	inside := func(lit *ast.CompositeLit) {
		ast.Inspect(lit, func(n ast.Node) bool {
			f, ok := n.(*ast.FuncLit)
			if ok {
				check("a function in "+name, f)
			}
			return !ok
		})
	}
	length = func(n ast.Node) int {
		lines := within(n) + 1
		tables(n, func(lit *ast.CompositeLit) {
			lines -= within(lit)
			inside(lit)
		})
		return lines
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		check(name, d)
	default:
		tables(d, inside)
	}
}

// TestTheMeasuresSee holds the measures themselves to what they are to see.
func TestTheMeasuresSee(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("f()\n", n) }
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"code", "func f() {\n" + lines(80) + "}", 82},
		{"a table", "var t = []int{\n" + strings.Repeat("1,\n", 100) + "}", 0},
		{"a function that returns one", "func f() []int {\nreturn []int{\n" + strings.Repeat("1,\n", 100) + "}\n}", 3},
		{"code in a table", "var t = []any{\nfunc() {\n" + lines(90) + "}, 1,\n2}", 92},
		{"code in a table in a function", "func f() {\nt := []any{\nfunc() {\n" + lines(90) + "}}\n}", 92},
		{"a table in code in a table", "var t = []any{\nfunc() {\n_ = []int{\n" + strings.Repeat("1,\n", 100) + "}\n}}", 3},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\n"+c.text, 0)
		require.NoError(t, err, c.name)
		var m measured
		for _, d := range f.Decls {
			m.functions(fset, d)
		}
		require.Equal(t, c.want, m.function.size, c.name)
		require.Equal(t, c.want > mostFuncLines, len(m.too) > 0, c.name)
	}

	require.Equal(t, "asked_by", column("AskedBy"))
	require.Equal(t, "message_id", column("MessageID"))

	graph := func(edges ...string) map[string]map[string]bool {
		g := map[string]map[string]bool{}
		for _, e := range edges {
			if g[e[:1]] == nil {
				g[e[:1]] = map[string]bool{}
			}
			g[e[:1]][e[1:]] = true
		}
		return g
	}
	require.Empty(t, largestCircle(graph("ab", "bc", "ac", "aa")))
	require.Equal(t, []string{"c", "d", "e"}, largestCircle(graph("ab", "ba", "bc", "cd", "de", "ec", "ef")))
	require.True(t, slices.IsSorted(largestCircle(graph("ba", "ab"))))
}

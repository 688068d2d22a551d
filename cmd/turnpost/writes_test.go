package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// operations are the packages that may change games, invitations and people.
var operations = []string{"mail/club"}

// changes matches a statement that changes the tables of games, invitations and people. That
// words were passed on is noted by whoever writes the message.
var changes = regexp.MustCompile(`\b(INSERT INTO|UPDATE|DELETE FROM) ` +
	`(games|plies|conditionals|notes|invitations|players|addresses|blocks|mutes|pauses|ratings|leavings)\b|\bINSERT INTO talk\b`)

// isOfDB reports whether a package is of the database's, where statements stand.
func isOfDB(pkg string) bool {
	return pkg == "db" || strings.HasPrefix(pkg, "db/") && !isTestHelper(pkg)
}

// own is the path of a package without the name of the module.
func own(p *packages.Package) string {
	_, name, _ := strings.Cut(p.PkgPath, "/")
	return name
}

// body is what a function holds: statements that change, and which functions it names.
type body struct {
	changes []token.Pos
	names   map[*ast.Ident]*types.Func
}

// bodyOf reads a declaration.
func bodyOf(p *packages.Package, d ast.Node) body {
	b := body{names: map[*ast.Ident]*types.Func{}}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING && changes.MatchString(n.Value) {
				b.changes = append(b.changes, n.Pos())
			}
		case *ast.Ident:
			if f, ok := p.TypesInfo.Uses[n].(*types.Func); ok {
				b.names[n] = f.Origin()
			}
		}
		return true
	})
	return b
}

// changing are the functions of the database's packages that change one of those tables,
// by a statement of their own or by a function that they name. What an interface's method
// does is not seen, nor a statement in a variable.
func changing(all []*packages.Package) map[string]bool {
	found := map[string]bool{}
	namedBy := map[string][]string{}
	var next []string
	for _, p := range all {
		if !isOfDB(own(p)) {
			continue
		}
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				d, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				name, b := p.TypesInfo.Defs[d.Name].(*types.Func).FullName(), bodyOf(p, d)
				for _, named := range b.names {
					namedBy[named.FullName()] = append(namedBy[named.FullName()], name)
				}
				if len(b.changes) > 0 {
					next = append(next, name)
				}
			}
		}
	}
	for len(next) > 0 {
		name := next[0]
		if next = next[1:]; !found[name] {
			found[name] = true
			next = append(next, namedBy[name]...)
		}
	}
	return found
}

// trespasses lists where other packages than those allowed change one of those tables.
func trespasses(all []*packages.Package, changing map[string]bool, allowed []string) (out []string) {
	for _, p := range all {
		if name := own(p); isOfDB(name) || slices.Contains(allowed, name) || isTestHelper(name) {
			continue
		}
		at := func(pos token.Pos) string {
			where := p.Fset.Position(pos)
			return fmt.Sprintf("%s:%d", path.Join(own(p), filepath.Base(where.Filename)), where.Line)
		}
		for _, f := range p.Syntax {
			b := bodyOf(p, f)
			for _, pos := range b.changes {
				out = append(out, at(pos)+": a statement")
			}
			for id, named := range b.names {
				if changing[named.FullName()] {
					out = append(out, at(id.Pos())+": "+named.Name())
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestOperationsAloneChangeGames finds what changes games, invitations and people beside
// the operations, and finds, of one package that may, what it does.
func TestOperationsAloneChangeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads and types all of the code")
	}
	all := loaded(t)
	writes := changing(all)
	// The time of an invitation begins when its message goes out, which only the sender knows.
	require.True(t, writes["(*turnpost/db.Tx).MarkSent"])
	delete(writes, "(*turnpost/db.Tx).MarkSent")
	for name, want := range map[string]bool{
		"AddGame": true, "AddPlies": true, "EndGame": true, "AddInvitation": true, "AnswerInvitation": true, "SavePlayer": true, "OperatorBlock": true,
		"Merge": true, "ForgetPiece": true, "NoteLeaving": true, // by statements of other packages
		"Game": false, "Plies": false, "Player": false, "OpenInvitations": false, "Settle": false, "EnqueueAs": false,
	} {
		require.Equal(t, want, writes["(*turnpost/db.Tx)."+name], name)
	}
	require.Empty(t, trespasses(all, writes, operations), "only operations change games, invitations and people")

	require.NotEmpty(t, trespasses(all, writes, nil), "the check sees the operations themselves")
}

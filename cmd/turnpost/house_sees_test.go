package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// typed is a package of these files, which are called by the letters from a on, as the
// compiler sees it.
func typed(t *testing.T, texts ...string) *packages.Package {
	t.Helper()
	p := &packages.Package{Fset: token.NewFileSet(), TypesInfo: &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	for i, text := range texts {
		f, err := parser.ParseFile(p.Fset, string(rune('a'+i))+".go", "package x\n"+text, 0)
		require.NoError(t, err)
		p.Syntax = append(p.Syntax, f)
	}
	var err error
	p.Types, err = (&types.Config{Importer: importer.Default()}).Check("x", p.Fset, p.Syntax, p.TypesInfo)
	require.NoError(t, err)
	return p
}

// TestTheMeasuresSeeCalls says which calls count as one from a file to another, and
// which do not.
func TestTheMeasuresSeeCalls(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  []string // from and to
	}{
		{"a function", []string{"func f() { g() }", "func g() {}"}, []string{"ab"}},
		{"a method", []string{"func f(t T) { t.m() }", "type T int\nfunc (*T) m() {}"}, []string{"ab"}},
		{"of the embedded", []string{"type U struct{ T }\nfunc f(u U) { u.m() }", "type T int\nfunc (T) m() {}"}, []string{"ab"}},
		{"a name as a value", []string{"var f = g", "func g() {}"}, []string{"ab"}},
		{"a method as a value", []string{"var f = T.m", "type T int\nfunc (T) m() {}"}, []string{"ab"}},
		{"of any type", []string{"func f() { g(1) }", "func g[T any](T) {}"}, []string{"ab"}},
		{"a method of any type", []string{"func f(t T[int]) { t.m() }", "type T[E any] struct{}\nfunc (T[E]) m() {}"}, []string{"ab"}},
		{"in a function without a name", []string{"var f = func() { g() }", "func g() {}"}, []string{"ab"}},
		{"where the method stands, and not its type", []string{"type T int\nfunc f(t T) { t.m() }", "func (T) m() {}"}, []string{"ab"}},
		{"round about", []string{"func f() { g() }", "func g() { h() }", "func h() { f() }"}, []string{"ab", "bc", "ca"}},
		{"both ways, often", []string{"func f() { g(); g(); h() }", "func g() { f() }\nfunc h() { f() }"}, []string{"ab", "ba"}},

		{"in one file", []string{"func f() { g() }\nfunc g() {}", ""}, nil},
		{"a type", []string{"var v T", "type T int"}, nil},
		{"another package", []string{"import \"strings\"\nvar f = strings.ToUpper", ""}, nil},
		{"through a variable", []string{"func f() { g() }", "var g = func() {}"}, nil},
		{"through a field", []string{"func f(t T) { t.g() }", "type T struct{ g func() }"}, nil},
		{"through an interface", []string{"func f(t T) { t.m() }", "type T interface{ m() }"}, nil},
	} {
		var got []string
		for from, called := range calls(typed(t, c.files...)) {
			for to := range called {
				got = append(got, from[:1]+to[:1])
			}
		}
		slices.Sort(got)
		require.Equal(t, c.want, got, c.name)
	}
	circle := typed(t, "func f() { g() }", "func g() { h() }", "func h() { f() }", "func i() { f() }")
	require.Equal(t, []string{"a.go", "b.go", "c.go"}, largestCircle(calls(circle)))
}

// TestTheMeasuresSeeTables says what is exempt: what a table has made as it is.
func TestTheMeasuresSeeTables(t *testing.T) {
	schema := map[string][]string{"games": {"id", "asked_by", "message_id"}, "people": {"id", "name"}}
	for fields, want := range map[string]bool{
		"ID int; AskedBy, MessageID string": true,
		"ID int; Name string":               true,
		"MessageID string":                  true,
		"ID int; AskedBy, Name string":      false, // of two tables
		"ID int; Nickname string":           false,
		"people; ID int":                    false, // embedded
	} {
		p := typed(t, "type people struct{}\ntype T struct{"+fields+"}")
		require.Equal(t, want, isRow(p.Types.Scope().Lookup("T").Type().Underlying().(*types.Struct), schema), fields)
	}
	require.False(t, isRow(types.NewStruct([]*types.Var{types.NewField(0, nil, "ID", types.Typ[types.Int], false)}, nil), nil))

	for body, want := range map[string]bool{
		"q(`SELECT id FROM games`)":                    true,
		"q(`\n\t\tWITH old AS (SELECT 1) SELECT 2`)":   true,
		"if true { q(\"DELETE FROM games\" + where) }": true,
		"q(`INSERT INTO games`); q(where)":             true,
		"q(`UPDATE games`)":                            true,
		"q(`Please select a game`)":                    false,
		"q(`SELECTED`)":                                false,
		"q(where)":                                     false,
		"// SELECT id FROM games":                      false,
		"":                                             false,
	} {
		p := typed(t, "type T int\nconst where = `x`\nfunc q(string) {}\nfunc (T) m() {\n"+body+"\n}")
		for _, d := range p.Syntax[0].Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil {
				require.Equal(t, want, isStatement(d), body)
				require.Equal(t, "T", receiver(d))
			}
		}
	}
}

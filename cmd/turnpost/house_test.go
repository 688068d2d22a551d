package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// The measures of the house. Whoever reaches one has a knot, or a heap, and cuts
// it where it is cut best; there is no list of exceptions by name.
//
// Of two kinds it is exempt: a method that holds a statement of SQL does not count among
// its type's, and a struct that mirrors a row of a table may be as wide as the table.
//
// They do not see everything. A call through a variable, a field or an interface leads
// to no file, since who calls so does not know whom. An embedded struct is one field,
// and its methods are its own type's; a struct without a name is not measured. Of files
// for other systems only the lines count, since they are not compiled here. Tests and
// generated code are not measured, but for the lines of the latter.
const (
	mostInCircle  = 8    // files of one package that call each other round about
	mostLines     = 4500 // of a package, without tests
	mostFields    = 15   // of a struct that is no row of a table
	mostMethods   = 40   // of a type
	mostFuncLines = 80   // of a function that is no table
)

// measured is what a package measures.
type measured struct {
	pkg      string
	files    int
	lines    int
	calls    int      // from one file to another; each pair counts once
	circle   []string // the files of the largest circle of calls
	fields   sized    // of the struct with most
	methods  sized    // of the type with most
	function sized    // the longest
	too      []string // what is too large, each in a sentence
}

// sized is how large something is.
type sized struct {
	size int
	name string
}

// larger is the larger of two; the first, if they are alike.
func (s sized) larger(size int, name string) sized {
	if size > s.size {
		return sized{size, name}
	}
	return s
}

// module is every package of the module, for all tests that read them.
var module = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Dir:  top,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, "./...")
})

// loaded is every package of the module as the compiler sees it, without tests.
func loaded(t *testing.T) []*packages.Package {
	t.Helper()
	list, err := module()
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, p := range list {
		require.Empty(t, p.Errors, p.PkgPath)
	}
	return list
}

// TestTheMeasuresOfTheHouse prints what every package measures, and holds it to
// the measures above.
func TestTheMeasuresOfTheHouse(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads and types all of the code")
	}
	schema := schemaOf(t)
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tfiles\tlines\tcalls\tcircle\tfields\tmethods\tfunction")
	var too []string
	seen := map[string]*measured{}
	for _, p := range loaded(t) {
		m := measure(t, p, schema)
		seen[m.pkg] = m
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d %s\t%d %s\t%d %s\n", m.pkg, m.files, m.lines, m.calls, len(m.circle),
			m.fields.size, m.fields.name, m.methods.size, m.methods.name, m.function.size, m.function.name)
		too = append(too, m.too...)
	}
	require.NoError(t, w.Flush())
	t.Logf("What every package measures, without tests and tables:\n%s", &table)
	for _, what := range too {
		assert.Fail(t, what)
	}
	// Measures that see nothing are never exceeded.
	desk, database := seen["mail/desk"], seen["db"]
	require.Greater(t, desk.calls, 100)
	require.Greater(t, desk.lines, 2000)
	require.Greater(t, desk.fields.size, 5)
	require.Greater(t, desk.function.size, 30)
	require.Greater(t, database.methods.size, 10)
}

// schemaOf is what columns each table of a new database has.
func schemaOf(t *testing.T) map[string][]string {
	t.Helper()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	raw, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer raw.Close()
	rows, err := raw.QueryContext(t.Context(), `SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`)
	require.NoError(t, err)
	defer rows.Close()
	all := map[string][]string{}
	for rows.Next() {
		var table, column string
		require.NoError(t, rows.Scan(&table, &column))
		all[table] = append(all[table], column)
	}
	require.NoError(t, rows.Err())
	require.NotEmpty(t, all)
	return all
}

// measure measures a package.
func measure(t *testing.T, p *packages.Package, schema map[string][]string) *measured {
	_, name, _ := strings.Cut(p.PkgPath, "/")
	graph := calls(p)
	m := &measured{pkg: name, circle: largestCircle(graph)}
	for _, called := range graph {
		m.calls += len(called)
	}
	// The files for other systems are ours, too.
	names, err := filepath.Glob(filepath.Join(filepath.Dir(p.GoFiles[0]), "*.go"))
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		m.files++
		m.lines += bytes.Count(text, []byte("\n"))
	}
	if m.lines > mostLines {
		m.exceeds("it", "lines", m.lines, mostLines)
	}
	if len(m.circle) > mostInCircle {
		m.exceeds("a circle of calls ("+strings.Join(m.circle, " ")+")", "files", len(m.circle), mostInCircle)
	}
	methods := map[string]int{} // by type, without those that are statements
	for _, f := range p.Syntax {
		if ast.IsGenerated(f) {
			continue
		}
		for _, d := range f.Decls {
			m.functions(p.Fset, d)
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && !isStatement(d) {
				methods[receiver(d)]++
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				m.structure(p.TypesInfo.Defs[spec.Name], schema)
			}
			return true
		})
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		m.methods = m.methods.larger(methods[name], name)
		if methods[name] > mostMethods {
			m.exceeds("the type "+name, "methods", methods[name], mostMethods)
		}
	}
	return m
}

// exceeds notes that something is larger than it may be.
func (m *measured) exceeds(what, of string, size, most int) {
	m.too = append(m.too, fmt.Sprintf("%s: %s has %d %s, and %d are the most", m.pkg, what, size, of, most))
}

// structure measures a type that is a struct. One that is a row of a table is as
// wide as the table.
func (m *measured) structure(declared types.Object, schema map[string][]string) {
	s, ok := declared.Type().Underlying().(*types.Struct)
	if !ok || isRow(s, schema) {
		return
	}
	m.fields = m.fields.larger(s.NumFields(), declared.Name())
	if s.NumFields() > mostFields {
		m.exceeds("the struct "+declared.Name(), "fields", s.NumFields(), mostFields)
	}
}

// isRow reports whether a struct is a row of a table: whether the schema has a
// table that has a column for each of its fields, AskedBy in asked_by.
func isRow(s *types.Struct, schema map[string][]string) bool {
	for _, columns := range schema {
		all := true
		for f := range s.Fields() {
			all = all && slices.Contains(columns, column(f.Name()))
		}
		if all {
			return true
		}
	}
	return false
}

// column is the name of a field as the schema writes it.
func column(field string) string {
	var b strings.Builder
	upper := true
	for _, r := range field {
		if unicode.IsUpper(r) && !upper {
			b.WriteByte('_')
		}
		upper = unicode.IsUpper(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// isStatement reports whether a method holds a statement of SQL. Such methods are
// what a program may ask of the tables, and there are as many as it asks.
func isStatement(d *ast.FuncDecl) (is bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			is = is || statement.MatchString(lit.Value)
		}
		return !is
	})
	return is
}

var statement = regexp.MustCompile("^[`\"]\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\\b")

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

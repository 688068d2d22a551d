package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// top is the root of the repository, seen from this package.
const top = "../.."

// arrow is one row of the table of the house: who may import what. Patterns are
// package paths without the module's name, as path.Match reads them, so that a
// "*" stands for one folder.
type arrow struct {
	pkg string
	// ours lists the packages of this module.
	ours []string
	// theirs lists prefixes of packages of other modules; "*" is any. The
	// standard library is free to all.
	theirs []string
}

// arrows is the table. The first row that fits a package counts.
var arrows = []arrow{
	{"cmd/turnpost", []string{"*", "*/*"}, []string{"*"}},

	{"mail/desk", []string{"mail", "mail/trust", "db", "rules", "rules/scene", "templates", "templates/picture"}, []string{"*"}},
	{"mail", nil, []string{"*"}},
	{"mail/*", []string{"mail"}, []string{"*"}},

	{"rules/all", []string{"rules", "rules/*"}, nil},
	{"rules/rulestest", []string{"rules", "rules/scene"}, []string{"github.com/stretchr/testify/"}},
	{"rules/scene", nil, nil},
	{"rules/*", []string{"rules", "rules/scene"}, nil},
	{"rules", []string{"rules/scene"}, nil},

	{"db/dbtest", []string{"db"}, []string{"*"}},
	{"db", nil, []string{"*"}},

	// Scenes are plain data, so that pictures can be made without the rules.
	{"templates/picture", []string{"rules/scene"}, []string{"github.com/klauspost/compress/flate", "golang.org/x/image/", "golang.org/x/sync/"}},
	{"templates/sample", []string{"templates"}, nil},
	{"templates", nil, []string{"golang.org/x/"}},
}

// testArrows is what the tests of a package may import beside what the package
// itself may, and beside the package itself.
var testArrows = []arrow{
	{"mail/desk", []string{"rules/*", "rules/rulestest", "db/dbtest", "mail/mailtest", "mail/postoffice", "mail/imapin", "mail/smtpout"}, []string{"*"}},
	{"mail", []string{"mail/mailtest"}, []string{"*"}},
	{"mail/*", []string{"mail/mailtest", "mail/postoffice", "mail/imapin", "mail/smtpout"}, []string{"*"}},
	{"rules", []string{"rules/rulestest"}, []string{"github.com/stretchr/testify/"}},
	{"rules/*", []string{"rules/rulestest"}, []string{"github.com/stretchr/testify/"}},
	{"db", []string{"db/dbtest"}, []string{"*"}},
	{"templates", []string{"templates/sample"}, []string{"*"}},
	{"*", nil, []string{"*"}},
	{"*/*", nil, []string{"*"}},
}

// helpers are imported by tests, and by each other, and by nothing else.
var helpers = []string{"rules/rulestest", "db/dbtest", "mail/mailtest"}

// listed is what the go command says of a package.
type listed struct {
	ImportPath   string
	Doc          string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Module       struct{ Path string }
}

// packages lists every package of the module.
func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e",
		"-json=ImportPath,Doc,Imports,TestImports,XTestImports,Module", "./...")
	cmd.Dir = top
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	var list []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := dec.Decode(&p)
		if err == io.EOF {
			require.NotEmpty(t, list)
			return list
		}
		require.NoError(t, err)
		list = append(list, p)
	}
}

// refused lists those of imports that the rows do not allow to pkg.
func refused(module, pkg string, imports []string, rows ...arrow) []string {
	var no []string
	for _, name := range imports {
		own, ours := strings.CutPrefix(name, module+"/")
		domain, _, _ := strings.Cut(name, "/")
		allowed := !ours && !strings.Contains(domain, ".") // the standard library
		for _, row := range rows {
			if ours {
				allowed = allowed || fits(row.ours, own)
			} else {
				allowed = allowed || slices.ContainsFunc(row.theirs, func(prefix string) bool {
					return prefix == "*" || strings.HasPrefix(name, prefix)
				})
			}
		}
		if !allowed {
			no = append(no, pkg+" -> "+name)
		}
	}
	return no
}

// fits reports whether one of patterns matches name.
func fits(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// rowOf is the first row that fits pkg.
func rowOf(rows []arrow, pkg string) (arrow, bool) {
	for _, row := range rows {
		if fits([]string{row.pkg}, pkg) {
			return row, true
		}
	}
	return arrow{}, false
}

func TestImportsFollowTheTable(t *testing.T) {
	for _, p := range packages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		row, ok := rowOf(arrows, pkg)
		if !assert.True(t, ok, "%s has no place in the table", pkg) {
			continue
		}
		assert.Empty(t, refused(p.Module.Path, pkg, p.Imports, row), "%s imports what it must not", pkg)
		for _, name := range p.Imports {
			own, ours := strings.CutPrefix(name, p.Module.Path+"/")
			if ours && slices.Contains(helpers, own) {
				assert.Contains(t, helpers, pkg, "%s imports %s outside of a test", pkg, own)
			}
		}

		extra, _ := rowOf(testArrows, pkg)
		self := arrow{ours: []string{pkg}}
		tests := slices.Concat(p.TestImports, p.XTestImports)
		assert.Empty(t, refused(p.Module.Path, pkg, tests, row, extra, self), "the tests of %s import what they must not", pkg)
	}
}

// TestTheTableRefuses holds the check itself to a few arrows that must not be.
func TestTheTableRefuses(t *testing.T) {
	for _, c := range []struct {
		pkg, name string
		ok        bool
	}{
		{"rules", "fmt", true},
		{"rules", "turnpost/mail", false},
		{"rules", "golang.org/x/text/language", false},
		{"rules/turro", "turnpost/rules", true},
		{"rules/turro", "turnpost/rules/roses", false},
		{"rules/turro", "turnpost/rules/rulestest", false},
		{"rules/all", "turnpost/rules/turro", true},
		{"rules/all", "turnpost/db", false},
		{"rules/rulestest", "github.com/stretchr/testify/require", true},
		{"mail", "turnpost/rules", false},
		{"mail", "turnpost/mail/imapin", false},
		{"mail/imapin", "turnpost/mail", true},
		{"mail/imapin", "turnpost/mail/smtpout", false},
		{"mail/desk", "turnpost/rules/all", false},
		{"mail/desk", "turnpost/templates", true},
		{"mail/desk", "turnpost/mail/imapin", false},
		{"db", "turnpost/rules", false},
		{"db/dbtest", "turnpost/db", true},
		{"templates", "golang.org/x/text/language", true},
		{"templates", "github.com/spf13/cobra", false},
		{"templates", "turnpost/rules", false},
		{"cmd/turnpost", "turnpost/mail/desk", true},
		{"cmd/turnpost", "turnpost/db", true},
	} {
		row, found := rowOf(arrows, c.pkg)
		require.True(t, found, c.pkg)
		require.Equal(t, c.ok, len(refused("turnpost", c.pkg, []string{c.name}, row)) == 0, "%s -> %s", c.pkg, c.name)
	}
	for _, pkg := range []string{"internal", "pkg/x", "rules/turro/fast", "cmd/other"} {
		_, found := rowOf(arrows, pkg)
		require.False(t, found, pkg)
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	for _, p := range packages(t) {
		assert.NotEmpty(t, p.Doc, "%s has no package doc", p.ImportPath)
	}
}

func TestTheTopLevelIsFixed(t *testing.T) {
	allowed := []string{"go.mod", "go.sum", "cmd", "mail", "rules", "db", "templates", "README.md", ".*"}
	// What git does not keep, such as a built program, is not of the repository.
	ignored, err := os.ReadFile(filepath.Join(top, ".gitignore"))
	require.NoError(t, err)
	for _, line := range strings.Fields(string(ignored)) {
		allowed = append(allowed, strings.TrimPrefix(line, "/"))
	}
	entries, err := os.ReadDir(top)
	require.NoError(t, err)
	for _, e := range entries {
		assert.True(t, fits(allowed, e.Name()), "%s has no place at the top level", e.Name())
	}
}

// TestFilesAreShort: a file of over 500 lines wants to be two. It reads the
// tests too, only so that the go command, which remembers what a test has read
// but not what `go list` has, runs this package anew when an import changes.
func TestFilesAreShort(t *testing.T) {
	const most = 500
	err := filepath.WalkDir(top, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil && !strings.HasSuffix(file, "_test.go") {
			assert.LessOrEqual(t, bytes.Count(text, []byte("\n")), most, "%s is too long", file)
		}
		return err
	})
	require.NoError(t, err)
}

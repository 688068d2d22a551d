package main

import (
	"encoding/json"
	"io"
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

// arrows says which of our packages each of our packages may import. The row of the
// longest prefix of a package's path counts. A package may always import what belongs to
// its own row. "a/..." is a and everything below it.
var arrows = map[string][]string{
	"cmd": {"cmd/...", "mail/...", "templates/...", "rules/...", "db/..."},

	"mail/server": {"mail/handler", "mail/notify", "mail/club/...", "mail/command", "mail/auth", "mail", "db/..."},
	"mail/handler": {
		"mail/notify", "mail/club/...", "mail/command", "mail/auth", "mail", "templates", "rules", "db/...",
	},

	"mail/notify":      {"mail/club/...", "mail/auth", "mail", "templates/...", "rules/...", "db/..."},
	"mail/website":     {"mail/club/...", "mail", "templates/...", "rules/...", "db/..."},
	"mail/consistency": {"mail/club/...", "mail/auth", "mail", "rules/...", "db/..."},

	// No messages and no words here.
	"mail/club": {"rules/...", "db/..."},

	"mail/command": {"mail/club/clock", "mail", "templates", "rules"},
	"mail/auth":    {"mail"},

	"mail/imap":       {"mail"},
	"mail/smtp":       {"mail"},
	"mail/oauth":      {"mail"},
	"mail/postoffice": {"mail"},
	"mail":            nil,

	"templates": {"rules"},
	"rules":     nil,
	"db":        nil,
}

// isTestHelper reports whether a package exists for tests alone.
func isTestHelper(pkg string) bool {
	return slices.ContainsFunc(strings.Split(pkg, "/"), func(folder string) bool { return strings.HasSuffix(folder, "test") })
}

// row is the longest prefix of pkg that has a row in arrows; "" if none has.
func row(pkg string) string {
	for ; pkg != "."; pkg = path.Dir(pkg) {
		if _, ok := arrows[pkg]; ok {
			return pkg
		}
	}
	return ""
}

// allowed reports whether one package may import another, by arrows.
func allowed(from, to string) bool {
	fits := func(pattern string) bool {
		folder, below := strings.CutSuffix(pattern, "/...")
		return to == folder || below && strings.HasPrefix(to, folder+"/")
	}
	return row(from) == row(to) || slices.ContainsFunc(arrows[row(from)], fits)
}

// listed is what the go command says about a package.
type listed struct {
	ImportPath string
	Name       string
	Doc        string
	Imports    []string
}

// ourPackages lists every package of the module.
func ourPackages(t *testing.T) (all []listed) {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports", "./...")
	cmd.Dir = top
	out, err := cmd.Output()
	require.NoError(t, err)
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := dec.Decode(&p)
		if err == io.EOF {
			require.NotEmpty(t, all)
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// TestImports holds every package to arrows, and test helpers to tests. It does not look
// at what tests import.
func TestImports(t *testing.T) {
	for _, p := range ourPackages(t) {
		from := strings.TrimPrefix(p.ImportPath, "turnpost/")
		require.NotEmpty(t, row(from), "%s has no row", from)
		for _, name := range p.Imports {
			to, ours := strings.CutPrefix(name, "turnpost/")
			if !ours {
				continue
			}
			assert.True(t, allowed(from, to) || isTestHelper(from), "%s must not import %s", from, to)
			assert.True(t, !isTestHelper(to) || isTestHelper(from), "%s imports %s outside of a test", from, to)
		}
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	for _, p := range ourPackages(t) {
		begins := "Package " + path.Base(p.ImportPath) + " "
		if p.Name == "main" {
			begins = "Command " + path.Base(p.ImportPath) + " "
		}
		assert.True(t, strings.HasPrefix(p.Doc, begins), "the doc of %s must begin with %q", p.ImportPath, begins)
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	allowed := []string{"go.mod", "go.sum", "cmd", "mail", "rules", "db", "templates", "README.md"}
	ignored, err := os.ReadFile(filepath.Join(top, ".gitignore"))
	require.NoError(t, err)
	for _, line := range strings.Fields(string(ignored)) {
		allowed = append(allowed, strings.TrimPrefix(line, "/"))
	}
	entries, err := os.ReadDir(top)
	require.NoError(t, err)
	for _, e := range entries {
		assert.True(t, strings.HasPrefix(e.Name(), ".") || slices.Contains(allowed, e.Name()),
			"%s has no place at the top level", e.Name())
	}
}

package templates_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"

	"turnpost/templates"
	"turnpost/templates/sample"
)

// TestCatalogues: every language has the messages of English, with the same placeholders; and
// no other.
func TestCatalogues(t *testing.T) {
	require.Equal(t, "en", templates.Languages()[0])
	require.Subset(t, templates.Languages(), []string{"de", "fr", "it"})
	for _, lang := range templates.Languages() {
		faults, err := templates.Check(lang)
		require.NoError(t, err)
		for _, f := range faults {
			t.Errorf("%s: %s", lang, f)
		}
	}
	_, err := templates.Check("xx")
	require.Error(t, err)
}

// families are the messages whose names hold a word that is not in the code of this package.
// Whether each of those exists, and is named by somebody, is for the tests of those who
// name them (package handler).
var families = []string{"verb", "problem", "setting", "how", "group", "month", "weekday", "date", "unit", "list", "name", "side", "subject", "unsubscribe", "language", "site", "phrase", "deadlines"}

// sayers are the methods whose first argument is the name of a message.
var sayers = []string{"say", "many", "para", "paraMany", "aboutTaps", "point", "command", "form", "list", "phrase"}

// TestEveryMessageIsSaid: the code names only messages that exist, and names all of them. It
// names a message by a literal, or by pick with the prefix and all words, which may be constants of
// state.go.
func TestEveryMessageIsSaid(t *testing.T) {
	said, literals, states := map[string]bool{}, map[string]bool{}, map[string]string{}
	parsed, err := parser.ParseFile(token.NewFileSet(), "state.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			states[spec.Names[0].Name] = literal(spec.Values[0])
		}
		return true
	})
	word := func(e ast.Expr) string {
		if name, ok := e.(*ast.Ident); ok {
			return states[name.Name]
		}
		return literal(e)
	}
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if method, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(sayers, method.Sel.Name) && literal(n.Args[0]) != "" {
					said[literal(n.Args[0])] = true
				}
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "pick" {
					for _, arg := range n.Args[2:] {
						said[literal(n.Args[0])+word(arg)] = true
					}
				}
			case *ast.BasicLit:
				literals[literal(n)] = true
			}
			return true
		})
	}
	messages := map[string]bool{}
	files, err := filepath.Glob("en/*.toml")
	require.NoError(t, err)
	for _, file := range files {
		if filepath.Base(file) == "commands.toml" {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		list, err := i18n.ParseMessageBytes(text, toml.Unmarshal)
		require.NoError(t, err)
		for _, m := range list {
			messages[m.ID] = true
		}
	}
	for id := range said {
		require.True(t, messages[id], "there is no message %s", id)
	}
	for id := range messages {
		family, _, _ := strings.Cut(id, ".")
		require.True(t, said[id] || literals[id] || slices.Contains(families, family), "nobody says %s", id)
	}
}

// literal is the text of a string literal; empty for another expression.
func literal(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok {
		text, _ := strconv.Unquote(lit.Value)
		return text
	}
	return ""
}

// TestNothingIsBorrowed: the letters of every language are in it.
func TestNothingIsBorrowed(t *testing.T) {
	s := set(t)
	for _, lang := range templates.Languages() {
		for _, l := range sample.Letters() {
			_, err := s.Text(lang, l.Message)
			require.NoError(t, err)
		}
		require.Zero(t, s.Fallbacks()[lang], lang)
	}
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// TestOverride: an operator's message takes the place of ours, in its language
// alone, and a footer stands below ours.
func TestOverride(t *testing.T) {
	s, err := templates.New(fstest.MapFS{
		"README":          file("notes"),
		"fr/club.toml":    file("[turn.head]\nyours = \"Vas-y, {{.Reader}} ({{.Next}})\"\n[foot]\noperator = \"Le club de Lyon, tous les jeudis.\"\n"),
		"fr/months.toml":  file("[month]\nnovember = \"nov.\"\n"),
		".git/fr/no.toml": file("nonsense"),
	})
	require.NoError(t, err)
	l := templates.Message{Reader: "Ada", Now: sample.Letters()[0].Message.Now, Sections: []templates.Section{kind(t, "turn")}}
	text, err := s.Text("fr", l)
	require.NoError(t, err)
	require.Contains(t, text, "Vas-y, Ada (9), avant jeudi à 18:00 (Tug #3)\n")
	require.Contains(t, text, "\nLe club de Lyon, tous les jeudis.\n")
	page, err := s.HTML("fr", l)
	require.NoError(t, err)
	require.Contains(t, page, "Le club de Lyon")
	text, err = s.Text("en", l)
	require.NoError(t, err)
	require.Contains(t, text, "Your move, Ada (move 9)")
	text, err = s.Text("fr", templates.Message{Reader: "Ada", Now: l.Now, Sections: []templates.Section{&templates.TimezoneSet{Name: "UTC", Now: l.Now}}})
	require.NoError(t, err)
	require.Contains(t, text, "20 nov. à 09:00")
}

// TestWrongOverrides: what is wrong is told with its file and line, all at once.
func TestWrongOverrides(t *testing.T) {
	_, err := templates.New(fstest.MapFS{
		"fr/a.toml":        file("# ours\n[turn]\ntwize = \"x\"\nstarted = \"{{.Opponent}} et {{.Whoever}}\"\n"),
		"fr/b.toml":        file("[turn]\nstarted = \n"),
		"fr/c.toml":        file("[turn]\nstarted = \"{{if .Game}}x{{end}}\"\n"),
		"fr/commands.toml": file(""),
		"fr/d.toml":        file("[turn]\nstarted = \"x\"\n"),
		"fr/e.toml":        file("turn.started = \"y\"\n"),
		"fr/notes.txt":     file("[nonsense"),
		"xx/a.toml":        file(""),
	})
	require.EqualError(t, err, `fr/a.toml:3: there is no message turn.twize
fr/a.toml:4: turn.started has no value {{.Whoever}}; it has {{.Game}}, {{.Opponent}}, {{.Title}}
fr/b.toml:2: unexpected character U+000A at start of value
fr/c.toml:2: turn.started: braces that are no placeholder, as {{.Name}} is one, in "{{if .Game}}x{{end}}"
fr/commands.toml:1: the words of commands are the program's
fr/d.toml:2: turn.started stands at fr/a.toml:4 too
fr/e.toml:1: turn.started stands at fr/d.toml:2 too
xx: there are no letters in that language; there are `+strings.Join(templates.Languages(), ", "))
}

// TestOverrideByLinks: a folder may be a link, as Kubernetes makes them of a ConfigMap;
// one that leads nowhere is told.
func TestOverrideByLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "..2026_11_23", "fr"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "..2026_11_23", "fr", "club.toml"), []byte("[foot]\noperator = \"Le club de Lyon\"\n"), 0o644))
	require.NoError(t, os.Symlink("..2026_11_23", filepath.Join(dir, "..data")))
	require.NoError(t, os.Symlink(filepath.Join("..data", "fr"), filepath.Join(dir, "fr")))
	s, err := templates.New(os.DirFS(dir))
	require.NoError(t, err)
	text, err := s.Say("fr", "foot.operator")
	require.NoError(t, err)
	require.Equal(t, "Le club de Lyon", text)

	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "it")))
	_, err = templates.New(os.DirFS(dir))
	require.EqualError(t, err, "it: no such file or directory")
}

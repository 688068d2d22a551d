package rulestest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// Languages lists those that every game is written in besides English.
var Languages = []string{"fr", "it"}

// CheckWords tests that a game is told in every language: its texts, and every
// sentence that the package in the working directory says. It finds these by
// reading the source: the formats of Illegalf and Phrasef, of calls of a
// function named say, of methods named Say, and what is made a Term.
func CheckWords(t *testing.T, g rules.Game) {
	english := formats(t)
	require.NotEmpty(t, english)
	for _, lang := range Languages {
		t.Run(lang, func(t *testing.T) {
			w, ok := g.Words[lang]
			require.True(t, ok, "no words")
			told := g.In(lang)
			require.NotEqual(t, g.Brief, told.Brief)
			require.NotEqual(t, g.Text, told.Text)
			if g.Notation != "" {
				require.NotEmpty(t, told.Notation)
			}
			require.ElementsMatch(t, slices.Collect(maps.Keys(g.Reasons)), slices.Collect(maps.Keys(told.Reasons)))
			for line := range strings.SplitSeq(told.Text, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 72, line)
			}
			for _, format := range english {
				said, ok := g.Translated(lang, format)
				if assert.True(t, ok, "nobody has translated %q", format) {
					assert.Equal(t, verbs(format), verbs(said), "%q as %q", format, said)
				}
			}
			for format := range w.Phrases {
				assert.Contains(t, english, format, "nothing says this")
			}
		})
	}
}

// formats lists what the sources of the working directory say in English.
func formats(t *testing.T) []string {
	files, err := fs.Glob(os.DirFS("."), "*.go")
	require.NoError(t, err)
	found := map[string]bool{}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if i := formatArgument(call); i >= 0 && i < len(call.Args) {
					if text, ok := literal(call.Args[i]); ok {
						found[text] = true
					}
				}
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(found))
}

// formatArgument is which argument of a call is a format; -1: none.
func formatArgument(call *ast.CallExpr) int {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	switch name {
	case "say", "Say", "Phrasef", "Term":
		return 0
	case "Illegalf":
		return 2
	}
	return -1
}

// literal is the text of a string literal, or of a sum of them.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok1 := literal(e.X)
		right, ok2 := literal(e.Y)
		return left + right, ok1 && ok2
	}
	return "", false
}

var verb = regexp.MustCompile(`%(\[([0-9]+)\])?[-+# 0]*[0-9]*([a-zA-Z%])`)

// verbs lists the verbs of a format by the number of their argument.
func verbs(format string) map[int]string {
	out, next := map[int]string{}, 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[2] != "" {
			next, _ = strconv.Atoi(m[2])
		}
		out[next] = m[3]
		next++
	}
	return out
}

// CheckTelling tests what a game tells of a position: everything can be said in
// every language, with nothing left untranslated, and the scene keeps to its
// size. Check calls it along random games.
func CheckTelling(t testing.TB, g rules.Game, p rules.Position) {
	for _, lang := range append([]string{"en"}, Languages...) {
		told := g.In(lang)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			diagram := rules.Diagram(p, view, told.Say)
			for line := range strings.SplitSeq(diagram, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 72, line)
			}
			if lang == "en" {
				require.Equal(t, p.Diagram(view), diagram)
			}
			for _, sentence := range rules.Describe(p, view, told.Say) {
				require.NotContains(t, sentence, "%!")
				require.NotEmpty(t, sentence)
			}
			s, ok := rules.Scene(p, view, told.Say)
			require.True(t, ok)
			require.LessOrEqual(t, s.Width, 375.0)
			require.GreaterOrEqual(t, s.Width, 300.0)
			require.LessOrEqual(t, s.Height, 480.0)
			require.NotEmpty(t, s.Shapes)
		}
		for _, m := range p.Legal() {
			said := rules.DescribeMove(p, m, told.Say)
			require.NotContains(t, said, "%!")
			require.NotEmpty(t, said)
		}
	}
}

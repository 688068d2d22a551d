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

// CheckWords checks that a game is translated into every language of rules.Languages: its texts,
// and every sentence of the package in the working directory. It finds the sentences in the source:
// the formats of Illegalf, Phrasef, functions named say, methods named Say, and conversions to Word. An author
// with " and " is a sentence, too.
func CheckWords(t *testing.T, g rules.Game) {
	english := formats(t)
	require.NotEmpty(t, english)
	if strings.Contains(g.Author, " and ") { // messages say "Jean und Marisa Morales"
		english = append(english, g.Author)
	}
	for _, term := range g.Terms {
		english = append(english, term.Name)
	}
	require.ElementsMatch(t, rules.Languages(), slices.Collect(maps.Keys(g.Words)),
		"a game is told in every language, and in no other")
	checkTyped(t, g)
	for lang, w := range g.Words {
		t.Run(lang, func(t *testing.T) {
			require.NoError(t, w.Err)
			require.NoError(t, rules.CommonWords(lang).Err)
			for line := range strings.SplitSeq(w.Text, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 72, line)
			}
			if lang == "en" {
				require.Empty(t, w.Phrases, "English sentences stand in the code")
				return
			}
			checkTexts(t, g.In("en"), w)
			checkPhrases(t, g, lang, english)
		})
	}
}

// checkTexts checks that each text is there, and that no part of it is still English.
func checkTexts(t *testing.T, english rules.Game, w rules.Words) {
	for _, c := range []struct{ name, english, said string }{
		{"Brief", english.Brief, w.Brief}, {"Notation", english.Notation, w.Notation}, {"Rules", english.Text, w.Text},
	} {
		require.Equal(t, c.english == "", c.said == "", "[%s]", c.name)
		if c.name == "Rules" { // whose first line may be the title as its author wrote it
			_, c.english, _ = strings.Cut(c.english, "\n")
			_, c.said, _ = strings.Cut(c.said, "\n")
		}
		assert.Empty(t, stillEnglish(c.english, c.said), "[%s] is still English here", c.name)
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(english.Reasons)), slices.Collect(maps.Keys(w.Reasons)),
		"[Reasons]")
	for key, said := range w.Reasons {
		assert.Empty(t, stillEnglish(english.Reasons[key], said), "[Reasons] %s is still English", key)
	}
}

// checkPhrases checks that all sentences of the game are translated with the same arguments, and
// that there are no others.
func checkPhrases(t *testing.T, g rules.Game, lang string, english []string) {
	phrases, common := g.Words[lang].Phrases, rules.CommonWords(lang).Phrases
	for _, format := range english {
		said, ok := g.Translated(lang, format)
		if assert.True(t, ok, "nobody has translated %q", format) {
			assert.Equal(t, verbs(format), verbs(said), "%q as %q", format, said)
			assert.Empty(t, stillEnglish(format, said), "%q is still English", format)
		}
	}
	for format, said := range phrases {
		word, _, isForm := strings.Cut(format, "{")
		_, isCommon := common[word]
		assert.True(t, slices.Contains(english, word) || isForm && isCommon, "nothing says %q", format)
		for _, m := range verb.FindAllStringSubmatch(said, -1) {
			assert.True(t, m[3] == "" || hasForm(m[3], phrases, common),
				"%q asks for a form {%s} that Black and White have not", said, m[3])
		}
	}
}

// hasForm reports whether the names of both sides have a form. Only they have forms.
func hasForm(form string, words ...map[string]string) bool {
	for _, side := range []string{"Black", "White"} {
		if !slices.ContainsFunc(words, func(m map[string]string) bool { return m[side+"{"+form+"}"] != "" }) {
			return false
		}
	}
	return true
}

// checkTyped checks the words that players may type for plies: each means the same ply in all
// languages, and each language except English has words for the same plies.
func checkTyped(t *testing.T, g rules.Game) {
	all, plies := map[string]rules.Move{}, map[rules.Move]bool{}
	for lang, w := range g.Words {
		for text, m := range w.Moves {
			if other, ok := all[text]; ok {
				require.Equal(t, other, m, "%q in %s", text, lang)
			}
			all[text], plies[m] = m, true
		}
	}
	for lang, w := range g.Words {
		for m := range plies {
			require.True(t, lang == "en" || slices.Contains(slices.Collect(maps.Values(w.Moves)), m),
				"[Moves] has no word for %s in %s", m, lang)
		}
	}
}

// stillEnglish lists sequences of three words that a translation has in common with the English
// text. Names of cells and single letters are not words.
func stillEnglish(english, said string) (common []string) {
	triples := func(text string) map[string]bool {
		found := map[string]bool{}
		words := regexp.MustCompile(`\pL{2,}`).FindAllString(strings.ToLower(text), -1)
		for i := range len(words) - 2 {
			found[strings.Join(words[i:i+3], " ")] = true
		}
		return found
	}
	of := triples(english)
	for _, three := range slices.Sorted(maps.Keys(triples(said))) {
		if of[three] {
			common = append(common, three)
		}
	}
	return common
}

// formats lists the English sentences in the sources of the working directory.
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

// formatArgument is the index of the argument of a call that is a format; -1: none.
func formatArgument(call *ast.CallExpr) int {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	switch name {
	case "say", "Say", "Phrasef", "Word":
		return 0
	case "Illegalf":
		return 2
	}
	return -1
}

// literal is the text of a string literal or of a sum of string literals.
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

var verb = regexp.MustCompile(`%[-+# 0]*[0-9]*(?:\[([0-9]+)\])?([a-zA-Z%])(?:\{([^{}]*)\})?`)

// verbs lists the verbs of a format by the number of their argument.
func verbs(format string) map[int]string {
	out, next := map[int]string{}, 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		if out[next] = m[2]; m[2] == "q" { // a language may write its own quotes and %s
			out[next] = "s"
		}
		next++
	}
	return out
}

// telephone is the width of a scene in a message on a telephone of 375 CSS pixels.
const telephone = 343

// CheckTelling checks the diagram, the descriptions and the picture of a position in every
// language. Check calls it in random games. CheckWords checks that no sentence is left
// untranslated.
func CheckTelling(t testing.TB, g rules.Game, p rules.Position) {
	for _, lang := range rules.Languages() {
		told := g.In(lang)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			diagram := p.Diagram(view, told.Say)
			for line := range strings.SplitSeq(diagram, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 72, line)
			}
			if lang == "en" {
				checkPlain(t, diagram)
			}
			require.Equal(t, utf8.RuneCountInString(diagram), utf8.RuneCountInString(g.Figured(diagram)),
				"the columns stay")
			for _, remark := range rules.Remarks(p, told.Say) {
				require.Contains(t, diagram, remark, "the diagram says what a picture cannot show")
			}
			require.Subset(t, rules.Describe(p, view, told.Say), rules.Legend(p, told.Say))
			for _, sentence := range rules.Describe(p, view, told.Say) {
				require.NotContains(t, sentence, "%!")
				require.NotEmpty(t, sentence)
			}
			s, ok := rules.SceneOf(p, view, told.Say)
			if !ok {
				continue
			}
			require.LessOrEqual(t, s.Width, 375.0)
			require.GreaterOrEqual(t, s.Width, 300.0)
			require.LessOrEqual(t, s.Height, 480.0)
			require.NotEmpty(t, s.Shapes)
			for _, shape := range s.Shapes {
				if text, ok := shape.(rules.Text); ok {
					require.GreaterOrEqual(t, text.Size*telephone/s.Width, 11.0, "%q is too small on a telephone",
						text.Text)
				}
			}
		}
		for _, m := range p.Legal() {
			said := rules.DescribeMove(p, m, told.Say)
			require.NotContains(t, said, "%!")
			require.NotEmpty(t, said)
		}
	}
}

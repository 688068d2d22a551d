package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// FuzzConditional holds the reader of conditional lines to these facts:
//
//   - nothing panics, and a text either gives lines or says which word is
//     missing;
//   - every line has steps, each of which names a turn, or "*", and an answer,
//     which "*" is none;
//   - what is read prints to a text that reads back to the same, line by line and
//     as a whole;
//   - it is linear: no more steps than words, and a text twice as long takes
//     about twice the memory (command.TestReadingIsLinear);
//   - the tree made of the lines lists no more than went in, and is the same when
//     it is made of its own lists.
func FuzzConditional(f *testing.F) {
	for _, s := range []string{
		"d3-d2 then d5-d4", "IF d3-d2 Then d5-d4;", "a then b, if c then d; if * then e", "a then b if c then d", "a then b,if c then d;if e then f", "a b then c, d and e",
		"a", "a then", "then b", "a then b then c", "a if b then c", "a then *", "a then b, if", "", ";;", ",", ", ,", "if if", "if,then", "then,", "a,then b", "* then a,", "a;then b", "if ; then", "* * then b", "a then , b",
		"d5-d4 then c2-c3; if * then a1-a2, if b1 then c1, if * then e2", "a then b; a then c", "a then b, if c then d; a then x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			return
		}
		lines, missing := rules.ParseConditionals(text)
		require.Equal(t, missing == "", len(lines) > 0)
		if missing != "" {
			require.Contains(t, []string{"if", "then", "..."}, missing)
			return
		}
		steps := 0
		var texts []string
		var grown rules.Conditionals
		for _, l := range lines {
			require.NotEmpty(t, l)
			for _, p := range l {
				steps++
				require.NotEmpty(t, p.On)
				require.NotEmpty(t, p.Answer)
				require.NotEqual(t, rules.AnyTurn, p.Answer)
			}
			again, missing := rules.ParseConditionals(l.String())
			require.Empty(t, missing, "%q of %q", l, text)
			require.Equal(t, []rules.Conditional{l}, again)
			texts = append(texts, l.String())
			grown = grown.Add(l)
		}
		require.LessOrEqual(t, steps, len(strings.Fields(strings.NewReplacer(",", " ", ";", " ").Replace(text))))
		again, missing := rules.ParseConditionals(strings.Join(texts, "; "))
		require.Empty(t, missing)
		require.Equal(t, lines, again)

		listed := grown.Lines()
		require.LessOrEqual(t, len(listed), len(lines))
		var same rules.Conditionals
		for _, l := range listed {
			same = same.Add(l)
		}
		require.Equal(t, grown.Texts(), same.Texts())
	})
}

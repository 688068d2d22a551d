package templates_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// TestMovesFold: what the title says is not said again, and the plies stand in
// columns that a telephone has room for.
func TestMovesFold(t *testing.T) {
	for _, c := range []struct {
		title, moves, texts string
		class               string
	}{
		{"b12", "b12ai b12ai+ b12co b12co+", "ai ai+ co co+", "k4"},
		{"d1, Turro", "d1-c2 d1-d2", "→ c2|→ d2", "k4"},
		{"place", "a1 a2 b1", "a1 a2 b1", "k4"},
		{"a1", "a1 a1-a2-b2", "a1 a1-a2-b2", "k3"},
		{"place", "a1 a2 a3 a4 a5 b1 b2 b3 b4", "a1 a2 a3 a4 a5 b1 b2 b3 b4", "k5"},
		{"turn", "a2-b2-c2-d2-e2-e3", "a2-b2-c2-d2-e2-e3", "k1"},
	} {
		g := templates.Group{Title: c.title}
		for i, m := range strings.Fields(c.moves) {
			g.Moves = append(g.Moves, templates.Numbered{N: i + 1, Move: m})
		}
		turn := &templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", ToMove: "you", Groups: []templates.Group{g}}
		page, err := set(t).HTML("en", templates.Letter{Reader: "Ada", Sections: []templates.Section{turn}, Mailto: templates.Mailto{Address: "games@example.org"}})
		require.NoError(t, err)
		require.Contains(t, page, `class="y `+c.class+`"`, c.title)
		texts := strings.Split(c.texts, "|")
		if len(texts) == 1 {
			texts = strings.Fields(c.texts)
		}
		for _, text := range texts {
			require.Contains(t, page, "</small> "+strings.ReplaceAll(text, "+", "&#43;")+"</a>")
		}
	}
}

// TestRulesKeepSketches: a sketch may have blank lines, and a list is one.
func TestRulesKeepSketches(t *testing.T) {
	text := "TUG  (tradition, 2000)\n\nThe rope:\n\n          b12 X4\n\n   b10 O4        b2 O4\n\nOr so:\n- pull: the knot comes\n  nearer;\n- wait.\nThat is\nall.\n"
	text = strings.ReplaceAll(text, "   b10", "       b10")
	page, err := set(t).HTML("en", templates.Letter{Reader: "Ada", Sections: []templates.Section{&templates.Rules{Title: "Tug", Text: text}}})
	require.NoError(t, err)
	require.Contains(t, page, ">   b12 X4\n\nb10 O4        b2 O4</pre>")
	require.Contains(t, page, ">pull: the knot comes nearer;</li>")
	require.Contains(t, page, ">wait.</li>")
	require.Contains(t, page, ">That is all.</p>")
	require.Contains(t, page, ">TUG (tradition, 2000)</b>")
}

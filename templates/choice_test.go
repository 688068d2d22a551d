package templates_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
	"turnpost/templates"
)

// TestMovesFold: what the title says is not said again, and the title stands in
// front of its plies if it is a piece, or if all titles and their plies are few.
func TestMovesFold(t *testing.T) {
	for _, c := range []struct {
		title, moves, texts string
		above               bool
	}{
		{"b12", "b12ai b12ai+ b12co b12co+", "ai ai+ co co+", false},
		{"d1, Turro", "d1-c2 d1-d2", "c2 d2", false},
		{"turn", "180 ccw cw", "180 ccw cw", false},
		{"a1", "a1 a1-a2-b2", "a1 a1-a2-b2", false},
		{"place", "a1 a2 a3 a4 a5 b1 b2 b3 b4", "a1 a2 a3 a4 a5 b1 b2 b3 b4", true},
		{"a very long title of a group", "a2", "a2", true},
	} {
		g := templates.MoveGroup{Title: c.title}
		for i, m := range strings.Fields(c.moves) {
			g.Moves = append(g.Moves, templates.NumberedMove{N: i + 1, Move: m})
		}
		page := choosing(t, g)
		title, _, _ := strings.Cut(c.title, ",")
		require.Equal(t, c.above, strings.Contains(page, `<b class="t">`+title+`</b></p>`), c.title)
		for _, text := range strings.Fields(c.texts) {
			require.Contains(t, page, "</small> "+strings.ReplaceAll(text, "+", "&#43;")+"</a>")
		}
	}
}

// choosing is the page of a letter to whom has the choice of some plies.
func choosing(t *testing.T, groups ...templates.MoveGroup) string {
	t.Helper()
	turn := &templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", ToMove: templates.MoverYou, Groups: groups}
	page, err := set(t).HTML("en", templates.Message{Reader: "Ada", Sections: []templates.Section{turn}, Mailto: templates.Mailto{Address: "games@example.org"}})
	require.NoError(t, err)
	return page
}

// TestHintsStandOnTaps: where a ply ends stands on its tap, and not in what the tap
// sends; plies of which some have no hint are set as well.
func TestHintsStandOnTaps(t *testing.T) {
	page := choosing(t, templates.MoveGroup{Title: "b12", Moves: []templates.NumberedMove{
		{N: 1, Move: "b12ao", Hint: "→ b6 ×4"}, {N: 2, Move: "b12ai+", Hint: "→ <b>"}, {N: 3, Move: "b12ci"}}})
	require.Contains(t, page, "<small>1</small> ao <i>→ b6 ×4</i></a>")
	require.Contains(t, page, "<i>→ &lt;b&gt;</i>")
	var bodies []string
	for _, u := range read(t, page).links {
		bodies = append(bodies, u.Query().Get("body"))
	}
	require.Subset(t, bodies, []string{"b12ao", "b12ai+", "b12ci"})
}

// TestRemarksStandBesideThePicture: what the diagram says below the board stands
// on a page whose board is a picture, and once on one whose board is drawn.
func TestRemarksStandBesideThePicture(t *testing.T) {
	const remark = "A tower of 2 or more when this turn ends gives White two moves."
	board := templates.Board{Diagram: " x o\n\n    " + remark + "\n", Words: "White is to move.", Picture: "b@example.org", Remarks: []string{remark}}
	for _, id := range []string{"b@example.org", ""} {
		board.Picture = id
		page, err := set(t).HTML("en", templates.Message{Reader: "Ada", Sections: []templates.Section{&templates.LinePreview{Title: "Tug", Board: board, ToMove: templates.MoverYou}}})
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(page, remark))
	}
}

// TestRulesKeepSketches: a sketch may have blank lines, and a list is one.
func TestRulesKeepSketches(t *testing.T) {
	text := "TUG  (tradition, 2000)\n\nThe rope:\n\n          b12 X4\n\n   b10 O4        b2 O4\n\nOr so:\n- pull: the knot comes\n  nearer;\n- wait.\nThat is\nall.\n"
	text = strings.ReplaceAll(text, "   b10", "       b10")
	page, err := set(t).HTML("en", templates.Message{Reader: "Ada", Sections: []templates.Section{&templates.Rules{Title: "Tug", Text: text}}})
	require.NoError(t, err)
	require.Contains(t, page, ">   b12 X4\n\nb10 O4        b2 O4</pre>")
	require.Contains(t, page, ">pull: the knot comes nearer;</li>")
	require.Contains(t, page, ">wait.</li>")
	require.Contains(t, page, ">That is all.</p>")
	require.Contains(t, page, ">TUG (tradition, 2000)</b>")
}

// TestRulesForListeners: the rules have no drawing for a reader who listens to them, in any game
// and language, and all of their words.
func TestRulesForListeners(t *testing.T) {
	t.Parallel()
	s := set(t)
	drawn := regexp.MustCompile(`(^| )[.|+·xoXO](  *[.|+·xoXO]){2}( |$)|\+--`)
	word := regexp.MustCompile(`\pL{3,}`)
	for _, g := range all.Games() {
		for _, lang := range templates.Languages() {
			text := func(spoken bool) string {
				text, err := s.Text(lang, templates.Message{Spoken: spoken, Sections: []templates.Section{
					&templates.Rules{Title: g.Title, Name: g.Name, Text: g.In(lang).Text}}})
				require.NoError(t, err)
				return text
			}
			require.NotRegexp(t, drawn, text(true), g.Name)
			written, heard := len(word.FindAllString(text(false), -1)), len(word.FindAllString(text(true), -1))
			require.Greater(t, heard, written*9/10, "%s in %s", g.Name, lang)
		}
	}
}

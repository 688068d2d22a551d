package rooya

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

// TestTellingAlongRandomGames tells positions of every phase, and the end of
// every game.
func TestTellingAlongRandomGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 5))
	told, over, most := 0, 0, 200
	if testing.Short() {
		most = 40
	}
	check := func(p rules.Position) {
		rulestest.CheckTelling(t, Game(), p)
		checkScene(t, p.(position))
		told++
	}
	for told < most || over == 0 {
		p := Game().Start()
		for !p.Outcome().Over() {
			if rng.IntN(20) == 0 {
				check(p)
			}
			// A line that a ply can make is made, or games would be endless.
			legal := p.Legal()
			m := legal[rng.IntN(len(legal))]
			for _, other := range legal {
				if play(t, p.(position), other).end != goesOn {
					m = other
				}
			}
			p = play(t, p.(position), m)
		}
		check(p)
		over++
	}
	t.Log(told, "positions,", over, "of them finished")
}

// worked is the board of the rules text, where cw wins for Black.
const worked = "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0"

// The rules of each language show the board of a game that can be played, and
// the move that they tell about does what they say.
func TestTheRulesTellOfATruePosition(t *testing.T) {
	t.Parallel()
	p := read(t, worked)
	for _, lang := range rules.Languages() {
		text := Game().In(lang).Text
		for line := range strings.SplitSeq(strings.TrimSpace(p.Diagram(rules.Black, rules.English)), "\n") {
			board := strings.TrimSpace(line[:min(len(line), wordsX)])
			require.Contains(t, text, board, lang)
		}
		for _, m := range []rules.Move{"cw", "ccw", "180", "d1-d2-c2", "d4-e4", "a2-a3"} {
			require.Contains(t, text, string(m), lang)
			require.Contains(t, p.Legal(), m)
		}
	}
	won := play(t, p, "cw")
	require.Equal(t, "black aligned", won.Outcome().String())
	require.Equal(t, "d1, d2, d3, d4, d5", won.men(rules.Black).aligned()[0].String())
	require.True(t, won.men(rules.White).has(at(1, 3)), "White's pawn of b2 is on b4")
}

// told is some positions in every language: in sentences, with what each kind of
// ply is called, as a diagram, and what is refused there.
func told(t *testing.T) string {
	var b strings.Builder
	for _, c := range []struct {
		title, position string
		ply             rules.Move
		view            rules.Side
		plies, typed    string
	}{
		{"the start", start, "", rules.None, "a1", "hello f3 c3 a1-a2 cw"},
		{"the first pawn", start, "a1", rules.White, "a2", "a1"},
		{"the last pawn", "wbwbw/b...w/....w/....w/wbbbb b 1 1", "a2", rules.White, "", ""},
		{"acting", acting, "", rules.Black, "a3-a4 a3-b3-c3 b5-b4 a3-b3-b4 cw ccw 180",
			"hello a3 c3-c4 b4-b3 a3-a2 a3-b4 a3-a4-a5 b2-b3-b4 b5-b4-b3 a3-b3-a3 a3-b3-c3-d3 b5xb4"},
		{"a second step", acting, "a3-b3-c3", rules.Black, "", ""},
		{"a second step that exchanges, and an old line", acting, "a3-b3-b4", rules.White, "", ""},
		{"a turn that wins", worked, "cw", rules.Black, "", "a2-a3"},
		{"a turn the other way", worked, "ccw", rules.Black, "", ""},
		{"a half turn, and old lines", "wwwww/b...w/w...b/w...b/bbbbb b 0 0", "180", rules.White, "", ""},
		{"a column", "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0", "cw", rules.White, "", ""},
	} {
		p := read(t, c.position)
		if c.ply != "" {
			p = play(t, p, c.ply)
		}
		for _, lang := range rules.Languages() {
			g := Game().In(lang)
			fmt.Fprintf(&b, "%s: %s\n", lang, c.title)
			for _, sentence := range p.Describe(c.view, g.Say) {
				fmt.Fprintf(&b, "  %s\n", sentence)
			}
			for ply := range strings.FieldsSeq(c.plies) {
				fmt.Fprintf(&b, "  %s: %s\n", ply, p.DescribeMove(rules.Move(ply), g.Say))
			}
			for text := range strings.FieldsSeq(c.typed) {
				_, err := p.Parse(text)
				fmt.Fprintf(&b, "  %s? %s\n", text, g.Refusal(err.(*rules.MoveError)))
			}
			b.WriteString(p.Diagram(c.view, g.Say) + "\n")
		}
	}
	return b.String()
}

func TestTold(t *testing.T) { rulestest.Golden(t, "testdata/told.txt", told(t)) }

// TestNoWordsAreCut: the diagram has room for the longest line of every
// language.
func TestNoWordsAreCut(t *testing.T) {
	t.Parallel()
	for _, lang := range rules.Languages() {
		say := Game().In(lang).Say
		for _, p := range []position{
			read(t, start), play(t, read(t, start), "a1"), play(t, read(t, acting), "a3-b3-b4"), play(t, read(t, acting), "a3-b3-c3"),
			play(t, read(t, worked), "cw"), play(t, read(t, worked), "ccw"), play(t, read(t, worked), "180"),
			play(t, read(t, "wwwww/b...w/w...b/w...b/bbbbb b 0 0"), "180"),
		} {
			for _, line := range p.words(say) {
				require.LessOrEqual(t, utf8.RuneCountInString(line), width-wordsX, line)
			}
		}
	}
}

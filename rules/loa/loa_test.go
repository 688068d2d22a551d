package loa

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "c1-c3", "7. C1 c3!", "c1xc3", "d3d5", "see you at c3",
		"......../......../......../...bb.../..b...../....b.../w......w/w.....w. b")
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"c1-c3", "C1 c3", "c1c3", "c1xc3", "3. c1->c3", "c1–c3!"} {
		m, err := start.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, rules.Move("c1-c3"), m)
	}
	blocked, err := read("......../......../......../......../......../b......./w......./b.w.w... b")
	require.NoError(t, err)
	for _, c := range []struct {
		p              position
		text, sentence string
	}{
		{start, "d4-d5", "there is nothing on d4 to move"},
		{start, "a2-c2", "the piece on a2 is not yours"},
		{start, "c1-c4", "the line from c1 to c4 has 2 pieces on it, so the move goes 2 squares"},
		{start, "c1-d3", "d3 is not in a straight line from c1"},
		{start, "c1-c9", "there is no cell c9 on this board"},
		{blocked, "a1-a4", "between a1 and a4 stands a piece of the other side"},
	} {
		_, err := c.p.Parse(c.text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, c.text)
		require.Equal(t, rules.Illegal, refusal.Kind, c.text)
		require.Equal(t, c.sentence, refusal.Error(), c.text)
	}
	for _, text := range []string{"", "c1", "c3 is nice", "see you", "c1-c3-c5", "pass"} {
		_, err := start.Parse(text)
		require.Equal(t, rules.Unreadable, rules.KindOf(err), text)
	}
}

// A move that joins both sides is a draw, and a side without a move is passed over.
func TestEndings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, ply, outcome string
		turn               rules.Side
	}{
		{"......../......../......../...bb.../..b...../....b.../w......w/w.....w. b", "e3-d3", "black connected", rules.None},
		{"......../......../......../......../.....w../......../b......./w.b..... b", "c1-a1", "draw both", rules.None},
		{"......../......../......../......../.....w../......../b.....b./w.b..... b", "c1-a1", "white connected", rules.None},
		{"......bw/.......b/......../......b./......../......../bb....../wb...... b", "g5-g7", "none", rules.Black},
	} {
		p, err := read(c.from)
		require.NoError(t, err, c.from)
		next, err := p.Play(rules.Move(c.ply))
		require.NoError(t, err)
		require.Equal(t, c.outcome, next.Outcome().String(), c.from)
		require.Equal(t, c.turn, next.Turn())
		if c.turn != rules.None {
			require.Contains(t, next.Diagram(rules.Black, rules.English), "White cannot move, so Black moves again.")
			rulestest.CheckPosition(t, Game(), next)
		}
	}
	_, err := parsePosition("......bw/......bb/......../......../......../......../bb....../wb...... w")
	require.Error(t, err, "nobody is to move who cannot")
}

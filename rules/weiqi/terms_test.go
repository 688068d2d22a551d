package weiqi

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		game                 rules.Game
		terms, agreed, start string
	}{
		{Small(), "", "", "-"},
		{Small(), "komi 7.5", "", "-"},
		{Small(), "komi 5.5", "komi 5.5", "komi:5.5"},
		{Small(), "Komi 5,5", "komi 5.5", "komi:5.5"},
		{Small(), "komi 0", "komi 0", "komi:0"},
		{Small(), "komi 7", "komi 7", "komi:7"},
		{Small(), "handicap 2", "handicap 2, komi 0.5", "black:c3+g7,white:first,komi:0.5"},
		{Small(), "Vorgabe 3", "handicap 3, komi 0.5", "black:c3+c7+g7,white:first,komi:0.5"},
		{Small(), "HANDICAP 4, komi 3.50", "handicap 4, komi 3.5", "black:c3+c7+g3+g7,white:first,komi:3.5"},
		{Small(), "komi 7.5, handicap 5", "handicap 5, komi 7.5", "black:c3+c7+e5+g3+g7,white:first"},
		{Medium(), "handicap 6", "handicap 6, komi 0.5", "black:d4+d7+d10+k4+k7+k10,white:first,komi:0.5"},
		{Medium(), "handicap 7", "handicap 7, komi 0.5", "black:d4+d7+d10+g7+k4+k7+k10,white:first,komi:0.5"},
		{Medium(), "handicap 8", "handicap 8, komi 0.5", "black:d4+d7+d10+g4+g10+k4+k7+k10,white:first,komi:0.5"},
		{Medium(), "handicap 9", "handicap 9, komi 0.5", "black:d4+d7+d10+g4+g7+g10+k4+k7+k10,white:first,komi:0.5"},
	} {
		g, err := c.game.Agree(c.terms)
		require.NoError(t, err, c.terms)
		require.Equal(t, c.agreed, g.Agreed)
		require.Equal(t, c.start, g.Start().String())
		again, err := c.game.Agree(g.Agreed)
		require.NoError(t, err)
		require.Equal(t, c.start, again.Start().String(), "what is stored begins alike")
		rulestest.CheckPosition(t, c.game, g.Start())
		rulestest.CheckTelling(t, c.game, g.Start())
		rulestest.CheckSymmetry(t, c.game, g.Start(), rand.New(rand.NewPCG(1, 1)))
	}
	for _, terms := range []string{"handicap", "handicap 1", "handicap 0", "handicap 6", "handicap -2", "handicap three", "handicap 2.5",
		"komi", "komi -1", "komi 51", "komi 0.3", "komi NaN", "komi x", "swap 1", "handicap 2 komi 3"} {
		_, err := Small().Agree(terms)
		require.Error(t, err, terms)
	}
	_, err := Small().Agree("handicap 9")
	require.EqualError(t, err, `handicap is 2-5, and cannot be "9"`)
	g, err := Small().Agree("handicap 3")
	require.NoError(t, err)
	require.Equal(t, rules.White, g.First())
	require.Equal(t, "Vorgabe 3, Komi 0,5", g.In("de").AgreedTerms())
	require.Empty(t, Small().AgreedTerms())
}

// A game from a handicap is as the plain rules have it, and its transcript begins alike.
func TestHandicapGame(t *testing.T) {
	g, err := Small().Agree("handicap 4, komi 7")
	require.NoError(t, err)
	oracle := newPlain(9)
	board := []byte(oracle.board)
	for _, at := range []int{2*9 + 2, 6*9 + 6, 2*9 + 6, 6*9 + 2} {
		board[at] = 'b'
	}
	oracle.board, oracle.boards, oracle.second, oracle.komi = string(board), []string{string(board)}, true, 7
	var o rulestest.Oracle = oracle
	r, rng := rules.NewRecord(g), rand.New(rand.NewPCG(4, 4))
	for range 3 {
		for !r.Outcome().Over() {
			legal := r.Legal()
			require.Equal(t, o.Plies(), legal)
			m := legal[rng.IntN(len(legal))]
			if r.Len() > 60 {
				m = passText
			}
			require.NoError(t, r.Play(m))
			o = o.After(m)
		}
		require.Equal(t, o.(plain).Result(), r.Outcome().String())

		want := rules.Transcript{Game: g.Name, Terms: g.Agreed, Result: r.Outcome().Result, Reason: r.Outcome().Reason}
		for _, m := range r.Plies() {
			want.Plies = append(want.Plies, rules.TimedMove{Move: m})
		}
		text := want.String(both())
		require.Contains(t, text, "\nTerms: handicap 4, komi 7\n")
		require.Contains(t, text, "   1. white")
		got, back, err := rules.ReadTranscript(both(), text)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, r.Position().String(), back.Position().String())
		r, o = rules.NewRecord(g), oracle
	}
	_, _, err = rules.ReadTranscript(both(), "Turnpost record 1\nGame: go9\nTerms: handicap 7\n\n1. white e5\n")
	require.ErrorContains(t, err, "handicap is 2-5")
}

package notify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/reversi"
	"turnpost/rules/rooya"
	"turnpost/rules/turro"
)

// A ply that is written as an English word is told with what the reader's language calls it.
func TestPliesThatAreWords(t *testing.T) {
	t.Parallel()
	start, err := rooya.Game().ParsePosition("bb.bw/wbbbw/...../bw..w/ww.bw b 0 0")
	require.NoError(t, err)
	record := rules.NewRecordFrom(rooya.Game(), start)
	require.NoError(t, record.Play("ccw"))
	game := &club.Game{Rules: rooya.Game(), Record: record}
	for lang, want := range map[string]string{
		"en": "anticlockwise", "de": "gegen den Uhrzeigersinn", "fr": "sens antihoraire", "it": "in senso antiorario",
	} {
		plies := spokenPlies(game, db.Player{Lang: lang}, 1, 1)
		require.Equal(t, []string{"ccw", want}, []string{plies[0].Move, plies[0].Spoken}, lang)
	}
	require.Equal(t, "passen", turro.Game().Words["de"].Spoken["pass"])
}

// A turn that goes on without a choice, because the opponent was passed over, offers no pass.
func TestWhoMovesAgain(t *testing.T) {
	t.Parallel()
	begun := func(g rules.Game, from string, ply rules.Move) *club.Game {
		start, err := g.ParsePosition(from)
		require.NoError(t, err)
		record := rules.NewRecordFrom(g, start)
		require.NoError(t, record.Play(ply))
		return &club.Game{Rules: g, Record: record, Row: db.Game{Result: db.Undecided}}
	}
	const skipping = "-bw-----/--------/--------/--------/--------/--------/--------/------wb b"
	again := begun(reversi.Game(), skipping, "d1")
	require.True(t, again.AmidTurn(rules.Black))
	require.False(t, canPass(again))
	second := begun(turro.Game(), turro.Game().Start().String()[:len(turro.Game().Start().String())-len("1 1")]+"2 1", "d3-d4")
	require.True(t, second.AmidTurn(rules.Black))
	require.True(t, canPass(second))
}

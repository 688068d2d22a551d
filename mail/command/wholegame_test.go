package command

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/all"
)

// Every game can be played to its end by text and by taps: each ply, as a language writes it and as a
// link holds it, is read as that ply, in turn in each language.
func TestRepliesWholeGames(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	langs := rules.Languages()
	for _, g := range all.Games() {
		record, lot := rules.NewRecord(g), rand.New(rand.NewPCG(11, 1))
		for record.Len() < 150 && !record.Outcome().Over() {
			lang := langs[record.Len()%len(langs)]
			p, legal := record.Position(), record.Legal()
			m := legal[lot.IntN(len(legal))]
			text := rules.Spell(p, m, g.In(lang).Say)
			board := &GameAtHand{Record: record.In(lang), Mine: true, Opponent: "Bob"}
			if rules.KindOf(func() error { _, err := board.Record.Parse(text); return err }()) == rules.Ambiguous {
				text = string(m) // "Bxc3" may be the capital of a telephone
			}
			ctx := Context{Lang: lang, Proven: true, Most: Most, Reply: true, Game: 1, Board: board,
				Asks:     mail.AskedQuestion{Question: mail.AsksNothing},
				Games:    map[int64]KnownGame{1: {Rules: []rules.Game{g}, Yours: true}},
				UnderWay: []RunningGame{{ID: 1, Rules: g}}, Open: func(int64) *GameAtHand { return board }}
			for _, text := range []string{text, string(m)} {
				intents := r.Classify(r.ReadAll([]string{text}, lang), ctx)
				require.Len(t, intents, 1, "%s in %s: %s", text, lang, g.Name)
				play, ok := intents[0].(Play)
				require.True(t, ok, "%s in %s: %s: %#v", text, lang, g.Name, intents[0])
				next, ok := board.play(board.Record, play.Line)
				require.True(t, ok, "%s in %s: %s", text, lang, g.Name)
				require.Equal(t, []rules.Move{m}, board.plies(next), "%s in %s: %s", text, lang, g.Name)
			}
			require.NoError(t, record.Play(m))
		}
	}
}

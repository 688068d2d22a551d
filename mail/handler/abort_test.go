package handler_test

import (
	"testing"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// TestRepliesAborts: a player who has made no ply ends the game without a result, in the words
// of each language; later nobody does.
func TestRepliesAborts(t *testing.T) {
	t.Parallel()
	words := []string{
		"abort", "Abort!", "cancel", "Cancel.", "cancel the game", "abort the game", "call off the game", "#1 abort", "abort #1",
		"annuler", "Annuler la partie", "interrompre", "Interrompre la partie", "j'annule la partie", "annulla", "Annulla la partita",
		"interrompi", "interrompi la partita", "abbrechen", "Abbruch", "Partie abbrechen", "Ich breche ab", "Spiel abbrechen", "cancel this game",
	}
	n := 0
	for i, word := range skiptest.EveryFourth(words) {
		game := []string{"turro", "roses", "rooya", "tourrosa"}[i%4]
		for _, who := range []string{ada, bob} {
			w := begun(t, game)
			if who == bob {
				w.Reply(ada, firstPly[game])
			}
			answers := w.ReplyBy(i, who, word)
			g := w.Game(1)
			assert.Equal(t, []any{db.Void, "aborted"}, []any{g.Result, g.Reason}, "%s: %s", who, word)
			require.Len(t, answers, 2, "both are told")
			assert.Contains(t, w.Last(who).Text, "before your first move", word)
			assert.Contains(t, w.Last(map[string]string{ada: bob, bob: ada}[who]).Text, "before their first move", word)
			n++

			w = begun(t, game)
			w.Reply(ada, firstPly[game])
			w.ReplyBy(i+1, ada, word)
			require.False(t, w.Game(1).Over(), "after one's own first ply: %s", word)
			n++
		}
	}
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org turro")
	w.Reply(bob, "accept")
	w.Proven(ada, "#1 withdraw")
	require.Contains(t, flat(*w.Last(ada)), "abort")
	require.False(t, w.Game(1).Over())
	w.Reply(bob, "undo")
	require.Contains(t, flat(*w.Last(bob)), "abort")
	require.Empty(t, w.ratings("turro"))
	t.Logf("aborts | before one's own first ply, and after it | the game ends without a result, or goes on | %d", n)
}

// ratings are all ratings in a game's rules.
func (w *world) ratings(rules string) (all []db.Rating) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) (err error) {
		all, err = tx.Standings(rules, false, 10)
		return err
	}))
	return all
}

package handler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// The page of a player shows how the reader stands against them, in all and game by game, and how the
// rating went.
func TestAPlayersPageShowsHowTheRatingWent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, game := range []string{"turro", "turro", "turro", "roses"} {
		w.Begin(game)
	}
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		for i, of := range [][3]any{{"black", 1500, 1560}, {"white", 1560, 1520}, {"draw", 1520, 1521}, {"black", 1500, 1570}} {
			if err := tx.Exec(`UPDATE games SET result = ?, reason = 'time', black_before = ?, black_after = ?, clock_due = 0,
				ended_at = started_at + 1 WHERE id = ?`, of[0], of[1], of[2], i+1); err != nil {
				return err
			}
		}
		return nil
	}))
	w.Proven(bob, "player Ada")
	page := w.Last(bob).Text
	require.Contains(t, page, `You against Ada: 1 won, 2 lost, 1 drawn

| Turro: 1 won, 1 lost, 1 drawn
| Guerre des deux roses: 0 won, 1 lost, 0 drawn
`)
	require.Contains(t, page, `As Black: 1 won, 1 lost, 1 drawn
Rating over 3 rated games: from 1500 to 1521, between 1500 and 1560

|  1560      ****
|
|
|                ********
|  1500  ****
`)
	w.Proven(ada, "player me")
	require.NotContains(t, w.Last(ada).Text, "against")
	require.Contains(t, w.Last(ada).Text, "Rating over 3 rated games")
}

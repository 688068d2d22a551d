package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// Who is written to about the server is who plays or wrote lately, and wants messages.
func testActive(t *testing.T, d *db.DB) {
	const day = 24 * time.Hour
	now := d.Now()
	d.Now = func() time.Time { return now.Add(-200 * day) }
	var people []db.Player
	names := []string{"plays", "opponent", "wrote", "long ago", "never wrote", "stopped", "paused", "came back", "blocked", "over"}
	change(t, d, func(tx *db.Tx) {
		for i, name := range names {
			address := string(rune('a'+i)) + "@example.org"
			p, err := tx.AddPlayer(address, address, name)
			require.NoError(t, err)
			if name != "never wrote" {
				p.WroteAt = tx.Now
			}
			require.NoError(t, tx.SavePlayer(p))
			people = append(people, p)
		}
		game(t, tx, people[0], people[1], false)
		game(t, tx, people[9], people[3], true)
		for _, i := range []int{5, 6, 7, 8} { // a game is no reason to write to them
			game(t, tx, people[i], people[1], false)
		}
		people[5].StoppedAt = tx.Now
		require.NoError(t, tx.SavePlayer(people[5]))
		for i, wished := range map[int]bool{6: true, 7: false} {
			_, err := tx.AddPause(db.ClockPause{Player: people[i].ID, Why: db.Bounce, From: tx.Now, Wished: wished})
			require.NoError(t, err)
		}
		require.NoError(t, tx.OperatorBlock(people[8].ID))
		people[8].StoppedAt = time.Time{} // as a message from there leaves it
		require.NoError(t, tx.SavePlayer(people[8]))
	})
	d.Now = func() time.Time { return now.Add(-10 * day) }
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.NoteSender(keep(t, tx, "lately"), people[2].ID)) })
	d.Now = func() time.Time { return now }
	change(t, d, func(tx *db.Tx) {
		active := func(since time.Duration, rules string) (out []string) {
			found, err := tx.Active(tx.Now.Add(-since), rules)
			require.NoError(t, err)
			for _, p := range found {
				out = append(out, p.Name)
			}
			return out
		}
		require.Equal(t, []string{"plays", "opponent", "wrote"}, active(90*day, ""))
		require.Equal(t, []string{"plays", "opponent"}, active(9*day, ""))
		require.Equal(t, []string{"plays", "opponent", "wrote", "long ago", "over"}, active(300*day, ""))
		require.Equal(t, []string{"plays", "opponent"}, active(90*day, "tug"))
		require.Empty(t, active(300*day, "turro"))
	})
}

package club_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
	"turnpost/mail/club"
	"turnpost/rules"
)

// Nobody loses a game because the database of an older Turnpost is brought forward:
// letters that came back stopped a clock for thirty days then, whatever vacations there
// had been, and those that came back then do so still.
func TestUpgradeWhileSuspended(t *testing.T) {
	race.Sequential(t)
	image, err := os.ReadFile("../../db/testdata/schema-00007.sql")
	require.NoError(t, err)
	path := filepath.Join(dbtest.Dir(t), "old.db")
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = conn.Exec(string(image))
	require.NoError(t, err)
	var turn, left int64
	require.NoError(t, conn.QueryRow(`SELECT turn_at, white_left FROM games WHERE id = 1 AND white = 1`).Scan(&turn, &left))
	const player, day = 1, 24 * time.Hour
	hours := int64(time.Hour / time.Millisecond)
	for _, p := range []struct {
		why      string
		from, to int64
	}{
		{db.Vacation, turn - 60*24*hours, turn - 35*24*hours},
		{db.Bounce, turn, 0},
	} {
		_, err = conn.Exec(`INSERT INTO pauses (player, why, from_at, to_at) VALUES (?, ?, ?, ?)`, player, p.why, p.from, p.to)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close())

	h := openHall(t, path, "sqlite3")
	look := func(at time.Duration) (over bool) {
		h.now = time.UnixMilli(turn).UTC().Add(at)
		h.must(func(tx *club.Tx) error { return club.LookAtClock(tx, game) })
		h.must(in(func(_ *club.Tx, t *club.Table) error { over = t.Game.Over(); return nil }))
		return over
	}
	rest := time.Duration(left) * time.Millisecond
	require.Greater(t, 20*day, rest+5*day, "by the quota alone it is lost before")
	require.False(t, look(20*day), "at the first look after")
	h.must(func(tx *club.Tx) error { _, _, err := club.Welcome(tx, player, club.Wrote{Proven: true}); return err })
	require.False(t, look(20*day+rest-time.Hour), "the clock goes on where it stood")
	// What begins from now on is measured by the quota.
	h.must(func(tx *club.Tx) error { return club.Suspend(tx, player, false) })
	h.must(in(func(tx *club.Tx, t *club.Table) error {
		c, err := tx.Clock(t, rules.White)
		require.NoError(h.t, err)
		require.Len(h.t, c.Hours.Pauses, 2, "the old suspension, and the opponent's vacation")
		require.True(h.t, c.Hours.Pauses[1].From.After(h.now))
		return nil
	}))
	require.True(t, look(20*day+rest+club.DefaultPolicy().Grace+day))
}

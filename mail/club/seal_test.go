package club_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/consistency"
)

// The hash chain continues over several keys. A game that is older than it is chained from its
// next ply on, including earlier plies.
func TestSealsGoOn(t *testing.T) {
	skiptest.Sequential(t)
	bytes, err := image()
	require.NoError(t, err)
	path := filepath.Join(dbtest.Dir(t), "hall.db")
	require.NoError(t, os.WriteFile(path, bytes, 0o600))
	h := openHall(t, path, "sqlite3")
	exec := func(query string) {
		_, err := h.raw.Exec(query)
		require.NoError(t, err)
	}
	h.begin("rooya", "a1", "a2")
	h.verify()
	exec(`UPDATE games SET seal = NULL; UPDATE plies SET seal = NULL; UPDATE seal_keys SET games = 1`)
	h.verify() // as it was before seals
	h.play("b1")
	h.verify()
	exec(`UPDATE plies SET played_at = played_at + 1 WHERE n = 1`)
	faults, err := consistency.Check(context.Background(), h.club, h.db, consistency.Options{})
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(faults, func(f consistency.Fault) bool { return strings.Contains(f.What, "ply 3, or what") }),
		"ply 3 sealed those before it: %v", faults)
	exec(`UPDATE plies SET played_at = played_at - 1 WHERE n = 1`)

	exec(`INSERT INTO seal_keys (id, secret, games, created_at) SELECT 2, zeroblob(32), games, 1 FROM seal_keys`)
	now := h.now
	h = openHall(t, path, "sqlite3")
	h.now = now
	h.play("c1")
	h.verify()
	h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.AskUndo(tx, g, g.Turn().Opponent()) }))
	h.must(in(func(tx *club.Tx, g *club.Game) error { return club.AnswerOffer(tx, g, g.Turn(), true, "") }))
	h.verify()
	h.must(in(func(tx *club.Tx, g *club.Game) error { return clubtest.AskUndo(tx, g, g.Turn().Opponent()) }))
	h.must(in(func(tx *club.Tx, g *club.Game) error { return club.AnswerOffer(tx, g, g.Turn(), true, "") }))
	h.verify() // to where it was before seals
	h.play("d1", "e1")
	h.verify()
	var keys int
	require.NoError(t, h.raw.QueryRow(`SELECT count(DISTINCT hex(substr(seal, 1, 1))) FROM plies WHERE n > 2`).Scan(&keys))
	require.Equal(t, 1, keys)
	h.must(in(func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, g.Turn()) }))
	h.verify()
}

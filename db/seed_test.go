package db_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// The same plan makes the same rows, and no ledger contradicts another.
func TestSeed(t *testing.T) {
	ctx := context.Background()
	type contents struct {
		games   []db.Game
		players []db.Player
		in      []db.Incoming
		out     []db.Outgoing
		plies   []db.Ply
	}
	seed := func() (c contents) {
		path := filepath.Join(t.TempDir(), "seeded.db")
		require.NoError(t, db.Seed(ctx, path, seedPlan(), func(string, int, int) {}))
		d, err := db.OpenReadOnly(ctx, path)
		require.NoError(t, err)
		defer d.Close()
		require.NoError(t, d.View(ctx, func(tx *db.Tx) (err error) {
			damages, err := tx.Damages()
			require.NoError(t, err)
			require.Empty(t, damages)
			found, err := tx.Findings(nil)
			require.NoError(t, err)
			require.Empty(t, found)
			c.games, err = tx.ListGames(0, false, -1)
			require.NoError(t, err)
			c.players, err = tx.ListPlayers(-1)
			require.NoError(t, err)
			c.in, err = tx.ListIncoming("", -1)
			require.NoError(t, err)
			c.out, err = tx.ListOutgoing("", 0, -1)
			require.NoError(t, err)
			c.plies, err = tx.Plies(200)
			return err
		}))
		return c
	}
	c := seed()
	require.Equal(t, c, seed())
	require.Len(t, c.games, 200)
	require.Len(t, c.players, 50)
	require.Len(t, c.in, 160+2*40)
	require.Len(t, c.out, 2*40)
	require.Len(t, c.plies, 2)
	running, digests := 0, 0
	for _, g := range c.games {
		if !g.Over() {
			running++
			require.Equal(t, g.ClockDue.Sub(g.TurnAt), g.BlackLeft/2)
		}
	}
	for _, p := range c.players {
		if p.Digest != "off" {
			digests++
		}
	}
	require.Equal(t, 40, running)
	require.Equal(t, 20, digests)
}

func TestSeedSparesWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	require.NoError(t, open(t, path).Close())
	require.ErrorContains(t, db.Seed(context.Background(), path, seedPlan(), nil), "is there already")
}

package seed

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/clock"
)

// The same plan makes the same rows, and no ledger contradicts another.
func TestTheSameAgain(t *testing.T) {
	ctx := context.Background()
	type contents struct {
		games   []db.Game
		players []db.Player
		in      []db.Incoming
		out     []db.Outgoing
		plies   []db.Ply
	}
	make := func() (c contents) {
		path := filepath.Join(dbtest.Dir(t), "seeded.db")
		require.NoError(t, fill(ctx, path, smallPlan(), func(string, int, int) {}))
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
	c := make()
	require.Equal(t, c, make())
	require.Len(t, c.games, 200)
	require.Len(t, c.players, 50)
	require.Len(t, c.in, 160+2*40+20)
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

func TestItSparesWhatIsThere(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.ErrorContains(t, fill(context.Background(), path, smallPlan(), nil), "is there already")
}

// smallPlan is a small database of a game that knows two plies.
func smallPlan() plan {
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	one := game{Rules: "toy", Title: "Toy", Moves: []string{"a", "b"}, Turns: []string{"white", "black"}, Position: "p", Result: "none"}
	over := one
	over.Result, over.Reason = "black", "resigned"
	return plan{
		Games: 200, Running: 40, Players: 50, Digests: 20, Seed: 1, Now: now, DigestDue: now.Add(12 * time.Hour),
		Pace: clock.Pace{Start: 72 * time.Hour, More: 24 * time.Hour, Most: 7 * 24 * time.Hour}, Samples: []game{one, over}, Key: make([]byte, db.KeySize), Robot: "games@example.org",
		MessageID: func(player, game, ply int64, nonce string) string { return nonce + "@example.org" },
	}
}

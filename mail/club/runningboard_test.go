package club

import (
	"cmp"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/rules/all"
)

// likenesses is how many positions of some games are alike. In Guerre des deux roses, left and right
// differ.
var likenesses = map[string]int{"turro": 4, "rooya": 16, "roses": 2, "tourrosa": 96}

// Each alike position is recognised on a running board. A ply later, in another game, or after
// the game ended, it is not.
func TestStands(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	for _, g := range all.Games() {
		rng := rand.New(rand.NewPCG(1, 1))
		r := rules.NewRecord(g)
		for tries := 0; r.Len() < 19 && tries < 100; tries++ {
			legal := r.Legal()
			next := r.Clone()
			require.NoError(t, next.Play(legal[rng.IntN(len(legal))]))
			if !next.Outcome().Over() {
				r = next
			}
		}
		p := r.Position()
		likes := rules.Equivalents(p)
		require.Len(t, likes, cmp.Or(likenesses[g.Name], len(likes)), g.Name)
		next, err := p.Play(p.Legal()[0])
		require.NoError(t, err)
		require.NoError(t, store.Update(t.Context(), func(tx *db.Tx) error {
			id := underwayBegin(t, tx, g.Name, p.String())
			for _, text := range likes {
				q, err := g.ParsePosition(text)
				require.NoError(t, err)
				requireStands(t, tx, true, g, next, q)
				boards, err := RunningBoards(tx)
				require.NoError(t, err)
				require.True(t, RunningMarks(all.Games(), append(boards, RunningBoard{g.Name, "nothing"}, RunningBoard{"halma", "e4"}))[positionMark(g, q)])
				elsewhere := g
				elsewhere.Name += "x"
				requireStands(t, tx, false, elsewhere, q)
			}
			boards, err := RunningBoards(tx)
			require.NoError(t, err)
			require.False(t, RunningMarks(all.Games(), boards)[positionMark(g, next)])
			requireStands(t, tx, false, g, next)
			requireStands(t, tx, false, g)
			require.NoError(t, tx.EndGame(id, db.Drawn, "agreed"))
			requireStands(t, tx, false, g, p)
			return nil
		}))
	}
}

func requireStands(t *testing.T, tx *db.Tx, want bool, g rules.Game, positions ...rules.Position) {
	t.Helper()
	stands, err := IsOnRunningBoard(tx, g, positions...)
	require.NoError(t, err)
	require.Equal(t, want, stands, "%s: %v", g.Name, positions)
}

// underwayBegin stores a running game with that position.
func underwayBegin(t *testing.T, tx *db.Tx, name, position string) int64 {
	t.Helper()
	var players [2]int64
	for i, side := range []string{"black", "white"} {
		address := side + "@" + name + ".example.org"
		p, err := tx.AddPlayer(address, mail.Key(address), side)
		require.NoError(t, err)
		players[i] = p.ID
	}
	i, err := tx.AddInvitation(db.Invitation{Rules: name, Challenger: players[0], Invitee: players[1], Side: db.Black, Pace: clock.DefaultPace},
		func(int64) string { return "" })
	require.NoError(t, err)
	g, err := tx.AddGame(i, position, time.Hour)
	require.NoError(t, err)
	return g.ID
}

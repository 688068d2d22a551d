package club_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// Each game is played from the invitation to the ratings by operations alone: no
// letter comes in, and none goes out.
func TestWholeGameByOperations(t *testing.T) {
	for engine, open := range map[string]func(t *testing.T) *hall{"SQLite": newHall, "PostgreSQL": newHallOnPostgres} {
		for _, g := range all.Games() {
			t.Run(engine+"/"+g.Name, func(t *testing.T) { wholeGame(t, open(t), g) })
		}
	}
}

func wholeGame(t *testing.T, h *hall, g rules.Game) {
	record := playthrough(t, g)
	counts := map[string]int{}
	// act is a transaction, whose events are counted by type.
	act := func(f func(tx *club.Tx) error) {
		h.must(f)
		for _, e := range h.heard {
			kind, _, _ := strings.Cut(tell(e), " ")
			counts[kind]++
		}
	}
	act(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, order(t, g.Name), "") })
	act(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err })
	turns := 0
	for n, m := range record.Plies() {
		act(in(func(tx *club.Tx, t *club.Table) error { return clubtest.Play(tx, t, record.At(n).Turn(), m) }))
		if n+1 == record.Len() || record.At(n+1).Turn() != record.At(n).Turn() {
			turns++
		}
	}
	act(in(func(tx *club.Tx, table *club.Table) error {
		o := record.Outcome()
		require.Equal(t, [4]any{true, o.Result.String(), o.Reason, record.Position().String()},
			[4]any{table.Over(), table.Game.Result, table.Game.Reason, table.Game.Position})
		require.Equal(t, h.now.Add(-time.Minute), table.Game.EndedAt)
		require.Equal(t, turns, table.Black.Turns+table.White.Turns)
		for _, player := range []int64{ada, bob} {
			r, err := tx.DB.Rating(player, g.Name, false)
			require.NoError(t, err)
			require.Equal(t, 1, r.Games)
		}
		in, err := tx.DB.ListIncoming("", -1)
		require.NoError(t, err)
		out, err := tx.DB.ListOutgoing("", 0, -1)
		require.Empty(t, in, "no letter was needed")
		require.Empty(t, out)
		return err
	}))
	require.Equal(t, map[string]int{"Invited": 1, "GameBegan": 1, "PliesPlayed": record.Len(), "GameEnded": 1, "Rated": 1}, counts)
	h.verify()
}

// playthrough is a whole game from the tests of its rules.
func playthrough(t testing.TB, g rules.Game) *rules.Record {
	t.Helper()
	files, err := filepath.Glob("../../rules/" + g.Name + "/testdata/*.playthrough")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "\n\n")
	var moves []rules.Move
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "#") {
			for _, m := range strings.Fields(line) {
				moves = append(moves, rules.Move(m))
			}
		}
	}
	r, err := rules.Replay(g, moves)
	require.NoError(t, err)
	require.True(t, r.Outcome().Over())
	return r
}

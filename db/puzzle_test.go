package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/puzzles"
)

func testPuzzles(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, _, eve, g := livedIn(t, tx)
		_, _, found, err := puzzles.Next(tx)
		require.NoError(t, err)
		require.False(t, found)
		n, err := puzzles.Seek(tx, g.Rules, 0, 9)
		require.NoError(t, err)
		require.Zero(t, n, "the game is under way")
		require.NoError(t, tx.EndGame(g.ID, db.Drawn, "agreed"))
		for _, want := range []int{1, 0} {
			n, err = puzzles.Seek(tx, g.Rules, 0, 9)
			require.NoError(t, err)
			require.Equal(t, want, n)
		}
		require.NoError(t, puzzles.Want(tx, g.ID), "once is enough")
		require.NoError(t, puzzles.PutOff(tx, g.ID, tx.Now.UnixMilli()))
		game, failures, found, err := puzzles.Next(tx)
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, g.ID, game)
		require.Equal(t, 1, failures)
		for _, want := range []bool{true, false} {
			noted, err := puzzles.Done(tx, g.ID)
			require.NoError(t, err)
			require.Equal(t, want, noted, "it is done once")
		}

		for _, position := range []string{"one", "two", "one", "three"} {
			require.NoError(t, puzzles.Put(tx, puzzles.Puzzle{Game: g.ID, Rules: g.Rules, Position: position, Keeps: "l", After: position + "l"}, 2))
		}
		count, err := puzzles.Count(tx)
		require.NoError(t, err)
		require.Equal(t, map[string]int{g.Rules: 2}, count, "the oldest gave way")
		fresh(t, tx, eve.ID, g.Rules+"x", false)
		latest := fresh(t, tx, eve.ID, g.Rules, false, "three", "two")[0]
		solvePuzzles(t, tx, eve.ID, latest)
		forgetPuzzles(t, tx, ada, eve.ID)
	})
}

// fresh wants these positions to be what is for a player.
func fresh(t *testing.T, tx *db.Tx, player int64, rules string, unseen bool, want ...string) []puzzles.Puzzle {
	t.Helper()
	found, err := puzzles.Unanswered(tx, player, rules, unseen, 9)
	require.NoError(t, err)
	var positions []string
	for _, p := range found {
		positions = append(positions, p.Position)
	}
	require.Equal(t, want, positions)
	return found
}

// solvePuzzles lets a player answer the two that there are, of which this is the latest.
func solvePuzzles(t *testing.T, tx *db.Tx, eve int64, latest puzzles.Puzzle) {
	second := tx.Now.Unix()
	at, err := puzzles.StoreAsked(tx, eve, latest.ID)
	require.NoError(t, err)
	require.Equal(t, second, at)
	unseen := fresh(t, tx, eve, "", true, "two")[0]
	fresh(t, tx, eve, "", false, "two", latest.Position) // who was shown one gets another first
	at, err = puzzles.StoreAsked(tx, eve, unseen.ID)
	require.NoError(t, err)
	require.Equal(t, second+1, at, "each letter has its own second")
	for at, want := range map[int64]int64{second - 1: 0, second: latest.ID, second + 1: unseen.ID, second + 2: 0} {
		id, found, err := puzzles.AskedAt(tx, eve, at)
		require.NoError(t, err)
		require.Equal(t, want != 0, found)
		require.Equal(t, want, id)
	}
	last, _, err := puzzles.AskedLast(tx, eve)
	require.NoError(t, err)
	require.Equal(t, unseen.ID, last)
	fresh(t, tx, eve, "", false, latest.Position, "two") // longest ago
	fresh(t, tx, eve, "", true)
	require.NoError(t, puzzles.StoreAnswer(tx, eve, latest.ID, "l", true))
	require.NoError(t, puzzles.StoreAnswer(tx, eve, unseen.ID, "r", false))
	solved, of, err := puzzles.Tally(tx, eve)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 2}, [2]int{solved, of})
	fresh(t, tx, eve, "", false) // both are answered
}

// forgetPuzzles lets a player of the game have one a day, want no analysis, and be
// forgotten.
func forgetPuzzles(t *testing.T, tx *db.Tx, ada db.Player, eve int64) {
	require.NoError(t, puzzles.SetDaily(tx, ada.ID, 450, tx.Now.UnixMilli()+1))
	_, found, err := puzzles.NextDaily(tx)
	require.NoError(t, err)
	require.False(t, found)
	require.NoError(t, puzzles.SetDaily(tx, ada.ID, 451, tx.Now.UnixMilli()))
	due, found, err := puzzles.NextDaily(tx)
	require.NoError(t, err)
	require.Equal(t, ada.ID, due)
	require.True(t, found)

	ada, err = tx.Player(ada.ID)
	require.NoError(t, err)
	ada.NoAnalysis = true
	require.NoError(t, tx.SavePlayer(ada))
	fresh(t, tx, ada.ID, "", false) // she wants her games left alone
	require.NoError(t, tx.Forget(ada, "", time.Hour))
	count, err := puzzles.Count(tx)
	require.NoError(t, err)
	require.Empty(t, count, "and is forgotten")
	_, _, found, err = puzzles.Daily(tx, ada.ID)
	require.NoError(t, err)
	require.False(t, found)
	_, of, err := puzzles.Tally(tx, eve)
	require.NoError(t, err)
	require.Equal(t, 2, of, "what eve solved is hers")
}

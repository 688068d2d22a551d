package tournament_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
)

// lived is a ladder on which somebody has won, somebody has lost on time, a game is under way
// and another one goes on without who has left.
func lived(t *testing.T, where string) *ladderWorld {
	w := &ladderWorld{clubtest.New(t, where, tournament.ListenToLadderGames, 8, nil)}
	for player := int64(1); player <= 8; player++ {
		w.Now = w.Now.Add(day / 4)
		w.join(player)
	}
	game, picked := w.challenge(8)
	require.EqualValues(t, 1, picked)
	w.Now = w.Now.Add(day)
	w.won(game, 8) // who goes from place 8 to 4
	game, picked = w.challenge(5)
	require.EqualValues(t, 2, picked)
	for over := false; !over; {
		w.Now = w.Now.Add(day)
		w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, game) })
		over = len(clubtest.HeardOf[tournament.LadderWarned](w.World)) > 0
	}
	_, picked = w.challenge(6)
	require.EqualValues(t, 3, picked)
	game, picked = w.challenge(7)
	require.EqualValues(t, 4, picked)
	w.Do(func(tx *club.Tx) error {
		g, err := tx.Table(game)
		if err != nil {
			return err
		}
		return clubtest.Play(tx, g, g.Turn(), g.Record.Legal()[0])
	})
	w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 4, "turro") })
	w.Now = w.Now.Add(day)
	return w
}

// Each thing that verify holds ladders against is broken once in a database that was right.
func TestVerifyFindsEachFaultOfLadders(t *testing.T) {
	race.Long(t)
	where := clubtest.File(t)
	w := lived(t, where)
	require.Equal(t, "1 2 3 5 8 6 7", w.order())
	var faults []clubtest.Fault
	for _, c := range []struct{ plant, what string }{
		// Who stands where.
		{`UPDATE rungs SET position = (SELECT position FROM rungs WHERE player = 2) WHERE player = 3`, "players 2 and 3 stand on the same place"},
		{`UPDATE rungs SET position = 0 WHERE player = 1`, "player 1 stands above the first place"},
		{`UPDATE rungs SET position = 100 WHERE player = 1`, "player 2 stands above player 1, who was on it before"},
		{`UPDATE rungs SET position = -position WHERE player IN (6, 7)`, "player 6 stands above player 5, who was on it before"},
		{`UPDATE players SET robot = 1 WHERE id = 1`, "player 1 is a program, and is on it"},
		{`UPDATE players SET address = '', name = 'Somebody' WHERE id = 1`, "player 1 is no player any more, and is on it"},
		{`INSERT INTO blocks (player, blocked) VALUES (1, 1)`, "player 1 is blocked by the operator, and is on it"},
		{`UPDATE rungs SET rules = 'whist' WHERE player = 1`, "whist"},
		// Its games.
		{`UPDATE ladder_games SET ended_at = 0 WHERE game = 1`, "game 1 ended at"},
		{`UPDATE ladder_games SET ended_at = ended_at + 1 WHERE game = 1`, "game 1 went on from 2026-01-07 12:00:00.000 until 2026-01-08 12:00:00.000, and is taken to have ended at 2026-01-08 12:00:00.001"},
		{`UPDATE ladder_games SET ended_at = 5 WHERE game = 1`, "game 1 went on from 2026-01-07 12:00:00.000 until 2026-01-08 12:00:00.000, and is taken to have ended at 1970"},
		{`UPDATE ladder_games SET ended_at = (SELECT started_at + 10000000 FROM games WHERE id = 3) WHERE game = 3`, "game 3 moves nobody since"},
		{`UPDATE ladder_games SET ended_at = 0 WHERE game = 4`, "game 4 is under way, and one of its players is not on the ladder"},
		{`DELETE FROM rungs WHERE player = 3`, "game 3 is under way, and one of its players is not on the ladder"},
		{`UPDATE ladder_games SET challenger = 2 WHERE game = 1`, "game 1 is of other rules or other players"},
		{`UPDATE ladder_games SET rules = 'rooya' WHERE game = 1`, "game 1 is of other rules"},
		{`DELETE FROM ladder_games WHERE game = 1`, "player 8 stands above player 7, who was on it before"},
		// Who rests.
		{`UPDATE rungs SET rest_at = 5, slide_at = 6 WHERE player = 6`, "player 6 rests since 1970"},
		{`UPDATE rungs SET rest_at = 0, slide_at = 0 WHERE player = 7`, "player 7 has no game under way, and never slides"},
		{`UPDATE rungs SET rest_at = joined_at WHERE player = 5`, "player 5 is taken to rest since"},
		{`UPDATE rungs SET rest_at = rest_at + 8640000000, slide_at = slide_at + 8640000000 WHERE player = 1`, "player 1 is taken to rest from 2026-04-18 12:00:00.000 on, which is to come"},
		{`UPDATE rungs SET slide_at = slide_at + 8640000000 WHERE player = 1`, "player 1 rests since"},
		{`UPDATE rungs SET slide_at = slide_at + 1 WHERE player = 1`, "player 1 rests since 2026-01-08 12:00:00.000, and slides at 2026-03-09 12:00:00.001"},
		{`UPDATE rungs SET slide_at = slide_at - 86400000 WHERE player = 1`, "player 1 rests since 2026-01-08 12:00:00.000, and slides at 2026-03-08"},
		{`UPDATE rungs SET rest_at = rest_at + 1000 WHERE player = 1`, "player 1 rests since 2026-01-08 12:00:01.000, and slides at 2026-03-09"},
		{`UPDATE rungs SET told_place = -1 WHERE player = 1`, "player 1 was told of place -1"},
		{`UPDATE rungs SET told_place = 1, told_slide = 5 WHERE player = 1`, "player 1 was told of place 1, and that they slide at 1970"},
		{`UPDATE rungs SET joined_at = joined_at + 8640000000, rest_at = rest_at + 8640000000, slide_at = slide_at + 8640000000 WHERE player = 1`, "player 1 got on it at 2026-04-15"},
		{`UPDATE rungs SET slide_at = 5 WHERE player = 1`, "player 1 rests since 2026-01-08 12:00:00.000, and slides at 1970"},
		{`UPDATE rungs SET late = 0 WHERE player = 2`, "of player 2 it is counted that they lost 0 games on time, one after the other, and by the games it is 1"},
		{`UPDATE rungs SET late = 1 WHERE player = 1`, "of player 1 it is counted that they lost 1 games"},
	} {
		faults = append(faults, clubtest.Fault{Plant: c.plant, Of: "ladder", What: "turro: " + c.what})
	}
	faults[7].What, faults[15].What = "whist: ", "rooya: game 1"
	// Games whose subjects say of what they are.
	for _, c := range []struct {
		plant string
		id    int64
		what  string
	}{
		{`DELETE FROM ladder_games WHERE game = 3`, 3, "by its subject it is of a ladder, and it is played for neither"},
		{`UPDATE games SET subject = replace(subject, ' (ladder)', '') WHERE id = 1`, 1, "by its subject it is of neither a ladder nor a tournament, and it is played for a ladder"},
	} {
		faults = append(faults, clubtest.Fault{Plant: c.plant, Of: "game", ID: c.id, What: c.what})
	}
	w.Finds(t, where, faults...)
}

// Who slid may stand below whoever came later.
func TestVerifyKnowsWhoMayHaveSlid(t *testing.T) {
	eachLadder(t, 4, func(w *ladderWorld) {
		w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 4, "turro") })
		w.Now = w.Now.Add(2 * time.Hour)
		w.join(4)
		w.Verify()
		w.Now = w.Now.Add(60*day - time.Hour)
		require.Equal(t, 3, w.slides())
		require.Equal(t, "1 2 4 3", w.order())
		w.Verify()
	})
}

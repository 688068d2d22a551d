package follow_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
	"turnpost/db/follows"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

const day = 24 * time.Hour

// begun is a game of two players.
func begun(w *clubtest.World, black, white int64) (game int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		i, err := tx.DB.AddInvitation(db.Invitation{Rules: "turro", Challenger: black, Invitee: white, Side: "black", Pace: "3d+1d/7d", ExpiresAt: tx.Now()},
			func(int64) string { return "Turro" })
		if err == nil {
			_, err = club.Accept(tx, white, i.ID)
		}
		game = i.ID
		return err
	})
	return game
}

// played plays so many plies of a game.
func played(w *clubtest.World, game int64, plies int) {
	w.T.Helper()
	for range plies {
		w.Do(func(tx *club.Tx) error {
			t, err := tx.Table(game)
			if err != nil {
				return err
			}
			return clubtest.Play(tx, t, t.Turn(), t.Record.Legal()[0])
		})
	}
}

// lived is a club in which games are followed: one by its number, some by their players, and
// one that is over is among those of the week.
func lived(t *testing.T, where string) *clubtest.World {
	w := clubtest.New(t, where, follow.Listen, 6, func(i int, p *db.Player) { p.Public = i < 4; p.Digest = "off" })
	running, over, other := begun(w, 1, 2), begun(w, 1, 3), begun(w, 5, 4)
	require.Equal(t, [3]int64{1, 2, 3}, [3]int64{running, over, other})
	w.Do(func(tx *club.Tx) error { return follow.Game(tx, 6, running) })
	w.Do(func(tx *club.Tx) error { return follow.Player(tx, 5, "P1", "") })
	w.Do(func(tx *club.Tx) error { return follow.Choose(tx, 5, true, false) })
	w.Do(func(tx *club.Tx) error { return follow.WantBest(tx, 6) })
	w.Do(func(tx *club.Tx) error {
		_, err := seasons.Add(tx.DB, seasons.Tournament{Name: "turro-1", Rules: "turro", Pace: "3d+1d/7d", Standing: true, Season: 1, Days: tournament.SeasonDays, StartsAt: tx.Now().Add(tournament.SignUpTime)})
		return err
	})
	w.Do(func(tx *club.Tx) error { return follow.Tournament(tx, 6, "turro-1") })
	w.Do(func(tx *club.Tx) error { return follows.TableNews(tx.DB, follows.Table{Tournament: 1, Division: 1}) })
	played(w, running, 6)
	played(w, over, follow.MinPlies)
	w.Do(func(tx *club.Tx) error { return follows.Spread(tx.DB, running) })
	for _, player := range []int64{5, 6} {
		w.Do(func(tx *club.Tx) error {
			p, err := tx.DB.Player(player)
			if err != nil {
				return err
			}
			shown, err := follow.Due(tx, p)
			require.NotEmpty(t, shown)
			return err
		})
	}
	w.Do(func(tx *club.Tx) error {
		t, err := tx.Table(over)
		if err != nil {
			return err
		}
		return club.Resign(tx, t, rules.White)
	})
	return w
}

// Each thing that verify holds what is followed against is broken once in a database that was
// right.
func TestVerifyFindsEachFaultOfFollowing(t *testing.T) {
	race.Long(t)
	where := clubtest.File(t)
	w := lived(t, where)
	of := func(of string, id int64, plant, what string) clubtest.Fault {
		return clubtest.Fault{Plant: plant, Of: of, ID: id, What: what}
	}
	w.Finds(t, where,
		// Who follows.
		of("follower", 5, `INSERT INTO blocks (player, blocked) VALUES (5, 5)`, "follows what others play, and is forgotten or blocked"),
		of("follower", 5, `INSERT INTO blocks (player, blocked) VALUES (5, 5)`, "is to be told what others play, and is forgotten or blocked"),
		of("follower", 6, `UPDATE players SET address = '', name = 'Somebody' WHERE id = 6`, "follows what others play, and is forgotten or blocked"),
		of("follower", 6, `UPDATE players SET robot = 1 WHERE id = 6`, "follows what others play, and is a program"),
		of("follower", 6, `UPDATE players SET robot = 1 WHERE id = 6`, "wants the best of the week, and is forgotten, blocked or a program"),
		of("follower", 6, `DELETE FROM followers WHERE player = 6`, "nothing says how they read it"),
		of("follower", 6, `UPDATE followers SET due_at = 0 WHERE player = 6`, "has no digest, and is never told what others play"),
		// Whom and what they follow.
		of("follower", 5, `UPDATE players SET public = 0 WHERE id = 1`, "follows the games of player 1, who lets nobody see them"),
		of("follower", 6, `UPDATE players SET public = 0 WHERE id = 2`, "follows game 1, which not both of its players let be seen"),
		of("follower", 6, `INSERT INTO follow_games (follower, game) VALUES (6, 3)`, "follows game 3, which not both of its players let be seen"),
		of("follower", 5, `INSERT INTO blocks (player, blocked) VALUES (1, 5)`, "follows their own games, or those of player 1, of whom one has blocked the other"),
		of("follower", 5, `UPDATE follow_players SET player = 5`, "follows their own games, or those of player 5"),
		of("follower", 1, `UPDATE follow_games SET follower = 1 WHERE follower = 6`, "follows game 1, which is their own"),
		of("follower", 6, `INSERT INTO follow_games (follower, game) VALUES (6, 2)`, "follows game 2, which is neither chosen nor of whom or what they follow"),
		of("follower", 5, `DELETE FROM follow_players`, "follows game 1, which is neither chosen"),
		of("file", 0, `UPDATE follow_games SET game = 99 WHERE follower = 6`, "follow_games"),
		of("file", 0, `UPDATE follow_players SET player = 99`, "follow_players"),
		of("file", 0, `UPDATE followed SET game = 99`, "followed"),
		// How far they have read.
		of("follower", 6, `UPDATE follow_games SET plies = 7 WHERE follower = 6`, "has read game 1 beyond its last ply"),
		of("follower", 6, `UPDATE follow_games SET done = 1 WHERE follower = 6`, "was told the end of game 1, which goes on"),
		of("follower", 6, `UPDATE follow_games SET told_at = 0 WHERE follower = 6`, "has read some of game 1, and nothing says when"),
		// When they are told.
		of("follower", 5, `UPDATE followers SET due_at = due_at + 86400000 WHERE player = 5`, "is told what they follow at"),
		of("follower", 6, `UPDATE followers SET due_at = due_at + 86400000 WHERE player = 6`, "is told what they follow at"),
		of("follower", 6, `UPDATE best_weeks SET due_at = due_at + 86400000`, "is told the best of the week at"),
		of("game", 2, `UPDATE followed SET due_at = due_at + 86400000`, "its followers are told of it at"),
		// Tables of tournaments.
		of("follower", 5, `INSERT INTO follow_tables (follower, tournament, division) VALUES (5, 1, 1)`, "is to be told of tournament 1, and does not follow it"),
		of("follower", 6, `INSERT INTO follow_tables (follower, tournament, division) VALUES (6, 1, 2)`, "is to be told of a division of tournament 1 that there is not"),
		of("tournament", 1, `UPDATE followed_tables SET due_at = due_at + 86400000`, "its followers are told of it at"),
		// Since when, and what.
		of("follower", 6, `UPDATE follow_games SET told_at = 5 WHERE follower = 6`, "was told of game 1 before it began"),
		of("follower", 6, `UPDATE follow_games SET told_at = told_at + 86400000 WHERE follower = 6`, "they were told of a game in the future"),
		of("follower", 6, `UPDATE follow_games SET undone = 1 WHERE follower = 6`, "has read plies of game 1 that were taken back, and none were"),
		of("follower", 5, `UPDATE follow_players SET made_at = 5`, "follows player 1 since before they were one themselves"),
		of("follower", 5, `UPDATE follow_players SET made_at = made_at + 86400000`, "they follow somebody since the future"),
		of("follower", 5, `UPDATE follow_players SET rules = 'whist'`, "follows the games of player 1 in \"whist\", which is none"),
		of("follower", 6, `UPDATE follow_tournaments SET made_at = 5`, "follows tournament 1 since before it was made"),
		of("follower", 6, `UPDATE follow_tournaments SET made_at = made_at + 86400000`, "they follow a tournament since the future"),
		of("follower", 6, `INSERT INTO follow_tables (follower, tournament, division) VALUES (6, 1, 1)`, "is to be told of tournament 1 since before it was made"),
		of("file", 0, `UPDATE follow_tournaments SET tournament = 99`, "follow_tournaments"),
		// The best of a week.
		of("game", 2, `UPDATE games SET reason = 'time' WHERE id = 2`, "it is among those of the week, and too short, or did not end on the board"),
		of("game", 1, `UPDATE week_games SET game = 1`, "it is among those of the week, and did not end then"),
		of("game", 2, `UPDATE week_games SET ended_at = ended_at - 1`, "it is among those of the week, and did not end then"),
		of("game", 2, `UPDATE players SET public = 0 WHERE id = 3`, "it is among those of the week, and not both of its players let it be seen"),
	)
}

// Both engines answer what is asked of what is followed.
func TestVerifyOnPostgreSQL(t *testing.T) {
	w := lived(t, dbtest.Postgres(t))
	w.Now = w.Now.Add(day)
	w.Verify()
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE follow_games SET plies = 7 WHERE follower = 6`) })
	faults := w.Faults()
	require.Len(t, faults, 1)
	require.Contains(t, faults[0].What, "beyond its last ply")
}

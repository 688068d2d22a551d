package tournament_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
)

// opened is faulty with seasons that one can join: turro-1, which somebody has joined, and
// spring-cup, which somebody wants to leave.
func opened(t *testing.T, path string) *seasonWorld {
	w := faulty(t, path)
	w.join(3, "turro")
	w.Do(clubtest.By("tournament new", "spring-cup", func(tx *club.Tx) error {
		_, err := tournament.Create(tx, seasons.Tournament{Name: "spring-cup", Rules: "rooya", Pace: "3d+1d/7d", Days: 30, StartsAt: tournament.Begins(tx.Now(), 10)})
		return err
	}))
	w.join(4, "spring-cup")
	w.Now = w.Now.Add(time.Hour)
	asked := w.tables("roses-2")[1].Rows[1].ID
	w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, asked, "roses") })
	require.Len(t, clubtest.HeardOf[tournament.LeaveAsked](w.World), 1)
	return w
}

// Each thing that verify holds seasons against that one can join, and the rows of others, is
// broken once in a database that was right.
func TestVerifyFindsEachFaultOfSeasons(t *testing.T) {
	race.Long(t)
	right := dbtest.File(t, "right.db")
	w := opened(t, right)
	var faults []clubtest.Fault
	for _, c := range []struct {
		plant string
		id    int64
		what  string
	}{
		// Its moments.
		{`UPDATE tournaments SET made_at = begun_at + 86400000 WHERE id = 2`, 2, "it began at 2026-06-04 12:00:00.000, before it was made"},
		{`UPDATE tournaments SET made_at = 0 WHERE id = 3`, 3, "of which one cannot be"},
		{`UPDATE tournaments SET made_at = made_at + 864000000 WHERE id = 4`, 4, "of which one cannot be"},
		{`UPDATE tournaments SET ended_at = begun_at - 86400000 WHERE id = 1`, 1, "before it began at"},
		{`UPDATE tournaments SET ended_at = ended_at - 86400000 WHERE id = 1`, 1, "before division 1 did"},
		{`UPDATE tournaments SET begun_at = begun_at + 1, ends_at = ends_at + 1 WHERE id = 2`, 2, "division 1 began at"},
		{`UPDATE divisions SET begun_at = begun_at - 1 WHERE tournament = 2 AND number = 1`, 2, "division 1 began at"},
		{`UPDATE tournaments SET ends_at = ends_at - 86400000 WHERE id = 2`, 2, "no operator has ended it then"},
		{`UPDATE tournaments SET ends_at = made_at WHERE id = 3`, 3, "it has not begun, and its last moment is"},
		{`UPDATE tournaments SET state = 'over', ended_at = made_at WHERE id = 3`, 3, "never began, and no operator has ended it then"},
		{`UPDATE tournaments SET due_at = made_at + 8640000000000 WHERE id = 3`, 3, "there is nothing to wait for"},
		{`UPDATE tournaments SET due_at = 5 WHERE id = 1`, 1, "there is nothing to wait for"},
		// When it begins.
		{`UPDATE tournaments SET starts_at = 0 WHERE id = 3`, 3, "nothing says when it begins"},
		{`UPDATE tournaments SET starts_at = 0 WHERE id = 2`, 2, "and was to begin at never"},
		{`UPDATE tournaments SET starts_at = starts_at + 86400000 WHERE id = 3`, 3, "one can join it from"},
		{`UPDATE tournaments SET starts_at = starts_at - 86400000 WHERE id = 2`, 2, "one can join it from"},
		{`UPDATE tournaments SET starts_at = starts_at + 86400000000 WHERE id = 2`, 2, "it began at"},
		{`UPDATE tournaments SET starts_at = starts_at + 1 WHERE id = 4`, 4, "which is not some days later"},
		{`UPDATE tournaments SET starts_at = made_at - 86400000 WHERE id = 4`, 4, "which is not some days later"},
		// What it is.
		{`UPDATE tournaments SET name = 'turro-7' WHERE id = 3`, 3, "it is season 1 of turro, and is not called so"},
		{`UPDATE tournaments SET rules = 'rooya' WHERE id = 3`, 3, "it is season 1 of rooya, and is not called so"},
		{`UPDATE tournaments SET rules = 'whist' WHERE id = 4`, 4, "whist"},
		{`UPDATE tournaments SET name = 'Spring Cup' WHERE id = 4`, 4, "no operator can have called it so"},
		{`UPDATE tournaments SET standing = 0 WHERE id = 3`, 3, "no operator can have called it so"},
		{`UPDATE tournaments SET standing = 1 WHERE id = 4`, 4, "it is season 1 of rooya, and is not called so"},
		{`UPDATE tournaments SET days = 7 WHERE id = 3`, 3, "it lasts 7 days, and a season 120"},
		{`UPDATE tournaments SET days = 1000 WHERE id = 4`, 4, "none lasts so long"},
		{`UPDATE tournaments SET days = 119 WHERE id = 1`, 1, "it lasts 119 days"},
		{`UPDATE tournaments SET pace = 'x' WHERE id = 3`, 3, `its pace "x" is none`},
		{`UPDATE tournaments SET season = 2, name = 'turro-2' WHERE id = 3`, 3, "there is no season 1 of turro before it"},
		{`UPDATE tournaments SET season = 3 WHERE id = 4`, 4, "it is no season, and is season 3"},
		{`UPDATE tournaments SET previous = 1 WHERE id = 3`, 3, "it follows tournament 1, and by the seasons of turro it is 0"},
		{`PRAGMA foreign_keys = OFF; DELETE FROM pairings WHERE tournament = 2; DELETE FROM divisions WHERE tournament = 2; DELETE FROM entrants WHERE tournament = 2; DELETE FROM tournaments WHERE id = 2`,
			1, "the season that follows is gone"},
		// Who takes part.
		{`UPDATE entrants SET joined_at = 5 WHERE tournament = 3`, 3, "player 3 joined it at 1970-01-01"},
		{`UPDATE entrants SET joined_at = joined_at + 8640000000 WHERE tournament = 3`, 3, "player 3 joined it at"},
		{`UPDATE entrants SET joined_at = joined_at + 1728000000 WHERE tournament = 1 AND player = 2`, 1, "player 2 joined it at 2026-01-25 12:00:00.000, after it began"},
		{`UPDATE entrants SET rating = 1500 WHERE tournament = 3`, 3, "player 3 has a rating or a place in it"},
		{`UPDATE entrants SET number = 1 WHERE tournament = 3`, 3, "player 3 has a rating or a place in it"},
		{`UPDATE entrants SET last = 1 WHERE tournament = 4`, 4, "player 4 has a rating or a place in it"},
		{`UPDATE entrants SET asked_at = joined_at WHERE tournament = 4`, 4, "player 4 has a rating or a place in it"},
		{`UPDATE entrants SET asked_at = 5 WHERE asked_at <> 0`, 2, "was asked at 1970-01-01 00:00:00.005 whether they leave"},
		{`UPDATE entrants SET asked_at = asked_at + 86400000 WHERE asked_at <> 0`, 2, "whether they leave, and had no games under way in it"},
		{`UPDATE entrants SET asked_at = (SELECT ended_at FROM tournaments WHERE id = 1) + 86400000 WHERE tournament = 1 AND player = 3`, 1, "player 3 was asked at"},
		{`UPDATE entrants SET rating = rating + 1 WHERE tournament = 1 AND player = 3`, 1, "player 3 is said to have been rated 1501.00"},
		{`UPDATE entrants SET rating = rating + 1 WHERE tournament = 2 AND player = 3`, 2, "player 3 is said to have been rated"},
		{`UPDATE players SET public = 0 WHERE id = 3`, 3, "player 3 is to play in it, and lets nobody see their games"},
		{`UPDATE games SET robots = 1 WHERE id = (SELECT min(p.game) FROM pairings AS p JOIN games AS g ON g.id = p.game WHERE p.tournament = 2 AND g.result = 'none')`, 2, "with a program"},
	} {
		faults = append(faults, clubtest.Fault{Plant: c.plant, Of: "tournament", ID: c.id, What: c.what})
	}
	running := `(SELECT min(p.game) FROM pairings AS p JOIN games AS g ON g.id = p.game WHERE p.tournament = 2 AND g.result = 'none')`
	var id int64
	w.Do(func(tx *club.Tx) error {
		return tx.DB.Rows(func(scan func(...any) error) error { return scan(&id) }, `SELECT `+running)
	})
	faults = append(faults,
		clubtest.Fault{Plant: `DELETE FROM pairings WHERE game = ` + running, Of: "game", ID: id, What: "by its subject it is of tournament roses-2, and it is played for neither"},
		clubtest.Fault{Plant: `UPDATE games SET subject = replace(subject, 'roses-2', 'roses-1') WHERE id = ` + running, Of: "game", ID: id, What: "by its subject it is of tournament roses-1, and it is played for tournament roses-2"})
	w.Finds(t, right, faults...)
}

package tournament_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// faulty writes a database in which a season is over and the next one runs: player 1 was
// out of the first, having played, and in the second somebody is out who had not, and
// others were warned.
func faulty(t *testing.T, path string) *seasonWorld {
	w := newSeasonWorld(t, path, 10)
	begun(w, "roses", 10)
	for i, g := range w.tables("roses-1")[0].Games[:16] {
		w.Do(func(tx *club.Tx) error {
			return club.Adjudicate(tx, g.ID, []rules.Result{rules.BlackWins, rules.WhiteWins, rules.Draw}[i%3])
		})
	}
	leave := func(player int64) tournament.PlayerOut {
		w.Now = w.Now.Add(time.Minute)
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, player, "roses") })
		return clubtest.HeardOf[tournament.PlayerOut](w.World)[0]
	}
	require.False(t, leave(1).Cancelled)
	w.Now = w.named("roses-1").EndsAt
	w.steps()
	w.join(1, "roses")
	begunAgain(w)
	require.True(t, leave(w.tables("roses-2")[0].Rows[2].ID).Cancelled)
	w.Now = w.Now.Add(2 * day)
	w.turn(w.tables("roses-2")[1].Games[0].ID, w.tables("roses-2")[1].Games[0].Black)
	require.NotEmpty(t, lost[tournament.Warned](w))
	return w
}

// Each thing that verify holds tournaments against is broken once in a database that was
// right, and found with what the operator can do.
func TestVerifyFindsEachFaultOfTournaments(t *testing.T) {
	race.Long(t)
	right := dbtest.File(t, "right.db")
	w := faulty(t, right)
	game := func(where string) string {
		return `(SELECT min(p.game) FROM pairings AS p JOIN games AS g ON g.id = p.game WHERE ` + where + `)`
	}
	running := game(`p.tournament = 2 AND p.division = 2 AND g.result = 'none'`)
	var faults []clubtest.Fault
	for _, c := range []struct {
		plant string
		id    int64
		what  string
	}{
		// Entries and divisions.
		{`UPDATE entrants SET number = 9 WHERE tournament = 1 AND player = 2`, 1, "by ratings and the season before it is place 2 of division 1"},
		{`UPDATE entrants SET division = 3 - division WHERE tournament = 2 AND number = 1`, 2, "by ratings and the season before it is place 1"},
		{`UPDATE entrants SET rating = 1 WHERE tournament = 1 AND player = 1`, 1, "player 2 has place 2 of division 1, and by ratings"},
		{`UPDATE entrants SET division = 7 WHERE tournament = 2 AND division = 1 AND number = 1`, 2, "is in division 7, and there are 2"},
		{`UPDATE entrants SET number = 1 WHERE tournament = 2 AND division = 1 AND number = 2`, 2, "have the same place 1 of division 1"},
		{`DELETE FROM entrants WHERE tournament = 2 AND division = 1 AND number = 5`, 2, "by ratings and the season before"},
		{`DELETE FROM entrants WHERE tournament = 2 AND division = 2 AND number > 2`, 2, "7 who take part make 1 divisions, and there are 2"},
		{`INSERT INTO divisions (tournament, number) VALUES (1, 4)`, 1, "there is a division 4"},
		// Who goes up and down.
		{`UPDATE tournaments SET previous = 0 WHERE id = 2`, 2, "by ratings and the season before"},
		{`UPDATE tournaments SET previous = 2 WHERE id = 2`, 2, "it follows tournament 2"},
		{`UPDATE entrants SET out_at = 0 WHERE tournament = 1 AND player = 1`, 2, "by ratings and the season before"},
		// Pairings.
		{`DELETE FROM pairings WHERE game = ` + running, 2, "1 games that the pairings of division 2 have are not there"},
		{`UPDATE pairings SET round = 9 WHERE game = ` + running, 2, "is none of round 9 of division 2"},
		{`UPDATE pairings SET division = 1 WHERE game = ` + running, 2, "of division 1"},
		{`UPDATE pairings SET division = 3 WHERE game = ` + running, 2, "is of division 3, and there are 2"},
		{`UPDATE games SET rated = 0 WHERE id = ` + running, 2, "not rated"},
		{`UPDATE games SET started_at = started_at - 1 WHERE id = ` + running, 2, "did not begin with division 2"},
		// Results.
		{`UPDATE pairings SET judged = 'clear' WHERE game = ` + game(`p.judged = 'exact'`), 1, "cannot have been decided as clear on the last day"},
		{`UPDATE pairings SET judged = 'exact' WHERE game = ` + game(`p.tournament = 1 AND p.judged = ''`), 1, "cannot have been decided as exact on the last day"},
		{`UPDATE divisions SET top = '9' WHERE tournament = 1 AND number = 1`, 1, `its players were told that "9" does`},
		{`UPDATE divisions SET ended_at = ended_at - 1 WHERE tournament = 1 AND number = 1`, 1, "the last game of division 1 ended at"},
		{`UPDATE divisions SET ended_at = begun_at WHERE tournament = 2 AND number = 2`, 2, "division 2 is over, and game"},
		// Who is out, and who was warned.
		{`UPDATE entrants SET cancelled = 0 WHERE tournament = 2`, 2, "they are not cancelled"},
		{`UPDATE entrants SET cancelled = 1 WHERE tournament = 1 AND player = 1`, 1, "and all are cancelled"},
		{`UPDATE entrants SET out_at = 0 WHERE tournament = 2`, 2, "are cancelled, and they are not out"},
		{`UPDATE entrants SET out_at = 5 WHERE tournament = 1 AND player = 1`, 1, "is out since 1970-01-01"},
		{`UPDATE entrants SET out_at = (SELECT begun_at FROM tournaments WHERE id = 2) + 1 WHERE tournament = 2 AND player IN (SELECT black FROM games WHERE id = ` + running + `)`, 2, "is out since"},
		{`UPDATE entrants SET warned_at = warned_at + 1 WHERE warned_at <> 0`, 2, "lost no game on time then"},
		{`UPDATE entrants SET warned_at = 0`, 2, "on time, and was not warned"},
		{`UPDATE entrants SET warned_at = warned_at - 864000000 WHERE warned_at <> 0`, 2, "on time after the warning, and is not out"},
		// The tournament itself.
		{`UPDATE tournaments SET state = 'over', ended_at = ends_at WHERE id = 2`, 2, "it is over, and game"},
		{`UPDATE tournaments SET state = 'open' WHERE id = 2`, 2, "one can join it, and it began or ended at"},
		{`UPDATE tournaments SET ends_at = ends_at + 1 WHERE id = 2`, 2, "for 120 days, and its last moment is"},
		{`UPDATE tournaments SET ended_at = 0 WHERE id = 1`, 1, "nothing says since when"},
		{`UPDATE tournaments SET ended_at = 5 WHERE id = 2`, 2, "it goes on after its end at"},
		{`UPDATE tournaments SET begun_at = 0 WHERE id = 2`, 2, "it has begun, and nothing says when"},
		{`UPDATE tournaments SET pace = 'x' WHERE id = 2`, 2, `its pace "x" is none`},
		{`UPDATE tournaments SET rules = 'whist' WHERE id = 2`, 2, "whist"},
	} {
		faults = append(faults, clubtest.Fault{Plant: c.plant, Of: "tournament", ID: c.id, What: c.what})
	}
	w.Finds(t, right, faults...)
}

// A game that cannot be opened on its event date keeps its own tournament waiting alone.
func TestADamagedGameHoldsItsTournamentUpAlone(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "damaged.db")
	w := newSeasonWorld(t, path, 8)
	begun(w, "roses", 4)
	for player := int64(5); player <= 8; player++ {
		w.join(player, "turro")
	}
	w.Now = w.Now.Add(15 * day)
	w.steps()
	broken := w.tables("roses-1")[0].Games[0].ID
	dbtest.Execute(t, path, `UPDATE games SET plies = 1 WHERE id = ?`, broken)
	w.Now = w.named("turro-1").EndsAt.Add(day)
	var step *tournament.Step
	find := func(tx *club.Tx) (err error) { step, err = tournament.NextStep(w.Club, tx.DB); return err }
	w.Do(find)
	require.Equal(t, "roses-1", step.Tournament.Name)
	require.NoError(t, step.Think(t.Context()))
	w.Do(func(tx *club.Tx) error {
		require.Error(t, step.Run(tx))
		return step.PutOff(tx.DB)
	})
	w.Do(find)
	require.Equal(t, "turro-1", step.Tournament.Name)
}

package tournament_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// cannotPlay are reasons for which a player who has joined has no games.
var cannotPlay = map[string]string{
	"stopped":       `UPDATE players SET stopped_at = 1 WHERE id = 5`,
	"is gone":       `UPDATE players SET address = '', folded = '#5', name = 'Somebody' WHERE id = 5`,
	"leaves":        `UPDATE players SET leaving = 1 WHERE id = 5`,
	"is a program":  `UPDATE players SET program = 1 WHERE id = 5`,
	"is not public": `UPDATE entrants SET public = 0 WHERE player = 5; UPDATE players SET public = 0 WHERE id = 5`,
	"is suspended":  `INSERT INTO pauses (player, why, from_at) VALUES (5, 'bounce', 1)`,
}

// A player who cannot play when the divisions are made is in none; one who cannot when their games begin is
// out, and has none.
func TestWhoCannotPlayHasNoGames(t *testing.T) {
	t.Parallel()
	for name, query := range cannotPlay {
		for _, late := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := newSeasonWorld(t, clubtest.File(t), 5)
				for player := range int64(5) {
					w.join(player+1, "turro")
				}
				w.Now = w.Now.Add(15 * day)
				if late {
					step := w.step()
					require.NoError(t, step.Think(t.Context()))
					w.Do(step.Run)
				}
				w.Do(func(tx *club.Tx) error { return tx.DB.Exec(query) })
				w.steps()
				table := w.tables("turro-1")[0]
				require.Len(t, table.Games, 12, "each pair of the four others plays twice")
				for _, g := range table.Games {
					require.NotContains(t, []int64{g.Black, g.White}, int64(5))
				}
				in := map[int64]tournament.SeasonRow{}
				for _, row := range table.Rows {
					in[row.ID] = row
				}
				require.Equal(t, late, in[5].Cancelled)
				require.Len(t, in, map[bool]int{false: 4, true: 5}[late])
			})
		}
	}
}

// Players of whom too few can play wait for others.
func TestTooFewWhoCanPlayWait(t *testing.T) {
	t.Parallel()
	w := newSeasonWorld(t, clubtest.File(t), 5)
	for _, player := range []int64{1, 2, 3, 5} {
		w.join(player, "turro")
	}
	w.Now = w.Now.Add(15 * day)
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(cannotPlay["stopped"]) })
	w.steps()
	require.Equal(t, tournaments.Open, w.named("turro-1").State)
	w.join(4, "turro")
	w.steps()
	require.Equal(t, tournaments.Running, w.named("turro-1").State)
	require.Len(t, w.tables("turro-1")[0].Rows, 4)
}

// A division ends once: nobody is told again, and its end stays.
func TestADivisionEndsOnce(t *testing.T) {
	t.Parallel()
	w := newSeasonWorld(t, clubtest.File(t), 4)
	begun(w, "turro", 4)
	table := w.tables("turro-1")[0]
	for _, g := range table.Games {
		w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, g.ID, rules.BlackWins) })
	}
	require.Len(t, clubtest.HeardOf[tournament.DivisionOver](w.World), 1)
	ended := w.tables("turro-1")[0].Division
	require.Equal(t, w.Now, ended.EndedAt)
	w.Now = w.Now.Add(day)
	w.Do(func(tx *club.Tx) error {
		game, err := tx.Game(table.Games[0].ID)
		if err != nil {
			return err
		}
		return tx.Emit(club.GameEnded{Game: game})
	})
	require.Empty(t, clubtest.HeardOf[tournament.DivisionOver](w.World))
	require.Empty(t, clubtest.HeardOf[tournament.LeadersChanged](w.World))
	require.Equal(t, ended, w.tables("turro-1")[0].Division)
}

// If a part of a step cannot be written, the step fails, and nothing of it is written.
func TestAStepThatCannotBeWrittenFails(t *testing.T) {
	t.Parallel()
	for what, steps := range map[string]int{
		"INSERT ON divisions": 0, "UPDATE ON entrants": 0, "UPDATE OF state ON tournaments": 0, // to divide
		"INSERT ON pairings": 1, "UPDATE OF begun_at ON divisions": 1, "UPDATE OF starts_at ON tournaments": 1, // to begin
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			where := clubtest.File(t)
			w := newSeasonWorld(t, where, 4)
			for player := range int64(4) {
				w.join(player+1, "turro")
			}
			w.Now = w.Now.Add(15 * day)
			for range steps {
				w.Do(w.step().Run)
			}
			before := w.named("turro-1")
			dbtest.Execute(t, where, `CREATE TRIGGER full BEFORE `+what+` BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
			require.ErrorContains(t, w.Try(w.step().Run), "the disk is full")
			require.Equal(t, before, w.named("turro-1"))
			dbtest.Execute(t, where, `DROP TRIGGER full`)
			w.steps()
			require.Equal(t, tournaments.Running, w.named("turro-1").State)
		})
	}
}

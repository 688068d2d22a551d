package tournament_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// Merged players keep a place in each division in which both were: every game belongs to a
// player, and what ends, ends for both.
func TestTwoWhoBecomeOneKeepBothPlaces(t *testing.T) {
	eachSeason(t, 11, func(w *seasonWorld) {
		begun(w, "roses", 10)
		tables := w.tables("roses-1")
		from, into := tables[1].Rows[0].ID, tables[0].Rows[0].ID
		for _, table := range tables {
			for _, g := range table.Games[:7] {
				w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, g.ID, rules.WhiteWins) })
			}
		}
		before := w.tables("roses-1")
		w.Do(func(tx *club.Tx) error { return club.Merge(tx, from, into, true) })
		w.Verify()
		for i, table := range w.tables("roses-1") {
			require.Len(t, table.Rows, 5)
			for j, row := range table.Rows {
				was := before[i].Rows[j]
				if was.ID == from {
					was.ID = into
				}
				require.Equal(t, [5]int64{was.ID, int64(was.Points), int64(was.Berger), int64(was.Played), int64(was.Left)},
					[5]int64{row.ID, int64(row.Points), int64(row.Berger), int64(row.Played), int64(row.Left)})
			}
		}
		// A new leader is reported only if there is one.
		var lost int64
		for _, g := range w.tables("roses-1")[1].Games {
			if g.Result == db.Undecided && g.White == into {
				lost = g.ID
			}
		}
		if lost != 0 {
			w.resign(lost, into)
		}
		w.Do(func(tx *club.Tx) error {
			count, err := tournaments.Count(tx.DB, w.id(tx, "roses-1"))
			require.Equal(t, 9, count)
			return err
		})
		// Leaving means leaving both places.
		w.Now = w.Now.Add(time.Minute)
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, into, "roses") })
		require.Len(t, clubtest.HeardOf[tournament.PlayerOut](w.World), 2)
		w.Refuses("not-in-season", func(tx *club.Tx) error { return tournament.Leave(tx, into, "roses") })
		w.Now = w.named("roses-1").EndsAt
		w.steps()
		require.Equal(t, tournaments.Over, w.named("roses-1").State)
		w.Verify()

		// A player who was in no division takes the place.
		begunAgain(w)
		first := w.tables("roses-2")[0]
		gone := first.Rows[0].ID
		w.Do(func(tx *club.Tx) error { return club.Merge(tx, gone, 11, true) })
		require.EqualValues(t, 11, w.tables("roses-2")[0].Rows[0].ID)
		w.Verify()
	})
}

// begunAgain waits for the next season.
func begunAgain(w *seasonWorld) {
	w.Now = w.Now.Add(15 * day)
	w.steps()
}

func (w *seasonWorld) id(tx *club.Tx, name string) int64 {
	w.T.Helper()
	t, err := tournaments.Named(tx.DB, name)
	require.NoError(w.T, err)
	return t.ID
}

// A player whose messages are suspended is not warned, and so not out.
func TestAWarningThatIsNotSentIsNone(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 1, true) })
		warned, outs := map[int64]bool{}, map[int64]bool{}
		w.Hear = func() {
			for _, e := range clubtest.HeardOf[tournament.Warned](w.World) {
				warned[e.Player.ID] = true
			}
			for _, e := range clubtest.HeardOf[tournament.PlayerOut](w.World) {
				outs[e.Player.ID] = true
			}
		}
		for range 40 { // all clocks but those that stand still run out, and then those
			w.nextClock()
		}
		require.Equal(t, map[int64]bool{2: true, 3: true, 4: true}, warned)
		require.NotContains(t, outs, int64(1))
		require.Empty(t, w.of(1))
		w.Verify()
	})
}

// A player to whom no messages are sent when a season begins is not in it.
func TestASeasonBeginsWithoutWhoGetsNoMessages(t *testing.T) {
	eachSeason(t, 5, func(w *seasonWorld) {
		w.join(5, "turro")
		w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 5, true) })
		begun(w, "turro", 4)
		require.Len(t, w.tables("turro-1")[0].Rows, 4)
		w.Verify()
	})
}

// A warning that may have bounced does not count, and the next loss is reported as the first.
func TestAWarningThatCameBackIsNone(t *testing.T) {
	for name, wait := range map[string]time.Duration{"at once": time.Minute, "later": 4 * day} {
		t.Run(name, func(t *testing.T) {
			eachSeason(t, 4, func(w *seasonWorld) {
				begun(w, "turro", 4)
				var second []int64 // the games in which player 1 moves second
				for _, g := range w.tables("turro-1")[0].Games {
					w.Do(func(tx *club.Tx) error {
						game, err := tx.Game(g.ID)
						if err == nil && game.Player(game.Turn()).ID != 1 && game.Side(1) != rules.None {
							second = append(second, g.ID)
						}
						return err
					})
				}
				w.Now = w.Now.Add(2 * day)
				for _, g := range second {
					w.turn(g, 1)
				}
				require.NotEmpty(t, lost[tournament.Warned](w))
				require.ElementsMatch(t, second, w.of(1))
				w.Now = w.Now.Add(wait)
				w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 1, true) })
				w.Now = w.Now.Add(day)
				w.Do(func(tx *club.Tx) error { return club.Resume(tx, 1) })
				for _, g := range second {
					w.turn(g, 1)
				}
				again, outs := 0, 0
				w.Hear = func() {
					again += len(clubtest.HeardOf[tournament.Warned](w.World))
					outs += len(clubtest.HeardOf[tournament.PlayerOut](w.World))
				}
				for range 20 {
					w.nextClock()
				}
				if wait < day {
					require.Equal(t, [2]int{1, 0}, [2]int{again, outs})
				} else {
					require.Equal(t, [2]int{0, 1}, [2]int{again, outs})
				}
				w.Verify()
			})
		})
	}
}

// A merged player who is out of one of two places is not in the season that follows.
func TestWhoIsOutOfOnePlaceDoesNotFollow(t *testing.T) {
	eachSeason(t, 10, func(w *seasonWorld) {
		begun(w, "roses", 10)
		tables := w.tables("roses-1")
		from, into := tables[1].Rows[0].ID, tables[0].Rows[0].ID
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, from, "roses") })
		w.Do(func(tx *club.Tx) error { return club.Merge(tx, from, into, true) })
		w.Now = w.named("roses-1").EndsAt
		w.steps()
		w.Do(func(tx *club.Tx) error {
			places, err := tournaments.PlacesOf(tx.DB, w.id(tx, "roses-2"), into)
			require.Empty(t, places)
			count, failed := tournaments.Count(tx.DB, w.id(tx, "roses-2"))
			require.Equal(t, 8, count)
			require.NoError(t, failed)
			return err
		})
	})
}

package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// testCalendars: a name comes back only to the same player at the same moment; what is listed changes
// with the clocks and pauses of the player; of two players who become one, a calendar that is on stays.
func testCalendars(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, eve := player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "eve")
		none, err := tx.Calendar(ada.ID)
		require.NoError(t, err)
		require.Empty(t, none)
		made := func(p db.Player) string {
			name, err := tx.NewCalendar(p.ID)
			require.NoError(t, err)
			require.Regexp(t, `^[a-z2-7]{32}$`, name)
			return name
		}
		first := made(ada)
		require.Equal(t, first, made(ada))
		require.NotEqual(t, first, made(bob))
		now := tx.Now
		tx.Now = now.Add(time.Millisecond)
		require.NotEqual(t, first, made(ada))
		require.NoError(t, tx.DropCalendar(bob.ID))

		states := func() []db.WantedCalendar {
			states, err := tx.WantedCalendars()
			require.NoError(t, err)
			return states
		}
		require.Len(t, states(), 1)
		require.Equal(t, ada.ID, states()[0].Player)
		before := states()[0].Clocks
		g := game(t, tx, eve, ada, false)
		after := states()[0].Clocks
		require.NotEqual(t, before, after)
		g.ClockDue = g.ClockDue.Add(time.Hour)
		require.NoError(t, tx.SaveClock(g))
		require.NotEqual(t, after, states()[0].Clocks)
		after = states()[0].Clocks
		_, err = tx.AddPause(db.ClockPause{Player: eve.ID, Why: db.Bounce, From: tx.Now})
		require.NoError(t, err)
		require.NotEqual(t, after, states()[0].Clocks)

		require.NoError(t, tx.RepeatCalendar(ada.ID, db.Departed{At: now}))
		require.Len(t, states(), 1, "it is newer")
		other := player(t, tx, "other")
		mine := made(other)
		require.NoError(t, tx.Merge(other.ID, bob.ID))
		name, err := tx.Calendar(bob.ID)
		require.NoError(t, err)
		require.Equal(t, mine, name)
		require.NoError(t, tx.RepeatCalendar(ada.ID, db.Departed{At: tx.Now.Add(time.Hour), Whom: fmt.Sprint("off:", bob.ID)}))
		require.Len(t, states(), 2, "it is another's")
		require.NoError(t, tx.RepeatCalendar(ada.ID, db.Departed{At: tx.Now.Add(time.Hour)}))
		require.Len(t, states(), 1)
		require.NoError(t, tx.Forget(bob, "somebody", time.Hour))
		require.Empty(t, states())
	})
}

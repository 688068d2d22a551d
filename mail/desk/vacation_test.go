package desk_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// live moves a player into a timezone.
func (w *world) live(address, zone string) {
	w.t.Helper()
	require.NoError(w.t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		require.NoError(w.t, err)
		p.Timezone = zone
		return tx.SavePlayer(p)
	}))
}

// TestVacationWithoutMidnight: a vacation begins and ends on its days where
// daylight saving begins at midnight.
func TestVacationWithoutMidnight(t *testing.T) {
	for _, c := range []struct {
		zone, now, days, first, last, until string
	}{
		{"America/Santiago", "2026-09-06T12:00:00-03:00", "today to tomorrow", "2026-09-06", "2026-09-07", "2026-09-08T00:00:00-03:00"},
		{"America/Santiago", "2026-09-05T12:00:00-04:00", "today to today", "2026-09-05", "2026-09-05", "2026-09-06T01:00:00-03:00"},
		{"America/Santiago", "2026-09-05T12:00:00-04:00", "tomorrow to 2026-09-06", "2026-09-06", "2026-09-06", "2026-09-07T00:00:00-03:00"},
		{"Atlantic/Azores", "2027-03-28T12:00:00+00:00", "today to tomorrow", "2027-03-28", "2027-03-29", "2027-03-30T00:00:00Z"},
		{"Atlantic/Azores", "2027-03-27T12:00:00-01:00", "2027-03-28 to 2027-03-28", "2027-03-28", "2027-03-28", "2027-03-29T00:00:00Z"},
		{"America/Havana", "2027-03-13T12:00:00-05:00", "today to tomorrow", "2027-03-13", "2027-03-14", "2027-03-15T00:00:00-04:00"},
	} {
		t.Run(c.zone+" "+c.days, func(t *testing.T) {
			w := newWorld(t)
			now, err := time.Parse(time.RFC3339, c.now)
			require.NoError(t, err)
			w.now = now
			w.begin("rooya")
			w.live(bob, c.zone)
			letters := w.send(post{from: bob, proven: true, body: "vacation " + c.days})
			require.Len(t, letters, 2)
			require.Contains(t, w.send(post{from: bob, proven: true, body: "settings"})[0].Text, c.first+" to "+c.last)
			until, err := time.Parse(time.RFC3339, c.until)
			require.NoError(t, err)
			require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
				pauses, err := tx.Pauses(w.now, w.player(bob).ID)
				require.Len(t, pauses, 1)
				require.True(t, until.Equal(pauses[0].To), pauses[0].To)
				return err
			}))
		})
	}
}

// TestVacationDaysAreDistinct: a day counts once, however often a vacation is
// ended and begun on it.
func TestVacationDaysAreDistinct(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	for range 3 {
		l := w.send(post{from: bob, proven: true, body: "vacation today to 2026-11-24"})
		require.Contains(t, flat(*w.last(bob)), "You have 25 days of 30 left in 2026", l)
		w.now = w.now.Add(time.Hour)
		w.send(post{from: bob, proven: true, body: "vacation off"})
		require.Contains(t, flat(*w.last(bob)), "You have 29 days of 30 left in 2026")
		w.now = w.now.Add(time.Hour)
	}
	// All that is left can be taken: today is charged already.
	w.send(post{from: bob, proven: true, body: "vacation today to 2026-12-19"})
	require.Contains(t, flat(*w.last(bob)), "You have 0 days of 30 left in 2026")
}

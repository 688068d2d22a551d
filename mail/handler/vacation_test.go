package handler_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// live moves a player into a timezone.
func (w *world) live(address, zone string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		require.NoError(w.T, err)
		p.Timezone = zone
		return tx.SavePlayer(p)
	}))
}

// TestVacationWithoutMidnight: a vacation begins and ends on its days where
// daylight saving begins at midnight.
func TestVacationWithoutMidnight(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
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
			w.Now = now
			w.Begin("rooya")
			w.live(bob, c.zone)
			messages := w.Send(post{From: bob, Proven: true, Body: "vacation " + c.days})
			require.Len(t, messages, 2)
			require.Contains(t, w.Send(post{From: bob, Proven: true, Body: "settings"})[0].Text, c.first+" to "+c.last)
			until, err := time.Parse(time.RFC3339, c.until)
			require.NoError(t, err)
			require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
				pauses, err := tx.Pauses(w.Now, w.player(bob).ID)
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
	t.Parallel()
	w := begun(t, "rooya")
	for range 2 {
		l := w.Send(post{From: bob, Proven: true, Body: "vacation today to 2026-11-24"})
		require.Contains(t, flat(*w.Last(bob)), "You have 25 days of 30 left in 2026", l)
		w.Now = w.Now.Add(time.Hour)
		w.Send(post{From: bob, Proven: true, Body: "vacation off"})
		require.Contains(t, flat(*w.Last(bob)), "You have 29 days of 30 left in 2026")
		w.Now = w.Now.Add(time.Hour)
	}
	// All that is left can be taken: today is charged already.
	w.Send(post{From: bob, Proven: true, Body: "vacation today to 2026-12-19"})
	require.Contains(t, flat(*w.Last(bob)), "You have 0 days of 30 left in 2026")
}

// TestVacationOverIsToldOnce: the end of a vacation brings one message for all games that
// wait, however their reminders lie, and none for those that do not; and two vacations
// one after the other end once.
func TestVacationOverIsToldOnce(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge zoe@example.org turro as black"})
	w.Reply("zoe@example.org", "accept")
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge eve@example.org rooya as white"})
	w.Reply("eve@example.org", "accept")
	w.Send(post{From: ada, Proven: true, Body: "vacation today to 2026-11-22"})
	w.Send(post{From: ada, Proven: true, Body: "vacation 2026-11-23"})
	w.Send(post{From: ada, Proven: true, Body: "vacation 2026-11-23 to 2026-11-24"})
	seen := len(w.Boxes[ada])
	w.Pass(4 * day)
	require.Empty(t, w.Boxes[ada][seen:], "the next vacation has begun")
	w.Pass(day)
	require.Len(t, w.Boxes[ada][seen:], 1)
	text := flat(*w.Last(ada))
	require.Contains(t, text, "The clocks of the 2 games that are waiting for you run again")
	require.Contains(t, text, "Le Rooya #1 against Bob: you have time until Friday 23:55")
	require.Contains(t, text, "Turro #2 against Zoe")
	require.NotContains(t, text, "#3")
	w.Pass(6 * time.Hour)
	require.Len(t, w.Boxes[ada][seen:], 1)
}

package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	require.NoError(t, err)
	return z
}

// A day begins when its date does, even if it has no midnight or two of them.
func TestMidnight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, want string }{
		{"UTC", "2026-09-06", "2026-09-06T00:00:00Z"},
		{"America/Santiago", "2026-09-05", "2026-09-05T00:00:00-04:00"},
		{"America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00"},
		{"America/Santiago", "2026-09-07", "2026-09-07T00:00:00-03:00"},
		{"Atlantic/Azores", "2027-03-28", "2027-03-28T01:00:00Z"},
		{"Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00Z"},
		{"America/Havana", "2027-03-14", "2027-03-14T01:00:00-04:00"},
		{"America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"},
	} {
		t.Run(c.zone+" "+c.day, func(t *testing.T) {
			day, err := time.Parse(time.DateOnly, c.day)
			require.NoError(t, err)
			d := clock.DateOf(day)
			got := d.Midnight(zone(t, c.zone))
			require.Equal(t, c.want, got.Format(time.RFC3339))
			require.Equal(t, d, clock.DateOf(got))
			require.Equal(t, d.Add(-1), clock.DateOf(got.Add(-time.Second)))
			require.Equal(t, c.day, d.String())
		})
	}
}

// Saturday ends when Sunday begins, an hour later.
func TestWeekendWithoutMidnight(t *testing.T) {
	t.Parallel()
	santiago := zone(t, "America/Santiago")
	h := clock.Hours{Weekdays: true, Zone: santiago}
	friday := time.Date(2026, 9, 4, 12, 0, 0, 0, santiago)
	require.Equal(t, "2026-09-07T12:00:00-03:00", h.Reach(friday, 24*time.Hour).Format(time.RFC3339))
	h = clock.Hours{Weekdays: true, Zone: zone(t, "Asia/Beirut")} // Sunday 28 March 2027
	friday = time.Date(2027, 3, 26, 12, 0, 0, 0, h.Zone)
	require.Equal(t, "2027-03-29T12:00:00+03:00", h.Reach(friday, 24*time.Hour).In(h.Zone).Format(time.RFC3339))
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		name, zone  string
		weekly      bool
		day         time.Weekday
		minute      int
		after, want string // UTC
	}{
		{"later today", "UTC", false, 0, 450, "2026-11-20 06:00", "2026-11-20 07:30"},
		{"at the moment itself: tomorrow", "UTC", false, 0, 450, "2026-11-20 07:30", "2026-11-21 07:30"},
		{"in Rome", "Europe/Rome", false, 0, 450, "2026-11-20 06:00", "2026-11-20 06:30"},
		{"clocks go forward", "Europe/Rome", false, 0, 450, "2027-03-27 06:30", "2027-03-28 05:30"},
		{"clocks go back", "Europe/Rome", false, 0, 450, "2026-10-24 05:30", "2026-10-25 06:30"},
		{"an hour that comes twice: once", "Europe/Rome", false, 0, 150, "2026-10-25 01:30", "2026-10-26 01:30"},
		{"an hour that is skipped", "Europe/Rome", false, 0, 150, "2027-03-27 12:00", "2027-03-28 01:30"},
		{"after an hour that was skipped", "Europe/Rome", false, 0, 150, "2027-03-28 01:30", "2027-03-29 00:30"},
		{"weekly", "UTC", true, time.Monday, 450, "2026-11-20 06:00", "2026-11-23 07:30"},
		{"weekly, today", "UTC", true, time.Friday, 450, "2026-11-20 06:00", "2026-11-20 07:30"},
		{"weekly, just passed", "UTC", true, time.Friday, 450, "2026-11-20 08:00", "2026-11-27 07:30"},
		{"weekly, by the local day", "Pacific/Auckland", true, time.Monday, 0, "2026-11-20 06:00", "2026-11-22 11:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := time.Parse("2006-01-02 15:04", c.after)
			require.NoError(t, err)
			got := clock.Recurrence{Weekly: c.weekly, Day: c.day, Minute: c.minute, Zone: zone(t, c.zone)}.Next(after)
			require.Equal(t, c.want, got.UTC().Format("2006-01-02 15:04"))
		})
	}
}

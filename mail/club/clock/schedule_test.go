package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

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
			got := clock.Schedule{Weekly: c.weekly, Day: c.day, Minute: c.minute, Zone: zone(t, c.zone)}.Next(after)
			require.Equal(t, c.want, got.UTC().Format("2006-01-02 15:04"))
		})
	}
}

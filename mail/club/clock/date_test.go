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

// TestMidnight: a day begins when its date does, though there be no midnight or
// two of them.
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

// TestWeekendWithoutMidnight: Saturday ends when Sunday begins, an hour later.
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

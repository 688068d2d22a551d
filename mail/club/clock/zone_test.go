package clock_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

func TestEveryZoneOfTheListLoads(t *testing.T) {
	zones, err := os.ReadFile("zones.txt")
	require.NoError(t, err)
	for _, name := range strings.Fields(string(zones)) {
		_, err := time.LoadLocation(name)
		require.NoError(t, err)
		require.Equal(t, name, clock.Zone(name).String())
		found, near := clock.FindZone(strings.ToUpper(name), func(a, b string) bool { return false })
		require.Equal(t, name, found)
		require.Empty(t, near)
	}
	require.Equal(t, time.UTC, clock.Zone("Atlantis"))
}

func TestNearZones(t *testing.T) {
	for text, want := range map[string][]string{
		"New York": {"America/New_York"},
		"Amster":   {"Europe/Amsterdam"},
		"Rooma":    {"Europe/Rome"},
		"Atlantis": nil,
		"":         nil,
	} {
		name, near := clock.FindZone(text, func(a, b string) bool { return a == "rooma" && b == "rome" })
		require.Empty(t, name, text)
		require.ElementsMatch(t, want, near, text)
	}
	_, near := clock.FindZone("san", func(a, b string) bool { return false })
	require.Len(t, near, 5, "no more")
}

// An offset names places that have it on that day; UTC names none.
func TestPlacesAt(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]struct {
		offset string
		places []string
	}{
		"2026-11-22T10:00:00-08:00": {"UTC-8", []string{"America/Los_Angeles"}},
		"2026-07-22T10:00:00-08:00": {"UTC-8", []string{"America/Anchorage"}},
		"2026-11-22T10:00:00+01:00": {"UTC+1", []string{"Europe/Paris", "Europe/Berlin", "Europe/Rome"}},
		"2026-07-22T10:00:00+01:00": {"UTC+1", []string{"Europe/London", "Europe/Lisbon", "Africa/Lagos"}},
		"2026-11-22T10:00:00+05:30": {"UTC+5:30", []string{"Asia/Kolkata"}},
		"2026-11-22T10:00:00-03:30": {"UTC-3:30", []string{"America/St_Johns"}},
		"2026-11-22T10:00:00+00:00": {"UTC+0", nil},
		"2026-11-22T10:00:00+02:17": {"UTC+2:17", nil},
		"2026-11-22T10:00:00-23:59": {"UTC-23:59", nil},
	} {
		at, err := time.Parse(time.RFC3339, date)
		require.NoError(t, err)
		require.Equal(t, want.places, clock.PlacesAt(at), date)
		require.Equal(t, want.offset, clock.Offset(at), date)
	}
	require.Empty(t, clock.PlacesAt(time.Time{}), "a mail without a date")
}

// Every place is in the tz database, so that it can be set.
func TestPlacesAreZones(t *testing.T) {
	t.Parallel()
	for hour := -12; hour <= 14; hour++ {
		for _, month := range []time.Month{time.January, time.July} {
			at := time.Date(2026, month, 1, 0, 0, 0, 0, time.FixedZone("", hour*3600))
			for _, name := range clock.PlacesAt(at) {
				found, _ := clock.FindZone(name, func(a, b string) bool { return false })
				require.Equal(t, name, found)
				_, offset := at.In(clock.Zone(name)).Zone()
				require.Equal(t, hour*3600, offset)
			}
		}
	}
}

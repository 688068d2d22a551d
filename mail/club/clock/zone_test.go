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

package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

// TestVacationDays: days are counted where the player lives, each once, in the
// year in which it lies.
func TestVacationDays(t *testing.T) {
	santiago := zone(t, "America/Santiago")
	day := func(text string) clock.Date {
		at, err := time.Parse(time.DateOnly, text)
		require.NoError(t, err)
		return clock.DateOf(at)
	}
	away := func(first, last string) clock.Pause {
		return clock.Pause{From: day(first).Midnight(santiago), To: day(last).Add(1).Midnight(santiago)}
	}
	turn := away("2026-12-30", "2027-01-02")
	first, last := turn.Dates(santiago)
	require.Equal(t, "2026-12-30 2027-01-02", first.String()+" "+last.String())
	require.Equal(t, 2, clock.Taken([]clock.Pause{turn}, 2026, santiago))
	require.Equal(t, 2, clock.Taken([]clock.Pause{turn}, 2027, santiago))

	spring := away("2026-09-05", "2026-09-07") // one of them has no midnight
	require.Equal(t, 3, clock.Taken([]clock.Pause{spring}, 2026, santiago))
	ended := spring
	ended.To = day("2026-09-06").Midnight(santiago).Add(time.Hour)
	own := []clock.Pause{ended, {From: ended.To.Add(time.Hour), To: spring.To}}
	require.Equal(t, 3, clock.Taken(own, 2026, santiago), "a day that two touch counts once")
	require.Equal(t, 2, clock.Wanted(own, 2026, day("2026-09-07"), day("2026-09-09"), santiago))
	require.Equal(t, 0, clock.Wanted(own, 2027, day("2026-09-07"), day("2026-09-09"), santiago))
	require.Len(t, own, 2)
}

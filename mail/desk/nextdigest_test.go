package desk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func TestNextDigest(t *testing.T) {
	for _, c := range []struct {
		name, zone, digest string
		day                time.Weekday
		minute             int
		after, want        string // UTC
	}{
		{"later today", "UTC", "daily", 0, 450, "2026-11-20 06:00", "2026-11-20 07:30"},
		{"at the moment itself: tomorrow", "UTC", "daily", 0, 450, "2026-11-20 07:30", "2026-11-21 07:30"},
		{"in Rome", "Europe/Rome", "daily", 0, 450, "2026-11-20 06:00", "2026-11-20 06:30"},
		{"clocks go forward", "Europe/Rome", "daily", 0, 450, "2027-03-27 06:30", "2027-03-28 05:30"},
		{"clocks go back", "Europe/Rome", "daily", 0, 450, "2026-10-24 05:30", "2026-10-25 06:30"},
		{"an hour that comes twice: once", "Europe/Rome", "daily", 0, 150, "2026-10-25 01:30", "2026-10-26 01:30"},
		{"an hour that is skipped", "Europe/Rome", "daily", 0, 150, "2027-03-27 12:00", "2027-03-28 01:30"},
		{"after an hour that was skipped", "Europe/Rome", "daily", 0, 150, "2027-03-28 01:30", "2027-03-29 00:30"},
		{"weekly", "UTC", "weekly", time.Monday, 450, "2026-11-20 06:00", "2026-11-23 07:30"},
		{"weekly, today", "UTC", "weekly", time.Friday, 450, "2026-11-20 06:00", "2026-11-20 07:30"},
		{"weekly, just passed", "UTC", "weekly", time.Friday, 450, "2026-11-20 08:00", "2026-11-27 07:30"},
		{"weekly, by the local day", "Pacific/Auckland", "weekly", time.Monday, 0, "2026-11-20 06:00", "2026-11-22 11:00"},
		{"off", "UTC", "off", 0, 450, "2026-11-20 06:00", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := time.Parse("2006-01-02 15:04", c.after)
			require.NoError(t, err)
			p := db.Player{Timezone: c.zone, Digest: c.digest, DigestDay: c.day, DigestMinute: c.minute}
			got := nextDigest(p, after)
			if c.want == "" {
				require.True(t, got.IsZero())
				return
			}
			require.Equal(t, c.want, got.UTC().Format("2006-01-02 15:04"))
		})
	}
}

func TestReadClock(t *testing.T) {
	for text, want := range map[string]int{"07:30": 450, "7:30": 450, "7.30": 450, "19h": 1140, "19h05": 1145, "0:00": 0, "23:59": 1439, "7": 420, "7pm": 1140, "12am": 0, "12:30pm": 750, "7:30am": 450} {
		got, ok := readClock(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", ":", "24:00", "7:60", "7:5", "-1", "13pm", "0am", "7:30:00", "noon", "+7", "007:30"} {
		_, ok := readClock(text)
		require.False(t, ok, text)
	}
}

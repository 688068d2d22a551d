package desk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParsePace(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		text string
		want pace
		back string
	}{
		{"fast", pace{start: day, more: 8 * time.Hour, most: 2 * day}, "1d+8h/2d"},
		{"normal", pace{start: 3 * day, more: day, most: 7 * day}, "3d+1d/7d"},
		{"Slow", pace{start: 7 * day, more: 2 * day, most: 21 * day}, "7d+2d/21d"},
		{defaultPace, pace{start: 3 * day, more: day, most: 7 * day}, "3d+1d/7d"},
		{"3D+1d/1w", pace{start: 3 * day, more: day, most: 7 * day}, "3d+1d/7d"},
		{" 3d+1d/7d  weekdays ", pace{start: 3 * day, more: day, most: 7 * day, weekdays: true}, "3d+1d/7d weekdays"},
		{"3d + 1d / 7d weekdays", pace{start: 3 * day, more: day, most: 7 * day, weekdays: true}, "3d+1d/7d weekdays"},
		{"slow weekdays", pace{start: 7 * day, more: 2 * day, most: 21 * day, weekdays: true}, "7d+2d/21d weekdays"},
		{"1d12h+0d/1d12h", pace{start: 36 * time.Hour, most: 36 * time.Hour}, "1d12h+0d/1d12h"},
		{"90m+5m/2h", pace{start: 90 * time.Minute, more: 5 * time.Minute, most: 2 * time.Hour}, "1h30m+5m/2h"},
	} {
		t.Run(c.text, func(t *testing.T) {
			p, err := parsePace(c.text)
			require.NoError(t, err)
			require.Equal(t, c.want, p)
			require.Equal(t, c.back, p.String())
			again, err := parsePace(p.String())
			require.NoError(t, err)
			require.Equal(t, p, again, "what is written reads back")
		})
	}
	for _, text := range []string{
		"", "weekdays", "quick", "3d", "3d+1d", "3d/7d", "3d+1d/2d", "0d+1d/7d", "30s+1d/7d", "3d+1d/7d/9d", "3+1/7", "-3d+1d/7d",
		"3d+1d/367d", "3d+1d/7d weekends", "3d+1d/7d weekdays weekdays", "fast slow", "1d1w+1d/7d", "99999999999d+1d/99999999999d",
	} {
		_, err := parsePace(text)
		require.ErrorIs(t, err, errPace, "%q", text)
	}
}

func TestPaceAfter(t *testing.T) {
	p, err := parsePace("3d+1d/7d")
	require.NoError(t, err)
	const day = 24 * time.Hour
	require.Equal(t, 3*day, p.after(3*day, day))
	require.Equal(t, 7*day, p.after(7*day, time.Hour), "never above")
	require.Equal(t, day, p.after(3*day, 3*day+time.Hour), "in the grace: the increment alone, never negative")
}

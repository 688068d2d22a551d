package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

func TestParsePace(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, c := range []struct {
		text string
		want clock.Pace
		back string
	}{
		{"fast", clock.Pace{Start: day, More: 8 * time.Hour, Most: 2 * day}, "1d+8h/2d"},
		{"normal", clock.Pace{Start: 3 * day, More: day, Most: 7 * day}, "3d+1d/7d"},
		{"Slow", clock.Pace{Start: 7 * day, More: 2 * day, Most: 21 * day}, "7d+2d/21d"},
		{clock.DefaultPace, clock.Pace{Start: 3 * day, More: day, Most: 7 * day}, "3d+1d/7d"},
		{"3D+1d/1w", clock.Pace{Start: 3 * day, More: day, Most: 7 * day}, "3d+1d/7d"},
		{" 3d+1d/7d  weekdays ", clock.Pace{Start: 3 * day, More: day, Most: 7 * day, Weekdays: true}, "3d+1d/7d weekdays"},
		{"3d + 1d / 7d weekdays", clock.Pace{Start: 3 * day, More: day, Most: 7 * day, Weekdays: true}, "3d+1d/7d weekdays"},
		{"slow weekdays", clock.Pace{Start: 7 * day, More: 2 * day, Most: 21 * day, Weekdays: true}, "7d+2d/21d weekdays"},
		{"1d12h+0d/1d12h", clock.Pace{Start: 36 * time.Hour, Most: 36 * time.Hour}, "1d12h+0d/1d12h"},
		{"90m+5m/2h", clock.Pace{Start: 90 * time.Minute, More: 5 * time.Minute, Most: 2 * time.Hour}, "1h30m+5m/2h"},
	} {
		t.Run(c.text, func(t *testing.T) {
			p, err := clock.ParsePace(c.text)
			require.NoError(t, err)
			require.Equal(t, c.want, p)
			require.Equal(t, c.back, p.String())
			again, err := clock.ParsePace(p.String())
			require.NoError(t, err)
			require.Equal(t, p, again, "what is written reads back")
		})
	}
	for _, text := range []string{
		"", "weekdays", "quick", "3d", "3d+1d", "3d/7d", "3d+1d/2d", "0d+1d/7d", "30s+1d/7d", "3d+1d/7d/9d", "3+1/7", "-3d+1d/7d",
		"3d+1d/367d", "3d+1d/7d weekends", "3d+1d/7d weekdays weekdays", "fast slow", "1d1w+1d/7d", "99999999999d+1d/99999999999d",
	} {
		_, err := clock.ParsePace(text)
		require.ErrorIs(t, err, clock.ErrPace, "%q", text)
	}
}

func TestAbsurdPaces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"3d+1d/7d": nil, "31d+0d/31d": nil, "60d+1d/60d": nil, "366d+1d/366d": nil, "slow weekdays": nil,
		"3d+1d/2d": clock.ErrPaceCap, "90d+1d/30d weekdays": clock.ErrPaceCap,
		"90d+0d/90d": clock.ErrPaceLong, "32d+23h/90d": clock.ErrPaceLong, "3d+1d/367d": clock.ErrPaceLong, "90d": clock.ErrPaceLong, "3 months": clock.ErrPaceLong,
		"3mo+1d/6mo": clock.ErrPaceLong, "1 Jahr": clock.ErrPaceLong, "2 mesi": clock.ErrPaceLong, "3mois+0j/3mois": clock.ErrPaceLong,
	} {
		_, err := clock.ParseNewPace(text)
		require.ErrorIs(t, err, want, "%q", text)
		if want != nil {
			require.ErrorIs(t, err, clock.ErrPace)
		}
	}
	_, err := clock.ParseNewPace("quick")
	require.Equal(t, clock.ErrPace, err)
	_, err = clock.ParsePace("90d+0d/90d")
	require.NoError(t, err, "a game under way goes on")
}

func TestPaceAfter(t *testing.T) {
	t.Parallel()
	p, err := clock.ParsePace("3d+1d/7d")
	require.NoError(t, err)
	const day = 24 * time.Hour
	require.Equal(t, 3*day, p.After(3*day, day))
	require.Equal(t, 7*day, p.After(7*day, time.Hour), "never above")
	require.Equal(t, day, p.After(3*day, 3*day+time.Hour), "in the grace: the increment alone, never negative")
}

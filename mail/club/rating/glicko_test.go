package rating_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/rating"
)

// period is the rating period, in which the deviation grows by one volatility.
const period = 7 * 24 * time.Hour

var now = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// The worked example of Glickman's paper, 2022-03-22.
func TestGlickoOfThePaper(t *testing.T) {
	t.Parallel()
	r := rating.Rating{Value: 1500, Deviation: 200, Volatility: 0.06, RatedAt: now.Add(-period)}
	got := r.After(now,
		rating.GameScore{Opponent: rating.Rating{Value: 1400, Deviation: 30}, Points: 1},
		rating.GameScore{Opponent: rating.Rating{Value: 1550, Deviation: 100}, Points: 0},
		rating.GameScore{Opponent: rating.Rating{Value: 1700, Deviation: 300}, Points: 0})
	require.InDelta(t, 1464.06, got.Value, 0.01)
	require.InDelta(t, 151.52, got.Deviation, 0.01)
	require.InDelta(t, 0.05999, got.Volatility, 0.00001)
	require.Equal(t, now, got.RatedAt)
}

func TestGlickoOfEquals(t *testing.T) {
	t.Parallel()
	a, b := rating.New(), rating.New()
	won, lost := a.After(now, rating.GameScore{Opponent: b, Points: 1}), b.After(now, rating.GameScore{Opponent: a, Points: 0})
	require.InDelta(t, 3000, won.Value+lost.Value, 1e-9, "what one wins the other loses")
	require.Greater(t, won.Value, 1600.0)
	require.Less(t, won.Deviation, 350.0)
	drawn := a.After(now, rating.GameScore{Opponent: b, Points: 0.5})
	require.InDelta(t, 1500, drawn.Value, 1e-9)
	require.InDelta(t, won.Deviation, drawn.Deviation, 1)
}

// Any result against anybody leaves usable numbers.
func TestGlickoStaysInItsBounds(t *testing.T) {
	t.Parallel()
	for _, mine := range []float64{100, 1500, 3500} {
		for _, theirs := range []float64{100, 1500, 3500} {
			for _, deviation := range []float64{30, 110, 350} {
				for _, points := range []float64{0, 0.5, 1} {
					for _, waited := range []time.Duration{0, period / 10, 1000 * period} {
						r := rating.Rating{Value: mine, Deviation: deviation, Volatility: 0.06, RatedAt: now.Add(-waited)}.After(now,
							rating.GameScore{Opponent: rating.Rating{Value: theirs, Deviation: deviation}, Points: points})
						require.False(t, r.Value != r.Value)
						require.LessOrEqual(t, r.Deviation, 350.0)
						require.Greater(t, r.Deviation, 0.0)
						require.InDelta(t, 0.06, r.Volatility, 0.1)
					}
				}
			}
		}
	}
}

func TestAnIdleRatingGetsUncertain(t *testing.T) {
	t.Parallel()
	r := rating.Rating{Value: 1700, Deviation: 50, Volatility: 0.06, RatedAt: now.AddDate(-2, 0, 0)}
	require.False(t, r.Certain(now))
	require.Equal(t, 1700.0, r.Rested(now).Value)
	r.RatedAt = now.AddDate(0, -3, 0)
	require.True(t, r.Certain(now))
	r.RatedAt = now.AddDate(-90, 0, 0)
	require.Equal(t, 350.0, r.Rested(now).Deviation)
	require.False(t, rating.New().Certain(now))
	r = rating.Rating{Value: 1700, Deviation: 50, Volatility: 0.06, RatedAt: now.Add(time.Hour)}
	require.Equal(t, r, r.Rested(now), "of the future: a clock was set back")
}

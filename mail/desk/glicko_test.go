package desk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// The worked example of Glickman's paper, 2022-03-22.
func TestGlickoOfThePaper(t *testing.T) {
	r := db.Rating{Rating: 1500, Deviation: 200, Volatility: 0.06}
	got := rate(r, 1,
		score{db.Rating{Rating: 1400, Deviation: 30}, 1},
		score{db.Rating{Rating: 1550, Deviation: 100}, 0},
		score{db.Rating{Rating: 1700, Deviation: 300}, 0})
	require.InDelta(t, 1464.06, got.Rating, 0.01)
	require.InDelta(t, 151.52, got.Deviation, 0.01)
	require.InDelta(t, 0.05999, got.Volatility, 0.00001)
	require.Equal(t, 3, got.Games)
}

func TestGlickoOfEquals(t *testing.T) {
	a, b := newRating(1, "tug"), newRating(2, "tug")
	won, lost := rate(a, 0, score{b, 1}), rate(b, 0, score{a, 0})
	require.InDelta(t, 3000, won.Rating+lost.Rating, 1e-9, "what one wins the other loses")
	require.Greater(t, won.Rating, 1600.0)
	require.Less(t, won.Deviation, 350.0)
	drawn := rate(a, 0, score{b, 0.5})
	require.InDelta(t, 1500, drawn.Rating, 1e-9)
	require.InDelta(t, won.Deviation, drawn.Deviation, 1)
}

// Any result against anybody leaves numbers that can go on.
func TestGlickoStaysInItsBounds(t *testing.T) {
	for _, mine := range []float64{100, 1500, 3500} {
		for _, theirs := range []float64{100, 1500, 3500} {
			for _, deviation := range []float64{30, 110, 350} {
				for _, points := range []float64{0, 0.5, 1} {
					for _, periods := range []float64{0, 0.1, 1000} {
						r := rate(db.Rating{Rating: mine, Deviation: deviation, Volatility: 0.06}, periods,
							score{db.Rating{Rating: theirs, Deviation: deviation}, points})
						require.False(t, r.Rating != r.Rating)
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
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	r := db.Rating{Rating: 1700, Deviation: 50, Volatility: 0.06, RatedAt: now.AddDate(-2, 0, 0)}
	require.Greater(t, rested(r, idlePeriods(r, now)).Deviation, float64(provisionalFrom))
	require.Equal(t, 1700.0, rested(r, idlePeriods(r, now)).Rating)
	r.RatedAt = now.AddDate(0, -3, 0)
	require.Less(t, rested(r, idlePeriods(r, now)).Deviation, float64(provisionalFrom))
	r.RatedAt = now.AddDate(-90, 0, 0)
	require.Equal(t, 350.0, rested(r, idlePeriods(r, now)).Deviation)
}

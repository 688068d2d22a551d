package clock_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

// Days that pauses take of any ten, and what is left of one if they may take three of any ten.
func TestQuota(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	zero := time.Date(2026, 6, 1, 7, 30, 0, 0, time.UTC)
	pause := func(from, to float64) clock.Pause {
		at := func(days float64) time.Time { return zero.Add(time.Duration(days * float64(day))) }
		return clock.Pause{From: at(from), To: at(to)}
	}
	for _, c := range []struct {
		name   string
		others []clock.Pause
		most   float64
		p      clock.Pause
		left   float64
	}{
		{"none", nil, 0, pause(0, 2), 2},
		{"too long by itself", nil, 0, pause(0, 30), 3},
		{"beside one before", []clock.Pause{pause(0, 1)}, 1, pause(4, 8), 2},
		{"beside one behind", []clock.Pause{pause(9, 11)}, 2, pause(0, 3), 2},
		{"as another one leaves the span", []clock.Pause{pause(0, 2)}, 2, pause(9, 12), 3},
		{"long after", []clock.Pause{pause(0, 3)}, 3, pause(13, 15), 2},
		{"between two that never meet", []clock.Pause{pause(0, 2), pause(15, 17)}, 2, pause(8, 10), 1},
		{"what others take already", []clock.Pause{pause(0, 3)}, 3, pause(0, 2), 2},
		{"over the end of another", []clock.Pause{pause(0, 3)}, 3, pause(1, 5), 2},
		{"nothing left", []clock.Pause{pause(0, 2), pause(1, 3)}, 3, pause(5, 6), 0},
		{"others took too much", []clock.Pause{pause(0, 6)}, 6, pause(7, 8), 0},
		{"none of it", nil, 0, pause(0, 0), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			span := 10 * day
			require.Equal(t, time.Duration(c.most*float64(day)), clock.Most(c.others, span))
			cut := clock.Within(c.p, c.others, 3*day, span)
			require.Equal(t, c.p.From, cut.From)
			require.Equal(t, time.Duration(c.left*float64(day)), cut.To.Sub(cut.From))
		})
	}
}

// many returns n pauses of a minute, one an hour.
func many(n int) (out []clock.Pause) {
	zero := time.Date(2026, 6, 1, 7, 30, 0, 0, time.UTC)
	for i := range n {
		from := zero.Add(time.Duration(i) * time.Hour)
		out = append(out, clock.Pause{From: from, To: from.Add(time.Minute)})
	}
	return out
}

// Ten times the pauses cost ten times the steps, not a hundred times, for any length of the
// window.
func TestMostIsLinear(t *testing.T) {
	t.Parallel()
	for _, span := range []time.Duration{time.Second, 90 * time.Second, 50 * time.Hour, 365 * 24 * time.Hour} {
		for _, n := range []int{100, 1000} {
			steps := clock.MostSteps(many(n), span)
			require.LessOrEqual(t, steps, 3*n, span)
			require.GreaterOrEqual(t, steps, n)
		}
	}
}

// Most agrees with counting the minutes of every window.
func TestMostAgainstCounting(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	zero := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for range 300 {
		var pauses []clock.Pause
		var minutes [120]bool
		for range r.IntN(8) {
			from, length := r.IntN(90), r.IntN(30)
			pauses = append(pauses, clock.Pause{From: zero.Add(time.Duration(from) * time.Minute), To: zero.Add(time.Duration(from+length) * time.Minute)})
			for m := from; m < from+length; m++ {
				minutes[m] = true
			}
		}
		span, most := 1+r.IntN(150), 0
		for begin := range minutes {
			n := 0
			for m := begin; m < min(begin+span, len(minutes)); m++ {
				if minutes[m] {
					n++
				}
			}
			most = max(most, n)
		}
		require.Equal(t, time.Duration(most)*time.Minute, clock.Most(pauses, time.Duration(span)*time.Minute), "%v in %d", pauses, span)
	}
}

// Each pause gets what those before it leave.
func TestShare(t *testing.T) {
	t.Parallel()
	pauses := many(10)
	pauses[4].To = pauses[4].From.Add(30 * time.Minute)
	got := clock.SplitPauses(pauses, nil, 8*time.Minute, 6*time.Hour)
	var minutes []int
	for _, p := range got {
		minutes = append(minutes, int(p.To.Sub(p.From)/time.Minute))
	}
	require.Equal(t, []int{1, 1, 1, 1, 4, 0, 1, 1, 1, 1}, minutes)
	require.Equal(t, pauses[:4], clock.SplitPauses(pauses[:4], nil, 8*time.Minute, 6*time.Hour))
}

func BenchmarkShare(b *testing.B) {
	pauses := many(1000)
	pauses = append(pauses, clock.Pause{From: pauses[999].To, To: pauses[999].To.Add(30 * 24 * time.Hour)})
	for b.Loop() {
		clock.SplitPauses(pauses, nil, 20*24*time.Hour, 365*24*time.Hour)
	}
}

// Days are counted in the player's timezone, once, in the year they belong to.
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

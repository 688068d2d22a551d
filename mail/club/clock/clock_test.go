package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
)

func TestHours(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	require.NoError(t, err)
	at := func(text string) time.Time {
		when, err := time.ParseInLocation("2006-01-02 15:04", text, rome)
		require.NoError(t, err)
		return when
	}
	pause := func(from, to string) clock.Pause {
		p := clock.Pause{From: at(from)}
		if to != "" {
			p.To = at(to)
		}
		return p
	}
	const h = time.Hour
	for _, c := range []struct {
		name     string
		pauses   []clock.Pause
		weekdays bool
		from     string
		span     time.Duration
		want     string // "" is never
	}{
		{"no pause", nil, false, "2026-11-20 09:00", 72 * h, "2026-11-23 09:00"},
		{"nothing left", nil, false, "2026-11-20 09:00", 0, "2026-11-20 09:00"},
		{"a pause within", []clock.Pause{pause("2026-11-21 00:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-22 09:00"},
		{"a pause after the end", []clock.Pause{pause("2026-11-21 09:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-21 09:00"},
		{"begun in a pause", []clock.Pause{pause("2026-11-19 00:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-23 00:00"},
		{"overlapping pauses", []clock.Pause{pause("2026-11-20 10:00", "2026-11-22 10:00"), pause("2026-11-20 12:00", "2026-11-21 10:00"), pause("2026-11-22 08:00", "2026-11-23 10:00")},
			false, "2026-11-20 09:00", 2 * h, "2026-11-23 11:00"},
		{"pauses that touch", []clock.Pause{pause("2026-11-20 10:00", "2026-11-21 10:00"), pause("2026-11-21 10:00", "2026-11-22 10:00")}, false, "2026-11-20 09:00", 2 * h, "2026-11-22 11:00"},
		{"an empty pause", []clock.Pause{pause("2026-11-20 10:00", "2026-11-20 10:00")}, false, "2026-11-20 09:00", 2 * h, "2026-11-20 11:00"},
		{"without end", []clock.Pause{pause("2026-11-20 10:00", "")}, false, "2026-11-20 09:00", 2 * h, ""},
		{"without end, but later", []clock.Pause{pause("2026-11-20 12:00", "")}, false, "2026-11-20 09:00", 2 * h, "2026-11-20 11:00"},
		{"without end over one with", []clock.Pause{pause("2026-11-20 10:00", "2026-11-20 11:00"), pause("2026-11-20 10:30", "")}, false, "2026-11-20 09:00", 2 * h, ""},
		{"a weekend", nil, true, "2026-11-20 09:00", 24 * h, "2026-11-23 09:00"},
		{"begun on Saturday", nil, true, "2026-11-21 09:00", 24 * h, "2026-11-24 00:00"},
		{"begun on Sunday", nil, true, "2026-11-22 23:00", 1 * h, "2026-11-23 01:00"},
		{"up to Friday midnight", nil, true, "2026-11-20 00:00", 24 * h, "2026-11-21 00:00"},
		// In Rome, clocks go back on Sunday 25 October 2026 and forward on Sunday 28 March
		// 2027: within weekends, which end at local midnight.
		{"a weekend of 49 hours", nil, true, "2026-10-23 09:00", 24 * h, "2026-10-26 09:00"},
		{"a weekend of 47 hours", nil, true, "2027-03-26 09:00", 24 * h, "2027-03-29 09:00"},
		{"a night of 25 hours that counts", nil, false, "2026-10-24 09:00", 24 * h, "2026-10-25 08:00"},
		{"a pause up to a weekend", []clock.Pause{pause("2026-11-19 12:00", "2026-11-21 12:00")}, true, "2026-11-19 09:00", 6 * h, "2026-11-23 03:00"},
		{"two weekends and a pause", []clock.Pause{pause("2026-11-23 00:00", "2026-11-27 12:00")}, true, "2026-11-20 12:00", 36 * h, "2026-11-30 12:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hours := clock.Hours{Pauses: c.pauses, Weekdays: c.weekdays, Zone: rome}
			got := hours.Reach(at(c.from), c.span)
			if c.want == "" {
				require.True(t, got.IsZero())
				require.LessOrEqual(t, hours.Counted(at(c.from), at(c.from).AddDate(10, 0, 0)), c.span)
				return
			}
			require.Equal(t, at(c.want), got.In(rome))
			require.Equal(t, c.span, hours.Counted(at(c.from), got), "Reach and Counted agree")
		})
	}
}

// Pauses that are added only delay marks: a clock may be looked at too early, but never too
// late.
func TestPausesOnlyMoveMarksLater(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clock.Clock{Left: 72 * time.Hour, Grace: 12 * time.Hour, TurnAt: begin, Hours: clock.Hours{Zone: time.UTC}}
	for n := range 20 {
		before := [4]time.Time{}
		for i := range before {
			before[i] = c.Due(i)
		}
		from := begin.Add(time.Duration(n*7%60) * time.Hour)
		c.Hours.Pauses = append(c.Hours.Pauses, clock.Pause{From: from, To: from.Add(time.Duration(n) * time.Hour)})
		for i := range before {
			require.False(t, c.Due(i).Before(before[i]))
			if i > 0 {
				require.False(t, c.Due(i).Before(c.Due(i-1)), "marks stay in order")
			}
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	const h = time.Hour
	for left, want := range map[time.Duration][4]time.Duration{
		72 * h: {36 * h, 48 * h, 72 * h, 84 * h},
		48 * h: {24 * h, 24 * h, 48 * h, 60 * h},
		10 * h: {5 * h, 5 * h, 10 * h, 22 * h},
		0:      {0, 0, 0, 12 * h},
	} {
		require.Equal(t, want, clock.Clock{Left: left, Grace: 12 * h}.Marks())
	}
}

// One turn of three days with half a day of grace.
func TestATurn(t *testing.T) {
	const day = 24 * time.Hour
	begin := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clock.Clock{
		Pace: clock.Pace{Start: 3 * day, More: day, Most: 7 * day}, Left: 3 * day, Grace: day / 2, TurnAt: begin,
		Hours: clock.Hours{Pauses: []clock.Pause{{From: begin.Add(day), To: begin.Add(2 * day)}}},
	}
	require.Equal(t, begin.Add(4*day), c.Deadline(), "a day stood still")
	require.Equal(t, begin.Add(4*day+day/2), c.Lost())
	require.Equal(t, c.Lost(), c.Due(3))
	require.Equal(t, c.Lost(), c.Due(4), "there is no mark behind the last")
	require.Equal(t, day, c.Used(begin.Add(36*time.Hour)))
	require.Equal(t, 3*day, c.After(begin.Add(2*day)))
	c.Hours.Pauses = append(c.Hours.Pauses, clock.Pause{From: begin.Add(2 * day)})
	require.True(t, c.Deadline().IsZero())
	require.True(t, c.Lost().IsZero())
}

package desk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func TestHours(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	require.NoError(t, err)
	at := func(text string) time.Time {
		when, err := time.ParseInLocation("2006-01-02 15:04", text, rome)
		require.NoError(t, err)
		return when
	}
	pause := func(from, to string) db.Pause {
		p := db.Pause{From: at(from)}
		if to != "" {
			p.To = at(to)
		}
		return p
	}
	const h = time.Hour
	for _, c := range []struct {
		name     string
		pauses   []db.Pause
		weekdays bool
		from     string
		span     time.Duration
		want     string // "" is never
	}{
		{"no pause", nil, false, "2026-11-20 09:00", 72 * h, "2026-11-23 09:00"},
		{"nothing left", nil, false, "2026-11-20 09:00", 0, "2026-11-20 09:00"},
		{"a pause within", []db.Pause{pause("2026-11-21 00:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-22 09:00"},
		{"a pause after the end", []db.Pause{pause("2026-11-21 09:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-21 09:00"},
		{"begun in a pause", []db.Pause{pause("2026-11-19 00:00", "2026-11-22 00:00")}, false, "2026-11-20 09:00", 24 * h, "2026-11-23 00:00"},
		{"overlapping pauses", []db.Pause{pause("2026-11-20 10:00", "2026-11-22 10:00"), pause("2026-11-20 12:00", "2026-11-21 10:00"), pause("2026-11-22 08:00", "2026-11-23 10:00")},
			false, "2026-11-20 09:00", 2 * h, "2026-11-23 11:00"},
		{"pauses that touch", []db.Pause{pause("2026-11-20 10:00", "2026-11-21 10:00"), pause("2026-11-21 10:00", "2026-11-22 10:00")}, false, "2026-11-20 09:00", 2 * h, "2026-11-22 11:00"},
		{"an empty pause", []db.Pause{pause("2026-11-20 10:00", "2026-11-20 10:00")}, false, "2026-11-20 09:00", 2 * h, "2026-11-20 11:00"},
		{"without end", []db.Pause{pause("2026-11-20 10:00", "")}, false, "2026-11-20 09:00", 2 * h, ""},
		{"without end, but later", []db.Pause{pause("2026-11-20 12:00", "")}, false, "2026-11-20 09:00", 2 * h, "2026-11-20 11:00"},
		{"without end over one with", []db.Pause{pause("2026-11-20 10:00", "2026-11-20 11:00"), pause("2026-11-20 10:30", "")}, false, "2026-11-20 09:00", 2 * h, ""},
		{"a weekend", nil, true, "2026-11-20 09:00", 24 * h, "2026-11-23 09:00"},
		{"begun on Saturday", nil, true, "2026-11-21 09:00", 24 * h, "2026-11-24 00:00"},
		{"begun on Sunday", nil, true, "2026-11-22 23:00", 1 * h, "2026-11-23 01:00"},
		{"up to Friday midnight", nil, true, "2026-11-20 00:00", 24 * h, "2026-11-21 00:00"},
		// The clocks of Rome go back on Sunday 25 October 2026 and forward on
		// Sunday 28 March 2027: within weekends, which end at local midnight.
		{"a weekend of 49 hours", nil, true, "2026-10-23 09:00", 24 * h, "2026-10-26 09:00"},
		{"a weekend of 47 hours", nil, true, "2027-03-26 09:00", 24 * h, "2027-03-29 09:00"},
		{"a night of 25 hours that counts", nil, false, "2026-10-24 09:00", 24 * h, "2026-10-25 08:00"},
		{"a pause up to a weekend", []db.Pause{pause("2026-11-19 12:00", "2026-11-21 12:00")}, true, "2026-11-19 09:00", 6 * h, "2026-11-23 03:00"},
		{"two weekends and a pause", []db.Pause{pause("2026-11-23 00:00", "2026-11-27 12:00")}, true, "2026-11-20 12:00", 36 * h, "2026-11-30 12:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hours := hours{pauses: c.pauses, weekdays: c.weekdays, zone: rome}
			got := hours.reach(at(c.from), c.span)
			if c.want == "" {
				require.True(t, got.IsZero())
				require.LessOrEqual(t, hours.counted(at(c.from), at(c.from).AddDate(10, 0, 0)), c.span)
				return
			}
			require.Equal(t, at(c.want), got.In(rome))
			require.Equal(t, c.span, hours.counted(at(c.from), got), "reach and counted agree")
		})
	}
}

// TestPausesOnlyMoveMarksLater: the clockwork may look too early, never too
// late, when pauses were added.
func TestPausesOnlyMoveMarksLater(t *testing.T) {
	begin := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clock{left: 72 * time.Hour, grace: 12 * time.Hour, turnAt: begin, hours: hours{zone: time.UTC}}
	for n := range 20 {
		before := [4]time.Time{}
		for i := range before {
			before[i] = c.due(i)
		}
		from := begin.Add(time.Duration(n*7%60) * time.Hour)
		c.pauses = append(c.pauses, db.Pause{From: from, To: from.Add(time.Duration(n) * time.Hour)})
		for i := range before {
			require.False(t, c.due(i).Before(before[i]))
			if i > 0 {
				require.False(t, c.due(i).Before(c.due(i-1)), "marks stay in order")
			}
		}
	}
}

func TestMarks(t *testing.T) {
	const h = time.Hour
	for left, want := range map[time.Duration][4]time.Duration{
		72 * h: {36 * h, 48 * h, 72 * h, 84 * h},
		48 * h: {24 * h, 24 * h, 48 * h, 60 * h},
		10 * h: {5 * h, 5 * h, 10 * h, 22 * h},
		0:      {0, 0, 0, 12 * h},
	} {
		require.Equal(t, want, clock{left: left, grace: 12 * h}.marks())
	}
}

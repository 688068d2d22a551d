package desk

import (
	"time"

	"turnpost/db"
	"turnpost/templates"
)

// date is a day of the calendar, counted from 1 January 1970. Days are counted
// by their dates, never by moments: not all have 24 hours, and some have no
// midnight.
type date int

// dateOf is the day on which a moment falls in its own timezone.
func dateOf(t time.Time) date {
	year, month, day := t.Date()
	return date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

func (d date) utc() time.Time    { return time.Unix(int64(d)*24*60*60, 0).UTC() }
func (d date) add(days int) date { return d + date(days) }
func (d date) year() int         { return d.utc().Year() }
func (d date) String() string    { return d.utc().Format(time.DateOnly) }

// midnight is the first moment of the day in a timezone.
func (d date) midnight(zone *time.Location) time.Time {
	year, month, day := d.utc().Date()
	return midnight(year, month, day, zone)
}

// midnight is the first moment of a day in a timezone; the day may lie outside
// its month, as for time.Date. Where daylight saving begins at midnight, as in
// Santiago or on the Azores, the day begins at one o'clock; time.Date may give
// the hour before it, which is of another day.
func midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 0, 0, 0, 0, zone)
	want := time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Day()
	if at.Day() == want {
		// Where it ends in the first hour, as in Havana, that hour comes twice.
		if before := at.Add(-time.Hour); before.Day() == want {
			return before
		}
		return at
	}
	// The change lies between this moment and two hours later.
	early, late := at, at.Add(2*time.Hour)
	for late.Sub(early) > time.Second {
		if middle := early.Add(late.Sub(early) / 2).Truncate(time.Second); middle.Day() == want {
			late = middle
		} else {
			early = middle
		}
	}
	return late
}

// datesOf is the first and the last day that a vacation touches.
func datesOf(p db.Pause, zone *time.Location) (first, last date) {
	return dateOf(p.From.In(zone)), dateOf(p.To.Add(-time.Millisecond).In(zone))
}

// awayOf counts the days that a vacation touches.
func awayOf(p db.Pause, zone *time.Location) templates.Away {
	first, last := datesOf(p, zone)
	return templates.Away{First: first.utc(), Last: last.utc(), Days: int(last-first) + 1}
}

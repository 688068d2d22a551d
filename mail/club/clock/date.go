package clock

import (
	"time"
)

// Date is a day of the calendar, counted from 1 January 1970. Days are counted by their dates
// and never as spans of time: some do not have 24 hours, and some have no midnight.
type Date int

// DateOf returns the day of a moment in the moment's timezone.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// UTC returns the date as a time.Time: midnight in UTC at which it begins.
func (d Date) UTC() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// Add returns the date days later.
func (d Date) Add(days int) Date { return d + Date(days) }

// Year returns the year of the day.
func (d Date) Year() int { return d.UTC().Year() }

// String formats the date as 2006-01-02.
func (d Date) String() string { return d.UTC().Format(time.DateOnly) }

// Midnight returns the first moment of the day in a timezone. If daylight saving begins at
// midnight, as in Santiago or on the Azores, the day begins at one o'clock; time.Date may
// return the hour before, which belongs to the day before.
func (d Date) Midnight(zone *time.Location) time.Time {
	year, month, day := d.UTC().Date()
	at := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if at.Day() == day {
		// If daylight saving ends in the first hour, as in Havana, that hour comes twice.
		if before := at.Add(-time.Hour); before.Day() == day {
			return before
		}
		return at
	}
	// The change is between this moment and two hours later.
	early, late := at, at.Add(2*time.Hour)
	for late.Sub(early) > time.Second {
		if middle := early.Add(late.Sub(early) / 2).Truncate(time.Second); middle.Day() == day {
			late = middle
		} else {
			early = middle
		}
	}
	return late
}

// Recurrence is something that recurs at a minute of each day, or with Weekly of one day of the
// week, in local time of Zone.
type Recurrence struct {
	Weekly bool
	Day    time.Weekday // with Weekly
	Minute int          // of the day, 0 to 1439
	Zone   *time.Location
}

// Next returns the first moment of the schedule after another. It counts days on the calendar,
// so that none is skipped or doubled when daylight saving begins or ends.
func (s Recurrence) Next(after time.Time) time.Time {
	local := after.In(s.Zone)
	for n := 0; ; n++ {
		due := time.Date(local.Year(), local.Month(), local.Day()+n, 0, s.Minute, 0, 0, s.Zone)
		// The day of the week follows from the date, even if the hour does not exist.
		day := time.Date(local.Year(), local.Month(), local.Day()+n, 12, 0, 0, 0, time.UTC).Weekday()
		if due.After(after) && (!s.Weekly || day == s.Day) {
			return due
		}
	}
}

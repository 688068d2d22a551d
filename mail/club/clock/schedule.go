package clock

import "time"

// Schedule is when something comes again and again: at a minute of each day by
// the clocks on the wall of a timezone, or with Weekly of one day of the week.
type Schedule struct {
	Weekly bool
	Day    time.Weekday // with Weekly
	Minute int          // of the day, 0 to 1439
	Zone   *time.Location
}

// Next is the first moment of the schedule after another. The day is counted on
// the calendar, so that none is skipped or doubled when daylight saving begins or
// ends.
func (s Schedule) Next(after time.Time) time.Time {
	local := after.In(s.Zone)
	for n := 0; ; n++ {
		due := time.Date(local.Year(), local.Month(), local.Day()+n, 0, s.Minute, 0, 0, s.Zone)
		// The day of the week is that of the date, whatever the hour became.
		day := time.Date(local.Year(), local.Month(), local.Day()+n, 12, 0, 0, 0, time.UTC).Weekday()
		if due.After(after) && (!s.Weekly || day == s.Day) {
			return due
		}
	}
}

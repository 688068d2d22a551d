package clock

import (
	"slices"
	"time"
)

// Taken counts the days of a year, in a timezone, that vacations touch. A day
// that two of them touch counts once: the one was ended on it, and the other
// begun. Every vacation has an end.
func Taken(vacations []Pause, year int, zone *time.Location) int {
	days := map[Date]bool{}
	for _, p := range vacations {
		for first, last := p.Dates(zone); first <= last; first = first.Add(1) {
			if first.Year() == year {
				days[first] = true
			}
		}
	}
	return len(days)
}

// Wanted counts the days from first to last that lie in a year and that
// vacations do not touch yet.
func Wanted(vacations []Pause, year int, first, last Date, zone *time.Location) int {
	more := Pause{From: first.Midnight(zone), To: last.Add(1).Midnight(zone)}
	return Taken(append(slices.Clip(vacations), more), year, zone) - Taken(vacations, year, zone)
}

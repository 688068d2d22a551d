package main

import "time"

// virtualClock is a clock that shows start now and passes a day each time that
// real passes day. It never overflows, however fast it runs.
func virtualClock(start time.Time, day time.Duration, real func() time.Time) func() time.Time {
	const hours24 = 24 * time.Hour
	// In UTC every day has 24 hours. Now carries the monotonic clock, so that
	// setting the machine's clock changes nothing here.
	begun, start := real(), start.UTC()
	return func() time.Time {
		elapsed := max(real().Sub(begun), 0)
		// Whole days apart from the rest: the product of both could be centuries
		// over what a Duration holds.
		rest := float64(elapsed%day) / float64(day) * float64(hours24)
		return start.AddDate(0, 0, int(elapsed/day)).Add(time.Duration(rest))
	}
}

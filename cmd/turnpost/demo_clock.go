package main

import (
	"context"
	"time"

	"turnpost/db"
)

// demoGap is how long the demo may stand still, in real time, before it counts
// as having been away.
const demoGap = 10 * time.Second

// setDemoTime lets a day of the service's database pass each time that real
// time passes day. A database that was kept from a faster demo is ahead of real
// time; its time goes on from there and never back.
func setDemoTime(ctx context.Context, s *service, day time.Duration) error {
	start := time.Now()
	err := s.db.View(ctx, func(tx *db.Tx) error {
		latest, err := tx.Latest()
		if latest.After(start) {
			start = latest
		}
		return err
	})
	if err != nil {
		return err
	}
	s.db.Now = virtualClock(start, day, time.Now)
	s.desk.Gap = max(s.desk.Gap, time.Duration(float64(demoGap)*float64(24*time.Hour)/float64(day)))
	return nil
}

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

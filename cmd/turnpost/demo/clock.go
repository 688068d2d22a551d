package demo

import (
	"context"
	"time"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

// gap is how long the demo may stand still, in real time, before it counts as having been
// away.
const gap = 10 * time.Second

// setTime makes a day of the database pass in day of real time. A database from a faster demo
// is ahead of real time; its time continues from there and never goes back.
func setTime(ctx context.Context, d *daemon.Daemon, day time.Duration) error {
	start := time.Now()
	err := d.DB.View(ctx, func(tx *db.Tx) error {
		latest, err := tx.Latest()
		if latest.After(start) {
			start = latest
		}
		return err
	})
	if err != nil {
		return err
	}
	d.SetClock(virtualClock(start, day, time.Now), time.Duration(float64(gap)*float64(24*time.Hour)/float64(day)))
	return nil
}

// virtualClock returns a clock that shows start now and passes a day in day of real time. It
// does not overflow at any speed.
func virtualClock(start time.Time, day time.Duration, real func() time.Time) func() time.Time {
	const hours24 = 24 * time.Hour
	// In UTC every day has 24 hours. Now has a monotonic clock, so that setting the machine's
	// clock changes nothing.
	begun, start := real(), start.UTC()
	return func() time.Time {
		elapsed := max(real().Sub(begun), 0)
		// Whole days apart from the rest, because the product could overflow a Duration.
		rest := float64(elapsed%day) / float64(day) * float64(hours24)
		return start.AddDate(0, 0, int(elapsed/day)).Add(time.Duration(rest))
	}
}

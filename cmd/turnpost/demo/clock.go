package demo

import (
	"context"
	"time"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

// gap is how long the demo may stand still, in real time, before it counts
// as having been away.
const gap = 10 * time.Second

// setTime lets a day of the daemon's database pass each time that real
// time passes day. A database that was kept from a faster demo is ahead of real
// time; its time goes on from there and never back.
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

package server

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"turnpost/db"
	"turnpost/mail"
)

// idle is how often a loop looks for work that nobody announced.
const idle = time.Second

// Pauses between tries after errors: doubled each time, never over the limit,
// and never the same for two daemons.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = time.Minute
	awayPause  = 2 * time.Second // while no server of the database can be reached
)

// repeat calls f again and again until ctx is done, with growing pauses while
// it fails.
func (s *Server) repeat(ctx context.Context, name string, f func() error) error {
	pause := firstPause
	for {
		s.emit(Pulse, name)
		err := f()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := time.Duration(0)
		switch {
		case err == nil:
			pause = firstPause
		case errors.Is(err, mail.ErrAccount):
			s.log.Error("the mail account refuses us; letters are kept", "loop", name, "error", err)
			wait = s.AccountPause
			s.emit(Locked, name)
		default:
			if db.Away(err) {
				pause = min(pause, awayPause)
			}
			s.log.Warn("will try again", "loop", name, "error", err, "in", pause)
			wait = pause/2 + rand.N(pause)
			pause = min(2*pause, maxPause)
		}
		if err != nil {
			s.emit(Failed, name)
			s.emit(Pulse, name)
		}
		if !sleep(ctx, wait, nil) {
			return ctx.Err()
		}
	}
}

// sleep waits until the time is over, a hint comes, or ctx is done: then it
// reports false.
func sleep(ctx context.Context, t time.Duration, hint <-chan struct{}) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-hint:
	case <-timer.C:
	}
	return ctx.Err() == nil
}

// announce leaves a hint that there is work, if none lies there.
func announce(hint chan<- struct{}) {
	select {
	case hint <- struct{}{}:
	default:
	}
}

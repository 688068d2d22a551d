package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club/tournament"
	"turnpost/mail/handler"
)

// heartbeat is how often the schedule records that a daemon runs.
const heartbeat = time.Minute

// putOff is how long a duty that failed waits, so that the others get their turn.
const putOff = time.Hour

// chore is one thing that the schedule does: a duty of the handler's, or work of the
// server's own.
type chore struct {
	name string // for the log
	// think, if not nil, runs before run and outside of any transaction. run then
	// checks itself whether it is still to be done.
	think func(context.Context) error
	run   func(*db.Tx) error
	// later, if not nil, defers the chore when it failed; after a transient failure
	// only if always is set.
	later  func(tx *db.Tx, until time.Time) error
	always bool
	// after, if not nil, runs when the transaction is committed.
	after func(context.Context)
}

// doDue does everything that is due, and waits, unless another daemon does.
func (s *Server) doDue(ctx context.Context, l *leadership) error {
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	for {
		s.emit(Pulse, "clockwork")
		worked, err := s.Tick(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(s.wake.deliver)
	}
	sleep(ctx, idle, nil)
	return nil
}

// Tick does one thing that is due. It records the heartbeat, does what time brings to
// games and players ([handler.Handler.NextDue]), or erases what is left of people who
// were forgotten and the text of old messages. It reports false when nothing is due.
// State and messages change in one transaction, so nothing is done twice. A duty that
// fails is deferred, and the next call goes on with the others.
//
// Nobody loses on time for our sake: while the mailbox cannot be read, nothing is done
// and no heartbeat is recorded; and a long time without a heartbeat becomes a pause of
// all clocks before anything else is done.
func (s *Server) Tick(ctx context.Context) (bool, error) {
	if s.mailbox.unreadable.Load() {
		return false, nil
	}
	// Most often nothing is due: looking must not write.
	var found chore
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { found, err = s.nextChore(tx); return err })
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	thought := found.think != nil
	if err == nil && thought {
		err = guard(func() error { return found.think(ctx) })
	}
	if err == nil {
		err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
			if thought {
				return guard(func() error { return found.run(tx) })
			}
			if found, err = s.nextChore(tx); err != nil || found.think != nil {
				return err
			}
			return guard(func() error { return found.run(tx) })
		})
	}
	switch {
	case errors.Is(err, db.ErrNotFound) && found.run == nil:
		return false, nil
	case err == nil:
		if found.after != nil {
			found.after(ctx)
		}
		s.step("ticked")
		return true, nil
	}
	if found.later != nil && (found.always || !db.Transient(err)) && ctx.Err() == nil {
		later := func(tx *db.Tx) error { return found.later(tx, tx.Now.Add(putOff)) }
		err = errors.Join(err, s.db.Update(ctx, later))
	}
	return true, fmt.Errorf("%s: %w", found.name, err)
}

// nextChore finds what is due, or returns db.ErrNotFound. The heartbeat comes first: it
// may add a pause, which moves all other dates.
func (s *Server) nextChore(tx *db.Tx) (chore, error) {
	// A mailbox that another daemon cannot read counts like ours.
	unreadable, err := tx.Deaf(tx.Now.Add(-MailboxTimeout))
	if err != nil {
		return chore{}, err
	}
	if unreadable {
		return chore{}, db.ErrNotFound
	}
	last, err := tx.LastHeartbeat()
	if err != nil {
		return chore{}, err
	}
	// A heartbeat in the future is from a clock that was set back since.
	if tx.Now.Sub(last).Abs() >= heartbeat {
		return chore{
			name: "heartbeat",
			run:  func(tx *db.Tx) error { return s.handler.Beat(tx, s.HeartbeatGap) },
			after: func(ctx context.Context) {
				if s.unscrubbed.Load() {
					s.scrub(ctx)
				}
			},
		}, nil
	}
	for _, next := range []func(*db.Tx) (chore, error){
		s.nextLeaving, // before any duty about the games of a leaving player
		s.nextDuty,
		s.nextSeason,
		s.nextForgetting, // before spectators: somebody asked for it
		s.nextErasure,
		s.nextFollowerDuty,
	} {
		if found, err := next(tx); !errors.Is(err, db.ErrNotFound) {
			return found, err
		}
	}
	return chore{}, db.ErrNotFound
}

// nextDuty finds what time brings to games and players, or returns db.ErrNotFound.
func (s *Server) nextDuty(tx *db.Tx) (chore, error) {
	return s.duty(handler.NextDue(tx, s.HeartbeatGap))
}

// nextFollowerDuty finds what only spectators wait for, or returns db.ErrNotFound.
func (s *Server) nextFollowerDuty(tx *db.Tx) (chore, error) {
	return s.duty(handler.NextFollowerDue(tx))
}

// duty makes a chore of a duty of the handler's.
func (s *Server) duty(due handler.DueTask, err error) (chore, error) {
	if err != nil {
		return chore{}, err
	}
	var seen []handler.Observation
	return chore{
		name:  due.Name,
		run:   func(tx *db.Tx) (err error) { seen, err = s.handler.Do(tx, due); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, until time.Time) error { return s.handler.PutOff(tx, due, until) },
	}, nil
}

// nextSeason finds the next step of a tournament, or returns db.ErrNotFound.
func (s *Server) nextSeason(tx *db.Tx) (chore, error) {
	step, err := tournament.NextStep(s.handler.Club, tx)
	if err != nil {
		return chore{}, err
	}
	if at := step.Ends(); !at.IsZero() { // a message that arrived by then may hold a move
		if err := handler.UnreadAt(tx, at, s.HeartbeatGap); err != nil {
			return chore{}, err
		}
	}
	var seen []handler.Observation
	return chore{
		name:  step.Name(),
		think: step.Think,
		run:   func(tx *db.Tx) (err error) { seen, err = s.handler.Act(tx, step.Run); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, _ time.Time) error { return step.PutOff(tx) },
	}, nil
}

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

// heartbeat is how often the clockwork notes that it runs.
const heartbeat = time.Minute

// putOff is how long a duty that failed waits, so that the others get their
// turn.
const putOff = time.Hour

// chore is one thing that the clockwork does: a duty of the desk's, or the
// server's own work.
type chore struct {
	name string // for the log
	// think, if not nil, is done before run, in no transaction; run then sees for itself
	// whether it is still to be done.
	think func(context.Context) error
	run   func(*db.Tx) error
	// later, if not nil, puts it off when it failed: of passing trouble only if always.
	later  func(tx *db.Tx, until time.Time) error
	always bool
	// after, if not nil, is done when its transaction is over.
	after func(context.Context)
}

// Tick does one thing that is due: it notes that the server runs, does what time
// brings to the games and players (handler.Desk.NextDue), or erases some of what is left
// of who was forgotten, or the text of old letters. It reports false when nothing is due. State and letters are one
// transaction, so nothing is ever done twice. A duty that fails is put off and the
// next call goes on.
//
// A deadline never falls on somebody for our sake: while the mailbox cannot be
// read nothing is done and no heartbeat noted, and a long time without a
// heartbeat becomes a pause of everybody's clocks before anything else is done.
func (s *Server) Tick(ctx context.Context) (bool, error) {
	if s.mailbox.deaf.Load() {
		return false, nil
	}
	// Looking costs no write when there is nothing to do, which is most often.
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
		err = errors.Join(err, s.db.Update(ctx, func(tx *db.Tx) error { return found.later(tx, tx.Now.Add(putOff)) }))
	}
	return true, fmt.Errorf("%s: %w", found.name, err)
}

// nextChore finds what is due, or db.ErrNotFound. The heartbeat comes first: it
// may add a pause that moves all the rest.
func (s *Server) nextChore(tx *db.Tx) (chore, error) {
	// Another daemon's mailbox counts as ours does.
	deaf, err := tx.Deaf(tx.Now.Add(-MailboxTimeout))
	if err != nil {
		return chore{}, err
	}
	if deaf {
		return chore{}, db.ErrNotFound
	}
	last, err := tx.LastHeartbeat()
	if err != nil {
		return chore{}, err
	}
	// A heartbeat that is still to come is from a clock that was set back since.
	if tx.Now.Sub(last).Abs() >= heartbeat {
		return chore{name: "heartbeat", run: func(tx *db.Tx) error { return s.desk.Beat(tx, s.Gap) }, after: func(ctx context.Context) {
			if s.work.unscrubbed.Load() {
				s.scrub(ctx)
			}
		}}, nil
	}
	for _, next := range []func(*db.Tx) (chore, error){
		s.nextDeparture, // before any duty about the games of who leaves
		s.nextDuty,
		s.nextSeason,
		s.nextForgetting, // who asked for it does not wait for who only looks on
		s.nextErasure,
		s.nextAside,
	} {
		if found, err := next(tx); !errors.Is(err, db.ErrNotFound) {
			return found, err
		}
	}
	return chore{}, db.ErrNotFound
}

// nextDuty finds what time brings to games and players, and nextAside what only those wait
// for who look on; or db.ErrNotFound.
func (s *Server) nextDuty(tx *db.Tx) (chore, error)  { return s.chore(s.desk.NextDue(tx, s.Gap)) }
func (s *Server) nextAside(tx *db.Tx) (chore, error) { return s.chore(s.desk.NextFollowerDue(tx)) }

// chore is a duty of the desk's.
func (s *Server) chore(due handler.Due, err error) (chore, error) {
	if err != nil {
		return chore{}, err
	}
	var seen []handler.Observation
	return chore{
		name:  due.Name,
		run:   func(tx *db.Tx) (err error) { seen, err = s.desk.Do(tx, due); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, until time.Time) error { return s.desk.PutOff(tx, due, until) },
	}, nil
}

// clockwork does everything that time brings, and waits. While another daemon
// does, it stands by.
func (s *Server) clockwork(ctx context.Context, l *leadership) error {
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
		announce(s.work.toSend)
	}
	sleep(ctx, idle, nil)
	return nil
}

// nextSeason finds the next step of a tournament, or db.ErrNotFound.
func (s *Server) nextSeason(tx *db.Tx) (chore, error) {
	step, err := tournament.NextStep(s.desk.Club, tx)
	if err != nil {
		return chore{}, err
	}
	if at := step.Ends(); !at.IsZero() { // a letter that was here by then may hold a move
		if err := handler.UnreadAt(tx, at, s.Gap); err != nil {
			return chore{}, err
		}
	}
	var seen []handler.Observation
	return chore{
		name:  step.Name(),
		think: step.Think,
		run:   func(tx *db.Tx) (err error) { seen, err = s.desk.Act(tx, step.Run); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, _ time.Time) error { return step.PutOff(tx) },
	}, nil
}

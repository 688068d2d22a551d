package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"turnpost/db"
)

// Several daemons may share a database that allows it (db.DB.Shared). Each joins with a
// lease and renews it. The others remove a daemon whose lease ends, and what it held
// becomes free: the messages that it was answering or sending, and its leaderships. That
// a message is answered once does not depend on leases: the transaction that answers it
// marks it done, or fails. A lease only keeps two daemons from doing the same work, and
// a message from being sent twice.

// errTakenOut says that the others removed this daemon.
var errTakenOut = errors.New("removed by another daemon")

// ownLease is our place among the daemons.
type ownLease struct {
	number atomic.Int64              // ours; 0 while Run does not run
	until  atomic.Pointer[time.Time] // when our lease ends unless it is renewed
}

// DefaultLease is the usual [Server.Lease]. No lease in the database ends later than
// this from now.
const DefaultLease = 15 * time.Second

// A lease is renewed every fifth of Server.Lease and lasts for three fifths of it; the
// rest is the time in which the others notice that it ended.
const (
	renewals = 5
	lasting  = 3
)

// leased is how long after our death, at most, we hold what others could do. Where there
// are no others, a lease only shows that we run, and is renewed rarely to spare the disk.
func (s *Server) leased() time.Duration {
	if !s.db.Shared() {
		return max(s.Lease, 5*time.Minute)
	}
	return s.Lease
}

// leaseTerm is how long a lease lasts from one renewal on.
func (s *Server) leaseTerm() time.Duration { return s.leased() / renewals * lasting }

// join makes this program one of the daemons. A daemon that is alone on its database
// does not wait for the leases of dead ones.
func (s *Server) join(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if !s.db.Shared() {
			dead, err := tx.Daemons()
			if err != nil {
				return err
			}
			for _, other := range dead {
				if err := errors.Join(tx.Abandon(other.ID), tx.Leave(other.ID)); err != nil {
					return err
				}
			}
			if err := tx.ReleaseLeases(); err != nil {
				return err
			}
		}
		me, err := tx.Join(s.Name, s.leaseTerm())
		if err != nil {
			return err
		}
		s.own.number.Store(me)
		s.own.renewed(time.Now(), s.leaseTerm())
		return s.handler.Beat(tx, s.HeartbeatGap)
	})
}

// renewed records that our lease was renewed for a time. at is before the renewal was
// asked for.
func (o *ownLease) renewed(at time.Time, length time.Duration) {
	until := at.Add(length)
	o.until.Store(&until)
}

// alive renews our lease if it ended: a program that was suspended may have been
// removed, which errTakenOut says.
func (s *Server) alive(ctx context.Context) error {
	// The wall clock is compared too: the monotonic one stands still while a machine
	// sleeps.
	now, until := time.Now(), s.own.until.Load()
	if s.own.number.Load() == 0 || until == nil || now.Before(*until) && now.Round(0).Before(until.Round(0)) {
		return nil
	}
	return s.renewNow(ctx)
}

func (s *Server) renewNow(ctx context.Context) error {
	at := time.Now()
	// It changes one row, and must not be repeated because other daemons renew theirs.
	err := s.db.Queue(ctx, func(tx *db.Tx) error { return tx.Renew(s.own.number.Load(), s.leaseTerm()) })
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errTakenOut
	case err == nil:
		s.own.renewed(at, s.leaseTerm())
	}
	return err
}

// renew keeps our lease, and removes daemons whose lease ended, until ctx is done or we
// were removed ourselves.
func (s *Server) renew(ctx context.Context) error {
	seen, failing := sightings{}, trouble{log: s.log, loop: "leases"}
	for sleep(ctx, s.leased()/renewals, nil) {
		if time.Now().After(*s.own.until.Load()) {
			clear(seen) // perhaps the others could not renew theirs either
		}
		err := s.renewNow(ctx)
		if errors.Is(err, errTakenOut) {
			return err
		}
		if err == nil && s.db.Shared() {
			err = s.removeDead(ctx, seen)
		}
		if err == nil {
			err = s.freeLostClaims(ctx)
		}
		switch {
		case err == nil:
			failing.over()
		case ctx.Err() == nil:
			failing.tell(err, s.leased()/renewals)
		}
	}
	return ctx.Err()
}

// leave frees what we held at once. On a shared database, a mailbox that nobody takes
// over counts as unreadable: the others' schedule goes on while moves lie there.
func (s *Server) leave(ctx context.Context) {
	me := s.own.number.Swap(0)
	if err := s.db.Queue(ctx, func(tx *db.Tx) error {
		if !s.db.Shared() {
			if err := tx.Abandon(me); err != nil {
				return err
			}
		}
		return tx.Leave(me)
	}); err != nil {
		s.log.Warn("this daemon's leases could not be ended; they expire", "error", err)
	}
}

// sightings is what we saw of the other daemons' leases. Clocks of machines differ, so
// a lease's end is compared only with its earlier values: a lease is over when our own
// clock has seen it unchanged for the length of a lease.
type sightings map[int64]sighting

// sighting is when a lease was first seen to end at a given time.
type sighting struct {
	until, at time.Time
}

// ended records the leases of others as seen at a time, and returns those that are over.
func (w sightings) ended(others []db.Daemon, at time.Time, length time.Duration) (over []db.Daemon) {
	there := map[int64]bool{}
	for _, other := range others {
		there[other.ID] = true
		switch s, known := w[other.ID]; {
		case !known || !s.until.Equal(other.LeaseUntil):
			w[other.ID] = sighting{other.LeaseUntil, at}
		case at.Sub(s.at) >= length:
			over = append(over, other)
		}
	}
	for id := range w {
		if !there[id] {
			delete(w, id)
		}
	}
	return over
}

// removeDead removes daemons whose lease is over, and frees what nobody holds.
func (s *Server) removeDead(ctx context.Context, seen sightings) error {
	var over []db.Daemon
	stray := false
	// Every daemon looks all the time, so looking must not write.
	if err := s.db.View(ctx, func(tx *db.Tx) error {
		others, err := tx.Daemons()
		if err != nil {
			return err
		}
		over = seen.ended(others, time.Now(), s.leaseTerm())
		stray, err = tx.Stray()
		return err
	}); err != nil || len(over) == 0 && !stray {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, other := range over {
			now, err := tx.Daemon(other.ID)
			if errors.Is(err, db.ErrNotFound) || err == nil && !now.LeaseUntil.Equal(other.LeaseUntil) {
				continue // another daemon removed it first, or it lives after all
			}
			if err != nil {
				return err
			}
			s.log.Warn("a daemon is gone; others do its work", "daemon", other.Name, "since", other.LeaseUntil)
			if err := tx.Leave(other.ID); err != nil {
				return err
			}
		}
		return tx.FreeStray()
	})
}

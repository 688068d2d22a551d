package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"turnpost/db"
)

// Several daemons may share a database that allows it (db.DB.Shared). Each joins
// with a lease and renews it; whose lease ends is taken out (daemon.go), and what it
// held is free: the letters that it was answering or sending, and its leaderships,
// which are of the clockwork and of collecting from a mailbox. That a letter is answered once
// does not hang on leases: its transaction settles it, or fails. A lease only
// keeps two from doing the same work, and a letter from going out twice.

// errTakenOut says that others took this daemon for dead.
var errTakenOut = errors.New("taken out")

// ownLease is our place among the daemons.
type ownLease struct {
	number atomic.Int64              // ours; 0: Run does not run
	until  atomic.Pointer[time.Time] // when our lease ends, if it is not renewed
}

// DefaultLease is the usual Lease of a server: no lease in the database ends farther
// ahead.
const DefaultLease = 15 * time.Second

// Of Lease, so much is the time between two renewals, and so much lasts each
// one; the rest is for the others to notice.
const (
	renewals = 5
	lasting  = 3
)

// leased is how long after our death at most we hold what others could do. Where
// there are no others, a lease only tells that we live, and a disk may rest.
func (s *Server) leased() time.Duration {
	if !s.db.Shared() {
		return max(s.Lease, 5*time.Minute)
	}
	return s.Lease
}

// join makes this program one of the daemons. Who is alone on the database needs
// not wait for the leases of those that died.
func (s *Server) join(ctx context.Context) error {
	return s.db.Queue(ctx, func(tx *db.Tx) error {
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
		me, err := tx.Join(s.Name, s.leased()/renewals*lasting)
		if err != nil {
			return err
		}
		s.own.number.Store(me)
		s.own.renewed(time.Now(), s.leased()/renewals*lasting)
		return s.desk.Beat(tx, s.Gap)
	})
}

// renewed notes that our lease, which lasts so long, was renewed at a moment before
// which it was asked for.
func (o *ownLease) renewed(at time.Time, lasts time.Duration) {
	until := at.Add(lasts)
	o.until.Store(&until)
}

// alive reports whether our lease lasts, and renews it if it does not: a program
// that stood still may be taken for dead. errTakenOut if it was.
func (s *Server) alive(ctx context.Context) error {
	// By the clock on the wall too: the other one stands still while a machine
	// sleeps.
	now, until := time.Now(), s.own.until.Load()
	if s.own.number.Load() == 0 || until == nil || now.Before(*until) && now.Round(0).Before(until.Round(0)) {
		return nil
	}
	return s.renewNow(ctx)
}

func (s *Server) renewNow(ctx context.Context) error {
	at := time.Now()
	// It touches one row, and must not begin anew because others renew theirs.
	err := s.db.Queue(ctx, func(tx *db.Tx) error { return tx.Renew(s.own.number.Load(), s.leased()/renewals*lasting) })
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errTakenOut
	case err == nil:
		s.own.renewed(at, s.leased()/renewals*lasting)
	}
	return err
}

// renew keeps our lease, and takes those out whose lease is over, until ctx is
// done or we were taken out ourselves.
func (s *Server) renew(ctx context.Context) error {
	w := watch{}
	for sleep(ctx, s.leased()/renewals, nil) {
		if time.Now().After(*s.own.until.Load()) {
			clear(w) // the others could not renew theirs either, perhaps: let them
		}
		err := s.renewNow(ctx)
		if errors.Is(err, errTakenOut) {
			return err
		}
		if err == nil && s.db.Shared() {
			err = s.relieve(ctx, w)
		}
		if err == nil {
			err = s.freeLostNow(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("the leases could not be looked after", "error", err)
		}
	}
	return ctx.Err()
}

// leave frees at once what we held. On a shared database a mailbox that nobody
// takes over is deaf: the others' clockwork goes on, and moves lie there.
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
		s.log.Warn("this daemon's leases could not be ended; they end by themselves", "error", err)
	}
}

// watch is what we saw of the other daemons' leases. Clocks of machines differ,
// so what a lease says is compared with nothing but what it said before: it is
// over when, as long as a lease lasts, our own clock has seen it unchanged.
type watch map[int64]sighting

// sighting is when a lease was first seen to end at a moment.
type sighting struct {
	until, at time.Time
}

// ended notes how the leases of others stand at a moment, and returns those that
// are over.
func (w watch) ended(others []db.Daemon, at time.Time, lasting time.Duration) (over []db.Daemon) {
	there := map[int64]bool{}
	for _, other := range others {
		there[other.ID] = true
		switch s, known := w[other.ID]; {
		case !known || !s.until.Equal(other.LeaseUntil):
			w[other.ID] = sighting{other.LeaseUntil, at}
		case at.Sub(s.at) >= lasting:
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

// relieve takes those out whose lease is over, and frees what is held by nobody.
func (s *Server) relieve(ctx context.Context, w watch) error {
	var over []db.Daemon
	stray := false
	// Looking is no write: each daemon does it all the time.
	if err := s.db.View(ctx, func(tx *db.Tx) error {
		others, err := tx.Daemons()
		if err != nil {
			return err
		}
		over = w.ended(others, time.Now(), s.leased()/renewals*lasting)
		stray, err = tx.Stray()
		return err
	}); err != nil || len(over) == 0 && !stray {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, other := range over {
			now, err := tx.Daemon(other.ID)
			if errors.Is(err, db.ErrNotFound) || err == nil && !now.LeaseUntil.Equal(other.LeaseUntil) {
				continue // somebody else was faster; or it lives after all
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

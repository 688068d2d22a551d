package server

import (
	"context"
	"errors"
	"time"

	"turnpost/db"
)

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

package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
)

// room is what a daemon knows of the room for incoming mail. It is safe for concurrent use.
type room struct {
	mu       sync.Mutex
	octets   int64     // stored when that was measured, and by this daemon since
	measured time.Time // zero: never
	full     bool
	unproved bool // it was said that the proof of a message failed
}

// measuredEvery is how long a measure is used. Meanwhile other daemons store mail, and what was
// answered is cut.
const measuredEvery = 10 * time.Second

// RoomAgain is the share of Server.MaxStored below which there is room again, so that what
// waits is not taken one by one.
const RoomAgain = 0.9

// full reports whether the bound of stored mail is reached. The operator is told when it is,
// and when there is room again.
func (s *Server) full(ctx context.Context) (bool, error) {
	if s.MaxStored <= 0 {
		return false, nil
	}
	r := &s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := s.db.Now(); r.measured.IsZero() || now.Sub(r.measured).Abs() >= measuredEvery {
		if err := s.db.View(ctx,
			func(tx *db.Tx) (err error) { r.octets, err = tx.StoredMail(); return err }); err != nil {
			return r.full, err
		}
		r.measured = now
	}
	switch {
	case !r.full && r.octets >= s.MaxStored:
		r.full = true
		s.log.Warn("the stored mail has reached its bound: messages that nothing proves wait in the mailbox, or at "+
			"the server that delivers them; raise limits.max_stored, or shorten privacy.keep_letters",
			"bytes", r.octets, "bound", s.MaxStored)
	case r.full && float64(r.octets) < RoomAgain*float64(s.MaxStored):
		r.full, r.unproved = false, false
		s.log.Info("there is room for all mail again", "bytes", r.octets, "bound", s.MaxStored)
	}
	return r.full, nil
}

// warnsUnproved reports whether the operator is to be told that the proof of a message failed: at
// most once until there is room again.
func (r *room) warnsUnproved() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.unproved
	r.unproved = true
	return !was
}

func (r *room) add(octets int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.octets += int64(octets)
}

// withRoom divides arrivals into those that are stored, and those for which there is no room. When
// the bound of stored mail is reached, only what is proven to be a player's is stored, and proven
// delivery reports. Proof is sought as for an answer, for all at once, as the DNS may be asked.
func (s *Server) withRoom(ctx context.Context, rows []db.Incoming) (stored []db.Incoming, left mail.LeftOutError,
	err error) {
	if full, err := s.full(ctx); err != nil || !full {
		return rows, left, err
	}
	proven, undecided := make([]bool, len(rows)), make([]bool, len(rows))
	group, ctx := errgroup.WithContext(ctx)
	for i, in := range rows {
		in.ArrivedAt = s.db.Now()
		group.Go(func() error {
			err := guard(func() (err error) { proven[i], err = s.proves(ctx, in); return err })
			switch {
			case err == nil, db.Transient(err):
				return err
			case !errors.Is(err, auth.ErrUnanswered) && s.room.warnsUnproved():
				s.log.Warn("whether a message is proven could not be found out; it waits, as do others of its kind",
					"error", err)
			}
			undecided[i] = true
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, left, err
	}
	for i, in := range rows {
		switch {
		case proven[i]:
			stored = append(stored, in)
			continue
		case undecided[i]:
			left.Undecided = append(left.Undecided, i)
		}
		left.Left = append(left.Left, i)
	}
	return stored, left, nil
}

// proves reports whether a message is proven to be a player's, or a report on a message of ours.
func (s *Server) proves(ctx context.Context, in db.Incoming) (bool, error) {
	if mail.TrustLevel(in.Standing) == mail.Proven && in.Place < db.RankKnown {
		return true, nil
	}
	return s.handler.Proves(ctx, in)
}

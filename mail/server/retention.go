package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/handler"
)

// erasedAtOnce is how many incoming messages, and outgoing ones, lose their text in one
// transaction: few enough that nobody waits for it.
const erasedAtOnce = 100

// auditEvery is how often the schedule looks for old entries of the audit log.
const auditEvery = 24 * time.Hour

// longestRest bounds the pause after a piece of forgetting.
const longestRest = time.Second

// nextForgetting finds the next work to erase what names somebody who was forgotten, or
// returns db.ErrNotFound. Their last message is sent only when all of it is done.
func (s *Server) nextForgetting(tx *db.Tx) (chore, error) {
	player, err := tx.Forgetting()
	if err != nil {
		return chore{}, err
	}
	last := false
	var began time.Time
	return chore{
		name: fmt.Sprintf("forgetting player %d", player),
		run: func(tx *db.Tx) (err error) {
			began = time.Now()
			if last, err = club.ForgetPiece(s.handler.Club.Begin(tx, 0)); errors.Is(err, db.ErrNotFound) {
				return nil // another daemon did it
			}
			return err
		},
		always: true, // this work itself may be what makes the database fail
		later: func(tx *db.Tx, _ time.Time) error {
			s.log.Error("what names a player who asked to be forgotten could not be erased; it will be tried again "+
				"later, and 'turnpost stats' shows how many wait", "player", player)
			return tx.PutOffForgetting(player)
		},
		after: func(ctx context.Context) {
			if last {
				s.scrub(ctx)
			}
			sleep(ctx, min(2*time.Since(began), longestRest), nil) // others write meanwhile
		},
	}, nil
}

// Retention is how long the text of messages and the audit log are kept; 0: for ever.
type Retention struct{ Messages, Audit time.Duration }

// DefaultRetention returns the usual times.
func DefaultRetention() Retention {
	const day = 24 * time.Hour
	return Retention{Messages: 30 * day, Audit: 400 * day}
}

// nextErasure finds the work to erase the text of messages that were kept long enough,
// and old entries of the audit log, or returns db.ErrNotFound. What a message did stays:
// its row in the inbox, its plies, its place in the thread.
func (s *Server) nextErasure(tx *db.Tx) (chore, error) {
	var before, long time.Time // zero: nothing is too old
	if keep := s.Retention.Messages; keep > 0 {
		before = tx.Now.Add(-keep)
	}
	if keep := s.Retention.Audit; keep > 0 && tx.Now.Sub(s.audited).Abs() >= auditEvery {
		long = tx.Now.Add(-keep)
	}
	due, err := erasureDue(tx, before, long)
	if err != nil {
		return chore{}, err
	}
	if !due {
		if !long.IsZero() {
			s.audited = tx.Now
		}
		return chore{}, db.ErrNotFound
	}
	more := false
	return chore{
		name: "erasing what is old",
		run: func(tx *db.Tx) (err error) {
			if _, err = tx.EmptyMessages(before, erasedAtOnce); err != nil {
				return err
			}
			if !long.IsZero() {
				if err := tx.EraseAudit(long, erasedAtOnce); err != nil {
					return err
				}
			}
			more, err = erasureDue(tx, before, long)
			return err
		},
		after: func(ctx context.Context) {
			if !more { // scrubbing rewrites the whole file
				s.scrub(ctx)
			}
		},
	}, nil
}

// erasureDue reports whether there are messages older than before, or audit entries older
// than long. A zero time means that nothing is too old.
func erasureDue(tx *db.Tx, before, long time.Time) (bool, error) {
	due, err := tx.Overdue(before)
	if err != nil || due || long.IsZero() {
		return due, err
	}
	return tx.AuditDue(long)
}

// scrubAfter scrubs if a message was the last that named its reader, who was forgotten,
// or the last under way that may name them to others.
func (s *Server) scrubAfter(ctx context.Context, out db.Outgoing) {
	burnt := handler.IsFarewell(out)
	if !burnt {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { burnt, err = tx.Burnt(out.ID); return err })
		if err != nil {
			s.log.Warn("erased text may still be in the database's files", "error", fmt.Errorf("scrub: %w", err))
		}
	}
	if burnt {
		s.scrub(ctx)
	}
}

// scrub removes erased text from the database's files. While a reader holds the old
// state, it is tried again with each heartbeat. On a large shared database it may take
// many minutes, for which no loop waits; see scrubOnDemand.
func (s *Server) scrub(ctx context.Context) {
	if s.db.Shared() {
		announce(s.wake.scrub)
		return
	}
	s.scrubNow(ctx)
}

// scrubOnDemand scrubs when scrub asks for it, until ctx is done.
func (s *Server) scrubOnDemand(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake.scrub:
			if err := guard(func() error { s.scrubNow(ctx); return nil }); err != nil {
				s.log.Error("scrubbing failed", "error", err)
			}
		}
	}
}

func (s *Server) scrubNow(ctx context.Context) {
	err := s.db.Scrub(ctx)
	s.unscrubbed.Store(errors.Is(err, db.ErrHeld))
	if err != nil && !errors.Is(err, db.ErrHeld) {
		s.log.Warn("erased text is still in the write-ahead log", "error", fmt.Errorf("scrub: %w", err))
	}
}

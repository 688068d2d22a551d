package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
)

// erasedAtOnce is how many letters in, and out, lose their text in one
// transaction: few enough that nobody waits for it.
const erasedAtOnce = 100

// auditEvery is how often it is looked whether what operators did is old: reading past
// what stays of it costs nothing then.
const auditEvery = 24 * time.Hour

// A piece of forgetting, with its way to the disk, is to take a time between these: who
// writes meanwhile waits for the same disk, and on a slow one the pieces are smaller. Then
// others have it for rests times as long, up to a bound: a letter takes several transactions,
// each of which would wait for a piece. On a database that is shared a piece takes its time
// on the way there and back, while others write, and is always whole.
const (
	quick  = 5 * time.Millisecond
	slow   = 20 * time.Millisecond
	rests  = 2
	atMost = time.Second
)

// together is how many pieces come into the file at once. Whoever writes after each such time
// begins the log anew, and waits for the disk to have its head; and a commit that finds the
// log grown to SQLite's thousand pages would bring it there by itself, while it has the
// writer: a piece is some 140.
const together = 4

// nextPiece is how large the next piece of forgetting is, after one that took so long, and
// for how long it rests before.
func nextPiece(eighths int, took time.Duration, shared bool) (next int, rest time.Duration) {
	switch {
	case shared:
		eighths = 8
	case took > slow:
		eighths /= 2
	case took < quick:
		eighths *= 2
	}
	return min(max(eighths, 1), 8), min(rests*took, atMost)
}

// nextForgetting finds the next piece of the work to erase what names somebody who was
// forgotten, or db.ErrNotFound. Only then does their last letter go out.
func (s *Server) nextForgetting(tx *db.Tx) (chore, error) {
	player, err := tx.Forgetting()
	if err != nil {
		return chore{}, err
	}
	last := false
	var began time.Time
	return chore{
		name: fmt.Sprintf("forgetting player %d", player),
		// What is to be erased comes from the disk while others write.
		think: func(ctx context.Context) error {
			return s.db.View(ctx, func(tx *db.Tx) error { return tx.ForgetLook(s.work.eighths) })
		},
		run: func(tx *db.Tx) (err error) {
			began = time.Now()
			if last, err = club.ForgetPiece(s.desk.Club.Begin(tx, 0), s.work.eighths); errors.Is(err, db.ErrNotFound) {
				return nil // another daemon was before us
			}
			return err
		},
		// Also after trouble that would pass, if it were not this piece that makes it.
		always: true,
		later: func(tx *db.Tx, _ time.Time) error {
			s.log.Error("what names a player who asked to be forgotten could not be erased; it is tried again later, and 'turnpost stats' tells how many wait", "player", player)
			return tx.PutOffForgetting(player)
		},
		after: func(ctx context.Context) {
			if s.work.pieces++; last || s.work.pieces%together == 0 {
				if err := s.db.Checkpoint(ctx); err != nil && ctx.Err() == nil {
					s.log.Warn("the write-ahead log grows", "error", err)
				}
			}
			var rest time.Duration
			s.work.eighths, rest = nextPiece(s.work.eighths, time.Since(began), s.db.Shared())
			if last {
				s.scrub(ctx)
			}
			sleep(ctx, rest, nil)
		},
	}, nil
}

// nextErasure finds the work to erase the text of letters that were kept long
// enough, what others wanted of who was forgotten that holds no more, and what operators
// did long ago; or db.ErrNotFound. What a letter did stays: its line in the ledger,
// its plies, its place in the thread.
func (s *Server) nextErasure(tx *db.Tx) (chore, error) {
	var before, long time.Time // of which nothing is overdue
	if keep := s.desk.Limits.KeepLetters; keep > 0 {
		before = tx.Now.Add(-keep)
	}
	if keep := s.desk.Limits.KeepAudit; keep > 0 && tx.Now.Sub(s.work.audited).Abs() >= auditEvery {
		long = tx.Now.Add(-keep)
	}
	due, err := erasureDue(tx, before, long)
	if err != nil {
		return chore{}, err
	}
	if !due {
		if !long.IsZero() {
			s.work.audited = tx.Now
		}
		return chore{}, db.ErrNotFound
	}
	more := false
	return chore{
		name: "erasing what is old",
		run: func(tx *db.Tx) (err error) {
			if _, err = tx.EmptyLetters(before, erasedAtOnce); err != nil {
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
			if !more { // it takes all of the file
				s.scrub(ctx)
			}
		},
	}, nil
}

// erasureDue reports whether letters, or what operators did, are to be erased of before two
// moments; zero: none are.
func erasureDue(tx *db.Tx, before, long time.Time) (bool, error) {
	due, err := tx.Overdue(before)
	if err != nil || due || long.IsZero() {
		return due, err
	}
	return tx.AuditDue(long)
}

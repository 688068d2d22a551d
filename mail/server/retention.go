package server

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/departure"
)

// erasedAtOnce is how many letters in, and out, lose their text in one
// transaction: few enough that nobody waits for it.
const erasedAtOnce = 100

// nextForgetting finds the next piece of the work to erase what names somebody who was
// forgotten, or db.ErrNotFound. Only then does their last letter go out.
func nextForgetting(s *Server, tx *db.Tx) (chore, error) {
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
			last, err = departure.ForgetOn(s.desk.Club.Begin(tx, 0))
			return err
		},
		// Also after trouble that would pass, if it were not this piece that makes it.
		always: true,
		later: func(tx *db.Tx, _ time.Time) error {
			s.log.Error("what names a player who asked to be forgotten could not be erased; it is tried again later, and 'turnpost stats' tells how many wait", "player", player)
			return tx.PutOffForgetting(player)
		},
		after: func(ctx context.Context) {
			if err := s.db.Checkpoint(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("the write-ahead log grows", "error", err)
			}
			if last {
				s.scrub(ctx)
			}
			// Half of the time is for others: a letter takes several transactions, each of
			// which would wait for a piece.
			sleep(ctx, time.Since(began), nil)
		},
	}, nil
}

// nextErasure finds the work to erase the text of letters that were kept long
// enough, and what others wanted of who was forgotten that holds no more; or
// db.ErrNotFound. What a letter did stays: its line in the ledger,
// its plies, its place in the thread.
func (s *Server) nextErasure(tx *db.Tx) (chore, error) {
	var before time.Time // of letters nothing is overdue
	if keep := s.desk.Limits.KeepLetters; keep > 0 {
		before = tx.Now.Add(-keep)
	}
	due, err := tx.Overdue(before)
	if err != nil {
		return chore{}, err
	}
	if !due {
		return chore{}, db.ErrNotFound
	}
	var erased int64
	return chore{
		name: "erasing old letters",
		run: func(tx *db.Tx) (err error) {
			erased, err = tx.EmptyLetters(before, erasedAtOnce)
			return err
		},
		after: func(ctx context.Context) {
			if erased < erasedAtOnce { // the last of them
				s.scrub(ctx)
			}
		},
	}, nil
}

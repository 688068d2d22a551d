package server

import (
	"context"
	"errors"
	"fmt"

	"turnpost/db"
)

// next claims the next letters, so many at most, which are in our hand from then on, or
// returns db.ErrNotFound. What is owed is noted first: it would go out once more.
func next(ctx context.Context, s *Server, most int) ([]db.Outgoing, error) {
	if err := s.sending.settleOwed(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("noting what became of a letter: %w", err)
	}
	s.sending.claiming.Lock()
	defer s.sending.claiming.Unlock()
	if s.sending.doubted.Load() {
		if err := freeLost(ctx, s); err != nil {
			return nil, fmt.Errorf("looking through our claims: %w", err)
		}
	}
	claimed, err := claim(ctx, s, most)
	if errors.Is(err, db.ErrExists) && most > 1 { // another daemon was faster with one of them
		claimed, err = claim(ctx, s, 1)
	}
	if db.Transient(err) {
		s.sending.doubted.Store(true) // they may be claimed all the same
	}
	if isNotFound(err) || errors.Is(err, db.ErrExists) { // or another daemon was faster
		return nil, db.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("claiming a letter: %w", err)
	}
	var some []db.Outgoing
	for _, out := range claimed {
		if s.sending.hold(out.ID) { // else the clock has jumped over its lease, and it is on its way
			some = append(some, out)
		}
	}
	if len(some) == 0 {
		return nil, db.ErrNotFound
	}
	s.step("claimed")
	if err := s.alive(ctx); errors.Is(err, errTakenOut) {
		for _, out := range some {
			s.sending.release(out.ID)
		}
		return nil, err // somebody else has them by now
	}
	return some, nil
}

// claim claims the next letters that are due and within the budget, so many at most, or
// returns db.ErrNotFound. The leases stand before anything is sent. One commit does for
// all: a play has two letters.
func claim(ctx context.Context, s *Server, most int) (some []db.Outgoing, err error) {
	// Looking costs no write when there is nothing to do, which is most often; but where
	// as many letters were due as could be sent there are most often more.
	look := !s.sending.more
	defer func() { s.sending.more = err == nil && len(some) == most }()
	for _, a := range s.sending.allowances(s.Budget, s.log) {
		err = nil
		if look {
			err = s.db.View(ctx, func(tx *db.Tx) error {
				allowed, err := a.within(tx)
				if err != nil {
					return err
				}
				due, err := tx.Due(allowed)
				if err == nil && !due {
					return db.ErrNotFound
				}
				return err
			})
		}
		if err == nil {
			err = s.db.Take(ctx, func(tx *db.Tx) error {
				some, err = claimWithin(tx, a, s.own.number.Load(), most)
				return err
			})
		}
		if !isNotFound(err) {
			break
		}
		look = true
	}
	return some, err
}

// claimWithin claims letters within an allowance. One that counts lets no other daemon
// count until the end of the transaction, and counts anew after each letter.
func claimWithin(tx *db.Tx, a allowance, daemon int64, most int) (some []db.Outgoing, err error) {
	if a.counts {
		if err := tx.LockSending(); err != nil {
			return nil, err
		}
	}
	var allowed db.Allowance
	for len(some) < most {
		if a.counts || len(some) == 0 {
			if allowed, err = a.within(tx); err != nil {
				return nil, err
			}
		}
		out, err := tx.Claim(daemon, lease, allowed)
		if isNotFound(err) && len(some) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		some = append(some, out)
	}
	return some, nil
}

package server

import (
	"context"
	"errors"
	"fmt"

	"turnpost/db"
)

// next claims the next letters, so many at most and so many slow ones among them, which
// are in our hand from then on, or returns db.ErrNotFound. What is owed is noted first: it
// would go out once more.
func next(ctx context.Context, s *Server, most, slow int) ([]letter, error) {
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
	claimed, err := claim(ctx, s, most, slow)
	if errors.Is(err, db.ErrExists) && most > 1 { // another daemon was faster with one of them
		claimed, err = claim(ctx, s, 1, slow)
	}
	if db.Transient(err) {
		s.sending.doubted.Store(true) // they may be claimed all the same
	}
	if errors.Is(err, db.ErrNotFound) || errors.Is(err, db.ErrExists) { // or another daemon was faster
		return nil, db.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("claiming a letter: %w", err)
	}
	letters, err := fewSlow(context.WithoutCancel(ctx), s, claimed, slow)
	if err != nil {
		s.sending.doubted.Store(true)
		return nil, fmt.Errorf("putting a claimed letter back: %w", err)
	}
	var some []letter
	for _, out := range letters {
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
// returns db.ErrNotFound; none that are slow, if there may be no such. The leases stand
// before anything is sent. One commit does for all: a play has two letters.
func claim(ctx context.Context, s *Server, most, slow int) (some []letter, err error) {
	// Looking costs no write when there is nothing to do, which is most often; but where
	// as many letters were due as could be sent there are most often more. On a server a
	// claim in vain writes nothing, and is a way as well.
	k := &s.sending
	look := !k.more && !s.db.Shared()
	k.more, k.behind = false, false
	k.looks.Add(1)
	for _, a := range k.allowances(s.Budget, s.log) {
		a.slow = slow
		if err = nil; look || a.counts {
			err = lookFor(ctx, s, a)
		}
		if err == nil {
			some, k.behind, err = claimWithin(ctx, s, a, most)
			k.more = err == nil && len(some) == most
		}
		if !errors.Is(err, db.ErrNotFound) {
			break
		}
		look = true
	}
	return some, err
}

// lookFor returns db.ErrNotFound if nothing is due within an allowance.
func lookFor(ctx context.Context, s *Server, a allowance) error {
	due := func(tx *db.Tx, within db.Allowance) error {
		due, err := tx.Due(within)
		if err == nil && !due {
			return db.ErrNotFound
		}
		return err
	}
	if s.db.Shared() { // counting takes more statements
		if err := s.db.View(ctx, func(tx *db.Tx) error { return due(tx, db.Everything) }); err != nil {
			return err
		}
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		allowed, err := a.allow(tx)
		if err != nil {
			return err
		}
		return due(tx, allowed)
	})
}

// claimWithin claims letters within an allowance, and says of one that does not count
// whether letters to strangers or programs wait. One that counts lets no other daemon
// count until the end of the transaction, and counts anew after each letter.
func claimWithin(ctx context.Context, s *Server, a allowance, most int) (some []letter, behind bool, err error) {
	me := s.own.number.Load()
	if !a.counts {
		err = s.db.Queue(ctx, func(tx *db.Tx) error {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			claimed, others, err := tx.ClaimSome(me, lease, allowed, most)
			some, behind = nil, others
			for _, c := range claimed {
				some = append(some, letter{c})
			}
			return err
		})
		if err == nil && len(some) == 0 {
			err = db.ErrNotFound
		}
		return some, behind, err
	}
	err = s.db.Queue(ctx, func(tx *db.Tx) error {
		some = nil
		if err := tx.LockSending(); err != nil {
			return err
		}
		for len(some) < most {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			out, err := tx.Claim(me, lease, allowed)
			if errors.Is(err, db.ErrNotFound) && len(some) > 0 {
				return nil
			}
			if err != nil {
				return err
			}
			some = append(some, letter{out})
		}
		return nil
	})
	return some, false, err
}

// fewSlow puts back those of the slow letters that are more than may be: the next claim
// leaves them out.
func fewSlow(ctx context.Context, s *Server, claimed []letter, slow int) (some []letter, err error) {
	var over []letter
	for _, l := range claimed {
		if l.slow() {
			slow--
		}
		if l.slow() && slow < 0 {
			over = append(over, l)
		} else {
			some = append(some, l)
		}
	}
	if len(over) == 0 {
		return some, nil
	}
	return some, putBack(ctx, s, over...)
}

// putBack gives letters back that are claimed and not begun.
func putBack(ctx context.Context, s *Server, letters ...letter) error {
	return s.db.Queue(ctx, func(tx *db.Tx) error {
		for _, out := range letters {
			if err := tx.PutBack(out.ID, s.own.number.Load(), out.Remark); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
}

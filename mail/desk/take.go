package desk

import (
	"context"
	"errors"

	"turnpost/db"
)

// To take a letter in, or to claim a letter out, is a commit of its own: an
// attempt is counted before the letter is read, so that a letter that kills the
// program is counted as well, and a lease stands before anything is sent. Under
// load it is part of the commit that settles the letter before. Where several
// daemons take from one queue it is not: a transaction that reads the head of a
// queue would have to begin anew whenever another one takes from it.

// taken is a letter in whose attempt is counted.
type taken struct {
	letter      db.Incoming // the zero value: none
	quarantined bool        // it has failed too often, and was put aside
}

// take takes the oldest new letter, or returns db.ErrNotFound.
func (d *Desk) take(ctx context.Context) (next taken, err error) {
	if next = d.taken; next.letter.ID != 0 {
		d.taken = taken{}
		return next, nil
	}
	err = d.db.Take(ctx, func(tx *db.Tx) (err error) { next, err = d.takeIn(tx); return err })
	return next, err
}

// takeAhead takes the next letter in a transaction that settles another one.
func (d *Desk) takeAhead(tx *db.Tx) (taken, error) {
	if !d.ahead() {
		return taken{}, nil
	}
	next, err := d.takeIn(tx)
	if isNotFound(err) {
		return taken{}, nil
	}
	return next, err
}

func (d *Desk) takeIn(tx *db.Tx) (taken, error) {
	in, err := tx.ClaimIncoming(d.me.Load())
	if err != nil {
		return taken{}, err
	}
	if d.spared.letter == in.ID {
		if err := tx.ForgetAttempts(in.ID, d.spared.times); err != nil {
			return taken{}, err
		}
		in.Attempts -= int(d.spared.times)
	}
	if in.Failures < maxFailures && in.Attempts <= maxAttempts {
		return taken{letter: in}, nil
	}
	return taken{in, true}, tx.Settle(in.ID, db.IncomingQuarantined, in.Remark)
}

// claim claims the next letter that is due, or returns db.ErrNotFound.
func (d *Desk) claim(ctx context.Context) (out db.Outgoing, err error) {
	if next := d.claimed; next != nil {
		d.claimed = nil
		return *next, nil
	}
	// Looking costs no write when there is nothing to do, which is most often.
	err = d.db.View(ctx, func(tx *db.Tx) error {
		due, err := tx.Due()
		if err == nil && !due {
			return db.ErrNotFound
		}
		return err
	})
	if err == nil {
		err = d.db.Take(ctx, func(tx *db.Tx) (err error) { out, err = tx.Claim(d.me.Load(), lease); return err })
	}
	return out, err
}

// claimAhead claims the next letter in a transaction that marks another one.
func (d *Desk) claimAhead(tx *db.Tx) (*db.Outgoing, error) {
	if !d.ahead() {
		return nil, nil
	}
	out, err := tx.Claim(d.me.Load(), lease)
	if isNotFound(err) {
		return nil, nil
	}
	return &out, err
}

// ahead reports whether loops run that go on with what was taken, and no other
// daemon takes from the queues.
func (d *Desk) ahead() bool { return d.me.Load() != 0 && !d.db.Shared() }

// putBack gives back what was taken and not begun.
func (d *Desk) putBack(ctx context.Context) error {
	in, out := d.taken, d.claimed
	d.taken, d.claimed = taken{}, nil
	if (in.letter.ID == 0 || in.quarantined) && out == nil {
		return nil
	}
	return d.db.Update(ctx, func(tx *db.Tx) (err error) {
		if in.letter.ID != 0 && !in.quarantined {
			err = tx.ForgetAttempts(in.letter.ID, 1)
		}
		if out != nil {
			err = errors.Join(err, tx.PutBack(out.ID, ""))
		}
		return err
	})
}

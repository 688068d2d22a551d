package server

import (
	"context"
	"sync"

	"turnpost/db"
)

// noting notes what became of letters that were sent: who has the one connection that
// writes notes it for all that wait for it, in one commit.
type noting struct {
	turn sync.Mutex // of who writes; it guards what is in the notes
	mu   sync.Mutex
	wait []*note
}

type note struct {
	write func(*db.Tx) error
	done  bool
	err   error
}

// all takes all that waits.
func (n *noting) all() []*note {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.wait
	n.wait = nil
	return all
}

// note is db.DB.Update for one of these writes.
func (n *noting) note(ctx context.Context, d *db.DB, write func(*db.Tx) error) error {
	own := &note{write: write}
	n.mu.Lock()
	n.wait = append(n.wait, own)
	n.mu.Unlock()
	n.turn.Lock()
	defer n.turn.Unlock()
	if own.done {
		return own.err
	}
	var some []*note
	err := d.Queue(ctx, func(tx *db.Tx) error {
		some = append(some, n.all()...)
		for _, one := range some {
			if err := one.write(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && len(some) == 0 { // it did not come so far
		some = n.all()
	}
	alone := err != nil && len(some) > 1 && !db.Transient(err) // it is one's fault
	for _, one := range some {
		if one.done, one.err = true, err; alone {
			one.err = d.Queue(ctx, one.write)
		}
	}
	if !own.done { // who had it in hand has panicked
		return d.Queue(ctx, write)
	}
	return own.err
}

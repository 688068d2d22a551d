package db

import (
	"context"
	"errors"

	"turnpost/db/ride"
)

// Ahead makes a transaction of Confined, or of Glance, know the answers to what ask asks, as far as it remembers
// such. On a server that is one way there and back, in which the questions go in their
// order; in a file, where asking costs nothing, it does nothing. ask is called twice, the
// first time without an answer, so that none of its questions can depend on another.
func (tx *Tx) Ahead(ask func()) {
	if tx.engine.kept == "" || tx.confined == nil && !tx.reads {
		return
	}
	asking := tx.ctx
	tx.ctx, tx.ahead = ride.Ahead(asking), true
	ask()
	tx.ctx, tx.ahead = asking, false
	ask()
}

// Glance is View for what is known to be asked: ahead asks it, as in Tx.Ahead, and then a
// server is waited for once. What f asks beside it is answered as well, in a View.
func (db *DB) Glance(ctx context.Context, ahead func(*Tx), f func(*Tx) error) error {
	if !db.Shared() {
		return db.View(ctx, f)
	}
	err := db.run(ride.Whole(ctx), db.read, db.engine.view, func(tx *Tx) error {
		if ahead != nil {
			tx.Ahead(func() { ahead(tx) })
		}
		return f(tx)
	})
	if errors.Is(err, ride.ErrOver) {
		return db.View(ctx, f)
	}
	return err
}

// Only is Take for one statement, with which the transaction is committed, whatever f
// makes of the answer: a second one fails.
func (db *DB) Only(ctx context.Context, f func(*Tx) error) error { return db.Take(ride.Whole(ctx), f) }

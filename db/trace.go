package db

import (
	"context"

	"turnpost/db/ride"
	"turnpost/db/turns"
)

// Trace makes f hear each statement that transactions execute from now on, and BEGIN,
// COMMIT and ROLLBACK. It is for tests and the bench, which count them, and stands here
// because nobody else sees them as they go to the engine. It must be called before the
// database is used at once by several.
func (d *DB) Trace(f func(query string)) {
	before := d.engine
	traced := *before
	traced.bind = func(query string, args []any) (string, []any, error) {
		query, args, err := before.bind(query, args)
		f(query)
		return query, args, err
	}
	d.engine, d.heard = &traced, f
}

// Trips is how often the database's server was waited for since it was opened; of a file
// 0. A daemon's metrics count them.
func (d *DB) Trips() int64 { return ride.Trips(d.write) + ride.Trips(d.queues) + ride.Trips(d.read) }

// Turns makes f hear who had the one writer of a file, see package turns, in the place of
// who heard it before; of a server it hears nothing. It must be called before the first
// transaction that writes. A daemon's metrics hear it, and the bench.
func (d *DB) Turns(f func(context.Context, turns.Turn)) { d.turns.Hear(f) }

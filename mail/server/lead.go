package server

import (
	"context"

	"turnpost/db"
)

// Lead reports whether this daemon, of all on its database, is the one that does something
// which one alone does, and takes that upon it if nobody does. It never waits; before the
// daemon runs, and after, it is none. Who was taken for dead meanwhile does not know it at
// once: what is done so must be fit to be done twice.
func Lead(ctx context.Context, s *Server, what string) (mine bool, err error) {
	me := s.own.number.Load()
	if me == 0 {
		return false, nil
	}
	var leader int64
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { leader, err = tx.Leader(what); return err }); err != nil || leader != 0 {
		return leader == me, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) { mine, err = tx.TakeLeadership(what, false, me); return err })
	return mine, err
}

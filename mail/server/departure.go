package server

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/departure"
	"turnpost/mail/observe"
)

// nextDeparture finds the next games of somebody who leaves, which are to be resigned, or
// db.ErrNotFound.
func nextDeparture(s *Server, tx *db.Tx) (chore, error) {
	d, err := tx.NextDeparture()
	if err != nil {
		return chore{}, err
	}
	var began time.Time
	var seen []observe.Observation
	return chore{
		name: fmt.Sprintf("the games of player %d, who leaves", d.Player),
		run: func(tx *db.Tx) (err error) {
			began = time.Now()
			seen, err = departure.On(s.desk.Club, s.desk.Teller, tx, d.Player, 0)
			return err
		},
		// Also after trouble that would pass, if it were not this piece that makes it.
		always: true,
		later: func(tx *db.Tx, _ time.Time) error {
			s.log.Error("the games of a player who leaves could not be ended; it is tried again later", "player", d.Player)
			return tx.PutOffDeparture(d.Player)
		},
		after: func(ctx context.Context) {
			s.emitAll(seen)
			sleep(ctx, time.Since(began), nil) // half of the time is for others
		},
	}, nil
}

// departs ends the game of somebody who leaves that a letter wants, or if it is a letter
// of theirs the next few, and reports whether that is why it could not be answered.
func departs(ctx context.Context, s *Server, why error) (was bool, err error) {
	player, game, was := departure.From(why)
	if !was {
		return false, nil
	}
	var seen []observe.Observation
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) {
			seen, err = departure.On(s.desk.Club, s.desk.Teller, tx, player, game)
			return err
		})
	})
	if isNotFound(err) { // done meanwhile
		return true, nil
	}
	if err == nil {
		s.emitAll(seen)
		s.step("departed")
		announce(s.work.toSend)
	}
	return true, err
}

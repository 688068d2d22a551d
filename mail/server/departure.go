package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/handler"
)

// nextDeparture finds the next games of somebody who leaves, which are to be resigned, or
// db.ErrNotFound.
func (s *Server) nextDeparture(tx *db.Tx) (chore, error) {
	d, err := tx.NextDeparture()
	if err != nil {
		return chore{}, err
	}
	var began time.Time
	var seen []handler.Observation
	return chore{
		name: fmt.Sprintf("the games of player %d, who leaves", d.Player),
		run: func(tx *db.Tx) (err error) {
			began = time.Now()
			seen, err = handler.ContinueDeparture(s.desk.Club, s.desk.Teller, tx, d.Player, 0)
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
			announce(s.work.toPlay)            // letters may have waited for it
			sleep(ctx, time.Since(began), nil) // half of the time is for others
		},
	}, nil
}

// What becomes of a letter that met somebody who leaves, and could not be answered: it was
// put behind others, because a piece was done for it, or because it waits for one.
var (
	errYields = errors.New("the letter lets others go first, while somebody leaves")
	errWaits  = errors.New("the letter waits, because somebody cannot leave yet")
	errStuck  = errors.New("somebody who is leaving cannot: the games could not be ended")
)

// departs ends the game of somebody who leaves that a letter wants, and then the letter can
// be answered; or if it wants the player, or is theirs, it ends the next few games and lets
// the letter wait, behind others. It reports whether that is why it could not be answered;
// writer is whose it is, if that was found out.
//
// What fails is not the letter's fault: it waits, as the departure does, and counts as
// never tried. But a letter that waits in the queue holds up its writer's later ones and all
// clocks: when a departure has failed maxFailures times it waits beside the queue, until the
// player has left, and holds up the clocks of its writer alone (db.Tx.Await).
func (s *Server) departs(ctx context.Context, in db.Incoming, writer int64, why error) (was bool, err error) {
	player, game, was := club.DepartingIn(why)
	if !was {
		return false, nil
	}
	var seen []handler.Observation
	var failedBefore, gone, lost, stuck bool
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		d, err := tx.Departure(player)
		failedBefore, gone, stuck = d.Waits, errors.Is(err, db.ErrNotFound), d.Failures >= maxFailures
		switch {
		case err != nil:
			return err
		case game == 0 && d.Waits && stuck:
			return errStuck
		case game == 0 && d.Waits:
			return errWaits
		}
		return guard(func() (err error) {
			seen, err = handler.ContinueDeparture(s.desk.Club, s.desk.Teller, tx, player, game)
			if err == nil && game == 0 {
				if err = tx.Yield(in.ID, s.own.number.Load()); errors.Is(err, db.ErrNotFound) {
					lost = true
				}
			}
			return err
		})
	})
	switch {
	case err == nil:
		s.emitAll(seen)
		s.step("departed")
		announce(s.work.toSend)
		announce(s.work.toPlay)
		if game == 0 {
			err = errYields
		}
		return true, err
	case gone: // done meanwhile
		return true, nil
	case lost, db.Transient(err), ctx.Err() != nil:
		return true, err
	}
	if !failedBefore {
		s.log.Error("the games of a player who leaves could not be ended; it is tried again later", "player", player, "letter", in.ID, "error", err)
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := tx.Departure(player); errors.Is(err, db.ErrNotFound) { // done meanwhile
			stuck = false
		} else if err != nil {
			return err
		}
		if stuck {
			err = tx.Await(in.ID, s.own.number.Load(), player, writer)
		} else {
			err = tx.Yield(in.ID, s.own.number.Load())
		}
		if err != nil || failedBefore {
			return err
		}
		return tx.PutOffDeparture(player)
	})
	switch {
	case err != nil:
		return true, err
	case !stuck:
		return true, errWaits
	}
	s.log.Error("a letter waits beside the others for a player who cannot leave; it is answered when the games could be ended, and the clocks of its writer wait with it", "letter", in.ID, "player", player)
	return true, errYields
}

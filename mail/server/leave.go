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

// nextLeaving finds the next games of a leaving player that are to be resigned, or
// returns db.ErrNotFound.
func (s *Server) nextLeaving(tx *db.Tx) (chore, error) {
	d, err := tx.NextLeaving()
	if err != nil {
		return chore{}, err
	}
	var began time.Time
	var seen []handler.Observation
	return chore{
		name: fmt.Sprintf("the games of player %d, who leaves", d.Player),
		run: func(tx *db.Tx) (err error) {
			began = time.Now()
			seen, err = handler.ContinueLeaving(s.handler.Club, s.handler.Notifier, tx, d.Player, 0)
			return err
		},
		always: true, // this work itself may be what makes the database fail
		later: func(tx *db.Tx, _ time.Time) error {
			s.log.Error("the games of a leaving player could not be ended; it will be tried again later", "player",
				d.Player)
			return tx.PutOffLeaving(d.Player)
		},
		after: func(ctx context.Context) {
			s.emitAll(seen)
			announce(s.wake.answer)            // messages may have waited for it
			sleep(ctx, time.Since(began), nil) // half of the time is for others
		},
	}, nil
}

// Why a message that met a leaving player was not answered. It is queued behind others.
var (
	errYields = errors.New("some games of a leaving player were ended first")
	errWaits  = errors.New("the message waits, because a player cannot leave yet")
	errStuck  = errors.New("the games of a leaving player could not be ended")
)

// endLeavingGames reports whether a message could not be answered because of a leaving
// player, as the error why says. If the message concerns one of their games, it ends
// that game, and the message can be answered. If it concerns the player, or is theirs, it
// ends the next few games and queues the message behind others. writer is who wrote the
// message, if known.
//
// A failure is not the message's fault: it waits as the leaving player does, and the
// attempt does not count. But a message in the queue holds up its writer's later ones and
// all clocks. When ending the games failed maxFailures times, the message therefore waits
// beside the queue until the player has left, and holds up only its writer's clocks
// (db.Tx.Await).
func (s *Server) endLeavingGames(ctx context.Context, in db.Incoming, writer int64, why error) (was bool, err error) {
	player, game, was := club.LeavingIn(why)
	if !was {
		return false, nil
	}
	var seen []handler.Observation
	var failedBefore, gone, lost, stuck bool
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		d, err := tx.Leaving(player)
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
			seen, err = handler.ContinueLeaving(s.handler.Club, s.handler.Notifier, tx, player, game)
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
		announce(s.wake.deliver)
		announce(s.wake.answer)
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
		s.log.Error("the games of a leaving player could not be ended; it will be tried again later",
			"player", player, "message", in.ID, "error", err)
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := tx.Leaving(player); errors.Is(err, db.ErrNotFound) { // done meanwhile
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
		return tx.PutOffLeaving(player)
	})
	switch {
	case err != nil:
		return true, err
	case !stuck:
		return true, errWaits
	}
	s.log.Error("a message waits beside the queue for a player who cannot leave; it is answered when the games "+
		"could be ended, and its writer's clocks wait with it", "message", in.ID, "player", player)
	return true, errYields
}

package server

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/observe"
	"turnpost/mail/postmortem"
)

// postMortemsEvery is how often it is looked whether a game is over.
const postMortemsEvery = 5 * time.Second

// postMortems looks at all games that are over, one after the other, and waits. While
// another daemon does, it stands by; should both do, because one was taken for dead, nothing
// is told twice. It rests after each thought as robots do: letters come first.
func postMortems(ctx context.Context, s *Server, l *leadership) error {
	for {
		s.emit(Pulse, "post-mortems")
		g, err := nextPostMortem(ctx, s)
		if isNotFound(err) {
			sleep(ctx, postMortemsEvery, nil)
			return nil
		}
		if err != nil {
			return err
		}
		if mine, err := s.acquire(ctx, l); err != nil || !mine {
			return err
		}
		if err := postMortem(ctx, s, g, func(spent time.Duration) { sleep(ctx, Rest*spent, nil) }); err != nil {
			return err
		}
		announce(s.work.toSend)
	}
}

// PostMortem looks at the next game that is over, and reports whether there was one.
func PostMortem(ctx context.Context, s *Server) (bool, error) {
	g, err := nextPostMortem(ctx, s)
	if isNotFound(err) {
		return false, nil
	}
	if err == nil {
		err = postMortem(ctx, s, g, func(time.Duration) {})
	}
	return true, err
}

func nextPostMortem(ctx context.Context, s *Server) (g postmortem.Game, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { g, err = postmortem.Next(s.desk.Club.Begin(tx, 0)); return err })
	return g, err
}

// postMortem looks at one game, outside of every transaction, and tells of it in one. One
// that fails by our fault is put off, and at last given up: the others have their turn.
func postMortem(ctx context.Context, s *Server, g postmortem.Game, rest func(time.Duration)) error {
	var found postmortem.Found
	var seen []observe.Observation
	err := guard(func() (err error) { found, err = g.Think(ctx, rest); return err })
	if err == nil {
		s.step("looked")
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { seen, err = s.desk.Act(tx, found.Tell); return err })
		})
	}
	switch {
	case err == nil:
		s.emitAll(seen)
		return nil
	case ctx.Err() != nil, db.Transient(err):
		return err
	}
	last := false
	if err := s.db.Update(ctx, func(tx *db.Tx) (err error) { last, err = g.PutOff(tx); return err }); err != nil {
		return fmt.Errorf("post-mortem of game %d: %w", g.ID, err)
	}
	s.log.Error("it could not be found where a game turned", "game", g.ID, "given up", last, "error", err)
	return nil
}

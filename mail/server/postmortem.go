package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/mail/handler"
)

// postMortemsEvery is how often it is looked whether a game is over.
const postMortemsEvery = 5 * time.Second

// postMortems looks at all games that are over, one after the other, and waits: first where
// they turned, for which their players wait, and when that is done for puzzles. While
// another daemon does, it stands by; should both do, because one was taken for dead, nothing
// is told or kept twice. It rests after each thought as robots do: letters come first.
func postMortems(ctx context.Context, s *Server, l *leadership) error {
	rest := func(spent time.Duration) { sleep(ctx, Rest*spent, nil) }
	for {
		s.emit(Pulse, "post-mortems")
		look, err := nextLook(ctx, s)
		if errors.Is(err, db.ErrNotFound) {
			sleep(ctx, postMortemsEvery, nil)
			return nil
		}
		if err != nil {
			return err
		}
		if mine, err := s.acquire(ctx, l); err != nil || !mine {
			return err
		}
		if err := look.at(ctx, s, rest); err != nil {
			return err
		}
		announce(s.work.toSend)
	}
}

// PostMortemsFirst is a rest between the thoughts about a game, in which it is looked every
// so often whether another one is over whose players wait. To seek puzzles takes minutes, and
// hours where one after the other waits: the loop goes round all the same.
func PostMortemsFirst(ctx context.Context, s *Server, every time.Duration, rest func(time.Duration)) func(time.Duration) {
	looked := time.Now()
	return func(spent time.Duration) {
		rest(spent)
		if time.Since(looked) < every {
			return
		}
		for ctx.Err() == nil {
			s.emit(Pulse, "post-mortems")
			g, err := nextPostMortem(ctx, s)
			if err == nil {
				err = postMortemOf(s, g).at(ctx, s, rest)
			}
			if err != nil { // none waits, or the loop meets it again
				break
			}
			announce(s.work.toSend)
		}
		looked = time.Now()
	}
}

// look is one game that is over and is to be looked at for something.
type look struct {
	game          int64
	step, failure string // that it is found, and for the log that it is not
	// think finds it, outside of every transaction, tell tells or keeps it in one, and
	// putOff notes that it failed.
	think  func(ctx context.Context, rest func(time.Duration)) error
	tell   func(tx *db.Tx) ([]handler.Observation, error)
	putOff func(tx *db.Tx) (last bool, err error)
}

// nextLook is what is to be looked at next.
func nextLook(ctx context.Context, s *Server) (look, error) {
	g, err := nextPostMortem(ctx, s)
	if errors.Is(err, db.ErrNotFound) {
		o, err := nextPuzzle(ctx, s)
		seek := o.think
		o.think = func(ctx context.Context, rest func(time.Duration)) error {
			return seek(ctx, PostMortemsFirst(ctx, s, postMortemsEvery, rest))
		}
		return o, err
	}
	return postMortemOf(s, g), err
}

// at looks at the game. One that fails by our fault is put off, and at last given up: the
// others have their turn.
func (o look) at(ctx context.Context, s *Server, rest func(time.Duration)) error {
	var seen []handler.Observation
	err := guard(func() error { return o.think(ctx, rest) })
	if err == nil {
		s.step(o.step)
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { seen, err = o.tell(tx); return err })
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
	if err := s.db.Update(ctx, func(tx *db.Tx) (err error) { last, err = o.putOff(tx); return err }); err != nil {
		return fmt.Errorf("post-mortem of game %d: %w", o.game, err)
	}
	s.log.Error(o.failure, "game", o.game, "given up", last, "error", err)
	return nil
}

// PostMortem looks at the next game that is over, and reports whether there was one.
func PostMortem(ctx context.Context, s *Server) (bool, error) {
	g, err := nextPostMortem(ctx, s)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = postMortemOf(s, g).at(ctx, s, func(time.Duration) {})
	}
	return true, err
}

func nextPostMortem(ctx context.Context, s *Server) (g analysis.PostMortemGame, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { g, err = analysis.NextPostMortem(s.desk.Club.Begin(tx, 0)); return err })
	g.Values = s.desk.Bots.Values[g.Rules()]
	return g, err
}

// postMortemOf is the look where a game turned.
func postMortemOf(s *Server, g analysis.PostMortemGame) look {
	var found analysis.PostMortem
	return look{
		game: g.ID, step: "looked", failure: "it could not be found where a game turned", putOff: g.PutOff,
		think: func(ctx context.Context, rest func(time.Duration)) (err error) {
			found, err = g.Think(ctx, rest)
			return err
		},
		tell: func(tx *db.Tx) ([]handler.Observation, error) { return s.desk.Act(tx, found.Tell) },
	}
}

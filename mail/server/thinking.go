package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// postMortemsEvery is how often it is looked whether a game is over.
const postMortemsEvery = 5 * time.Second

// postMortems looks at all games that are over, one after the other, and waits: first where
// they turned, for which their players wait, and when that is done for puzzles. While
// another daemon does, it stands by; should both do, because one was taken for dead, nothing
// is told or kept twice. It rests after each thought as robots do: letters come first.
func (s *Server) postMortems(ctx context.Context, l *leadership) error {
	rest := func(spent time.Duration) { sleep(ctx, Rest*spent, nil) }
	for {
		s.emit(Pulse, "post-mortems")
		look, err := s.nextLook(ctx)
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
		if err := s.lookAt(ctx, look, rest); err != nil {
			return err
		}
		announce(s.work.toSend)
	}
}

// PostMortemsFirst is a rest between the thoughts about a game, in which it is looked every
// so often whether another one is over whose players wait. To seek puzzles takes minutes, and
// hours where one after the other waits: the loop goes round all the same.
func (s *Server) PostMortemsFirst(ctx context.Context, every time.Duration, rest func(time.Duration)) func(time.Duration) {
	looked := time.Now()
	return func(spent time.Duration) {
		rest(spent)
		if time.Since(looked) < every {
			return
		}
		for ctx.Err() == nil {
			s.emit(Pulse, "post-mortems")
			g, err := s.nextPostMortem(ctx)
			if err == nil {
				err = s.lookAt(ctx, s.postMortemOf(g), rest)
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
func (s *Server) nextLook(ctx context.Context) (look, error) {
	g, err := s.nextPostMortem(ctx)
	if errors.Is(err, db.ErrNotFound) {
		o, err := s.nextPuzzle(ctx)
		seek := o.think
		o.think = func(ctx context.Context, rest func(time.Duration)) error {
			return seek(ctx, s.PostMortemsFirst(ctx, postMortemsEvery, rest))
		}
		return o, err
	}
	return s.postMortemOf(g), err
}

// at looks at the game. One that fails by our fault is put off, and at last given up: the
// others have their turn.
func (s *Server) lookAt(ctx context.Context, o look, rest func(time.Duration)) error {
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
func (s *Server) PostMortem(ctx context.Context) (bool, error) {
	g, err := s.nextPostMortem(ctx)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = s.lookAt(ctx, s.postMortemOf(g), func(time.Duration) {})
	}
	return true, err
}

func (s *Server) nextPostMortem(ctx context.Context) (g analysis.PostMortemGame, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { g, err = analysis.NextPostMortem(s.desk.Club.Begin(tx, 0)); return err })
	g.Values = s.desk.Bots.Values[g.Rules()]
	return g, err
}

// postMortemOf is the look where a game turned.
func (s *Server) postMortemOf(g analysis.PostMortemGame) look {
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

// Rest is how long robots rest for as long as they have thought: people's letters come
// first, and a quarter of one processor plays ten turns a second.
const Rest = 3

// thinkAgain is how long a robot's turn waits that could not be played.
const thinkAgain = 10 * time.Minute

// ThinkNext thinks about the robot's turn that has waited longest, and plays it. It
// reports whether there was one, and how long it thought.
func (s *Server) ThinkNext(ctx context.Context) (worked bool, spent time.Duration, err error) {
	var turn *bot.Turn
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { turn, err = s.desk.Bots.Next(s.desk.Club, tx); return err })
	if errors.Is(err, db.ErrNotFound) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, fmt.Errorf("a robot's turn: %w", err)
	}
	began := time.Now()
	err = guard(func() error { return turn.Think(ctx) })
	spent = time.Since(began)
	unthought := err != nil
	var seen []handler.Observation
	if err == nil {
		s.step("thought")
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { seen, err = s.desk.Act(tx, turn.Play); return err })
		})
	}
	if err == nil {
		s.emitAll(seen)
		return true, spent, nil
	}
	// A thought that took too long is no trouble of the database's.
	if (unthought || !db.Transient(err)) && ctx.Err() == nil {
		err = errors.Join(err, s.db.Update(ctx, func(tx *db.Tx) error { return turn.PutOff(s.desk.Club.Begin(tx, 0), tx.Now.Add(thinkAgain)) }))
	}
	return true, spent, fmt.Errorf("game %d: %w", turn.Game, err)
}

// robots thinks about everything that robots have to, and waits. While another daemon
// does, it stands by. See Rest.
func (s *Server) robots(ctx context.Context, l *leadership) error {
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	for {
		s.emit(Pulse, "robots")
		worked, spent, err := s.ThinkNext(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(s.work.toSend)
		if !sleep(ctx, Rest*spent, nil) {
			return nil
		}
	}
	sleep(ctx, idle, s.work.toThink)
	return nil
}

// Puzzles seeks puzzles in the next game that is over, and reports whether there was one.
// After each thought it has rest called, with how long that took.
func (s *Server) Puzzles(ctx context.Context, rest func(time.Duration)) (bool, error) {
	o, err := s.nextPuzzle(ctx)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = s.lookAt(ctx, o, rest)
	}
	return true, err
}

// nextPuzzle is the next game in which puzzles are to be sought.
func (s *Server) nextPuzzle(ctx context.Context) (look, error) {
	var g analysis.PuzzleGame
	var found analysis.FoundPuzzles
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { g, err = analysis.NextPuzzleGame(s.desk.Club.Begin(tx, 0)); return err })
	return look{
		game: g.ID, step: "sought", failure: "no puzzles could be sought in a game", putOff: g.PutOff,
		think: func(ctx context.Context, rest func(time.Duration)) (err error) {
			found, err = g.Think(ctx, rest)
			return err
		},
		tell: func(tx *db.Tx) ([]handler.Observation, error) { return s.desk.Act(tx, found.Shelve) },
	}, err
}

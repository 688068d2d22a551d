package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// RestFactor is how long quick bots and the search for puzzles rest, as a multiple of the time they
// computed: people's messages come first, and a quarter of one processor plays ten bot turns a second.
// Slow bots think in processes of the lowest priority, and do not rest.
const RestFactor = 3

// thinkAgain is how long a bot's turn waits that could not be played.
const thinkAgain = 10 * time.Minute

// analyseEvery is how often the analysis looks for finished games.
const analyseEvery = 5 * time.Second

// playBots plays every turn that bots owe, or with slow set the slow bots, and waits, unless another
// daemon does. The slow ones take turns among themselves, so that nobody else's bot waits for them.
func (s *Server) playBots(ctx context.Context, l *leadership, slow bool) error {
	loop, rests, wake := "robots", time.Duration(RestFactor), s.wake.bots
	if slow {
		loop, rests, wake = "slow robots", 0, s.wake.slowBots
	}
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	for {
		s.emit(Pulse, loop)
		worked, spent, err := s.playBotTurn(ctx, slow)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(s.wake.deliver)
		if !sleep(ctx, rests*spent, nil) {
			return nil
		}
	}
	sleep(ctx, idle, wake)
	return nil
}

// PlayBotTurn computes the bot's turn that has waited longest, and plays it: a slow bot's only if
// there is no other. It reports whether there was one, and how long the computation took.
func (s *Server) PlayBotTurn(ctx context.Context) (worked bool, spent time.Duration, err error) {
	if worked, spent, err = s.playBotTurn(ctx, false); worked || err != nil {
		return worked, spent, err
	}
	return s.playBotTurn(ctx, true)
}

func (s *Server) playBotTurn(ctx context.Context, slow bool) (worked bool, spent time.Duration, err error) {
	var turn *bot.ThinkTask
	err = s.db.View(ctx,
		func(tx *db.Tx) (err error) { turn, err = s.handler.Bots.Next(s.handler.Club, tx, slow); return err })
	if errors.Is(err, db.ErrNotFound) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, fmt.Errorf("a bot's turn: %w", err)
	}
	began := time.Now()
	err = guard(func() error { return turn.Think(ctx) })
	spent = time.Since(began)
	unthought := err != nil
	var seen []handler.Observation
	if err == nil {
		s.step("thought")
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { seen, err = s.handler.Act(tx, turn.Play); return err })
		})
	}
	if err == nil {
		s.emitAll(seen)
		return true, spent, nil
	}
	// An error of Think may look like a transient one of the database, but is none.
	if (unthought || !db.Transient(err)) && ctx.Err() == nil {
		err = errors.Join(err, s.db.Update(ctx, func(tx *db.Tx) error {
			return turn.PutOff(s.handler.Club.Begin(tx, 0), tx.Now.Add(thinkAgain))
		}))
	}
	return true, spent, fmt.Errorf("game %d: %w", turn.Game, err)
}

// analyse analyses all finished games, and waits, unless another daemon does: first their
// turning points, which the players wait for, and then puzzles. If two daemons do it, because
// one was taken for dead, nothing is sent or stored twice.
func (s *Server) analyse(ctx context.Context, l *leadership) error {
	rest := func(spent time.Duration) {
		s.emit(Pulse, "post-mortems")
		sleep(ctx, RestFactor*spent, nil)
	}
	for {
		s.emit(Pulse, "post-mortems")
		next, err := s.nextPostMortems(ctx)
		pause := rest
		if err == nil && len(next) == 0 {
			var puzzle study
			puzzle, err = s.nextPuzzle(ctx)
			next = []study{puzzle}
			pause = s.PostMortemsFirst(ctx, analyseEvery, rest)
		}
		if errors.Is(err, db.ErrNotFound) {
			sleep(ctx, analyseEvery, nil)
			return nil
		}
		if err != nil {
			return err
		}
		if mine, err := s.acquire(ctx, l); err != nil || !mine {
			return err
		}
		if err := s.analyseGames(ctx, next, pause); err != nil {
			return err
		}
		announce(s.wake.deliver)
	}
}

// analyseGames carries out studies at the same time. If some fail, the others are completed.
func (s *Server) analyseGames(ctx context.Context, games []study, rest func(time.Duration)) error {
	failed := make([]error, len(games))
	var group sync.WaitGroup
	for i, g := range games {
		group.Go(func() { failed[i] = s.analyseGame(ctx, g, rest) })
	}
	group.Wait()
	return errors.Join(failed...)
}

// PostMortemsFirst returns a rest for the search for puzzles, which takes minutes: once
// in every interval it first does the post-mortems that came up meanwhile, since players
// wait for them.
func (s *Server) PostMortemsFirst(ctx context.Context, every time.Duration,
	rest func(time.Duration)) func(time.Duration) {
	looked := time.Now()
	return func(spent time.Duration) {
		rest(spent)
		if time.Since(looked) < every {
			return
		}
		for ctx.Err() == nil {
			s.emit(Pulse, "post-mortems")
			next, err := s.nextPostMortems(ctx)
			if err == nil {
				err = s.analyseGames(ctx, next, rest)
			}
			if err != nil || len(next) == 0 { // there is none, or the loop meets the error again
				break
			}
			announce(s.wake.deliver)
		}
		looked = time.Now()
	}
}

// AnalyseNext does the next post-mortem, and reports whether there was one.
func (s *Server) AnalyseNext(ctx context.Context) (bool, error) {
	next, err := s.nextPostMortem(ctx, 0)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = s.analyseGame(ctx, next, func(time.Duration) {})
	}
	return true, err
}

// FindPuzzles searches the next finished game for puzzles, and reports whether there was
// one. After each computation it calls rest with the time it took.
func (s *Server) FindPuzzles(ctx context.Context, rest func(time.Duration)) (bool, error) {
	next, err := s.nextPuzzle(ctx)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = s.analyseGame(ctx, next, rest)
	}
	return true, err
}

// study is one finished game that is to be analysed for something.
type study struct {
	game          int64
	step, failure string // the step when it is found, and the log line if it fails
	// think finds it outside of any transaction, store stores it or writes the
	// messages, and putOff records that it failed.
	think  func(ctx context.Context, rest func(time.Duration)) error
	store  func(tx *db.Tx) ([]handler.Observation, error)
	putOff func(tx *db.Tx) (last bool, err error)
}

// nextPostMortems returns the next games whose players wait to hear where they turned: as many as can
// be looked at at the same time.
func (s *Server) nextPostMortems(ctx context.Context) (games []study, err error) {
	for after := range max(len(s.handler.Bots.Searchers), 1) {
		g, err := s.nextPostMortem(ctx, after)
		if errors.Is(err, db.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// nextPostMortem returns the next such game after some others, for the searcher of that number.
func (s *Server) nextPostMortem(ctx context.Context, after int) (study, error) {
	var g analysis.PostMortemGame
	var found analysis.PostMortem
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		g, err = analysis.NextPostMortem(s.handler.Club.Begin(tx, 0), after)
		return err
	})
	g.Search = s.handler.Bots.Searcher(after)
	g.Values, g.Judge = s.handler.Bots.Values[g.Rules()], s.handler.Bots.Judge(g.Rules())
	return study{
		game:    g.ID,
		step:    "looked",
		failure: "the post-mortem of a game failed",
		think: func(ctx context.Context, rest func(time.Duration)) (err error) {
			found, err = g.Think(ctx, rest)
			return err
		},
		store:  func(tx *db.Tx) ([]handler.Observation, error) { return s.handler.Act(tx, found.Tell) },
		putOff: g.PutOff,
	}, err
}

// nextPuzzle returns the next game that is to be searched for puzzles.
func (s *Server) nextPuzzle(ctx context.Context) (study, error) {
	var g analysis.PuzzleGame
	var found analysis.FoundPuzzles
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		g, err = analysis.NextPuzzleGame(s.handler.Club.Begin(tx, 0))
		return err
	})
	g.Judge = s.handler.Bots.Judge(g.Rules())
	return study{
		game:    g.ID,
		step:    "sought",
		failure: "the search for puzzles in a game failed",
		think: func(ctx context.Context, rest func(time.Duration)) (err error) {
			found, err = g.Think(ctx, rest)
			return err
		},
		store:  func(tx *db.Tx) ([]handler.Observation, error) { return s.handler.Act(tx, found.Shelve) },
		putOff: g.PutOff,
	}, err
}

// analyseGame carries out a study. One that fails by our fault is deferred, and given up
// after a few tries, so that the others get their turn.
func (s *Server) analyseGame(ctx context.Context, g study, rest func(time.Duration)) error {
	var seen []handler.Observation
	err := guard(func() error { return g.think(ctx, rest) })
	if err == nil {
		s.step(g.step)
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { seen, err = g.store(tx); return err })
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
	if err := s.db.Update(ctx, func(tx *db.Tx) (err error) { last, err = g.putOff(tx); return err }); err != nil {
		return fmt.Errorf("post-mortem of game %d: %w", g.game, err)
	}
	s.log.Error(g.failure, "game", g.game, "given up", last, "error", err)
	return nil
}

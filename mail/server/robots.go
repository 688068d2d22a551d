package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// Rest is how long robots rest for as long as they have thought: people's letters come
// first, and a quarter of one processor plays ten turns a second.
const Rest = 3

// thinkAgain is how long a robot's turn waits that could not be played.
const thinkAgain = 10 * time.Minute

// ThinkNext thinks about the robot's turn that has waited longest, and plays it. It
// reports whether there was one, and how long it thought.
func ThinkNext(ctx context.Context, s *Server) (worked bool, spent time.Duration, err error) {
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
func robots(ctx context.Context, s *Server, l *leadership) error {
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	for {
		s.emit(Pulse, "robots")
		worked, spent, err := ThinkNext(ctx, s)
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

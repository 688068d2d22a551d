package server

import (
	"context"
	"errors"
	"time"

	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/mail/handler"
)

// Puzzles seeks puzzles in the next game that is over, and reports whether there was one.
// After each thought it has rest called, with how long that took.
func Puzzles(ctx context.Context, s *Server, rest func(time.Duration)) (bool, error) {
	o, err := nextPuzzle(ctx, s)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = o.at(ctx, s, rest)
	}
	return true, err
}

// nextPuzzle is the next game in which puzzles are to be sought.
func nextPuzzle(ctx context.Context, s *Server) (look, error) {
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

package server

import (
	"context"
	"time"

	"turnpost/db"
	"turnpost/mail/club/tournament"
	"turnpost/mail/handler"
)

// nextSeason finds the next step of a tournament, or db.ErrNotFound.
func nextSeason(s *Server, tx *db.Tx) (chore, error) {
	step, err := tournament.NextStep(s.desk.Club, tx)
	if err != nil {
		return chore{}, err
	}
	if at := step.Ends(); !at.IsZero() { // a letter that was here by then may hold a move
		if err := handler.UnreadAt(tx, at, s.Gap); err != nil {
			return chore{}, err
		}
	}
	var seen []handler.Observation
	return chore{
		name:  step.Name(),
		think: step.Think,
		run:   func(tx *db.Tx) (err error) { seen, err = s.desk.Act(tx, step.Run); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, _ time.Time) error { return step.PutOff(tx) },
	}, nil
}

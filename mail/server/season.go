package server

import (
	"context"
	"time"

	"turnpost/db"
	"turnpost/mail/club/tournament"
	"turnpost/mail/duty"
	"turnpost/mail/observe"
)

// nextSeason finds the next step of a tournament, or db.ErrNotFound.
func nextSeason(s *Server, tx *db.Tx) (chore, error) {
	step, err := tournament.NextStep(s.desk.Club, tx)
	if err != nil {
		return chore{}, err
	}
	if at := step.Ends(); !at.IsZero() { // a letter that was here by then may hold a move
		if err := duty.Unread(tx, at, s.Gap); err != nil {
			return chore{}, err
		}
	}
	var seen []observe.Observation
	return chore{
		name:  step.Name(),
		think: step.Think,
		run:   func(tx *db.Tx) (err error) { seen, err = s.desk.Act(tx, step.Run); return err },
		after: func(context.Context) { s.emitAll(seen) },
		later: func(tx *db.Tx, _ time.Time) error { return step.PutOff(tx) },
	}, nil
}

package tournament

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"

	"turnpost/rules"
)

// Step is the next thing to do for a tournament. Who does it thinks first, in no
// transaction, and then runs it in one. It looks again whether it is to be done: a step
// that somebody else has done meanwhile does nothing.
type Step struct {
	Tournament seasons.Tournament

	plan     *plan       // of one that begins
	game     *club.Table // to be adjudicated, as it was found; nil: none
	record   *rules.Record
	result   rules.Result
	how      string
	adjudged bool
	broken   error // there is no plan, or the game cannot be opened, and so the step fails
}

// Name is what the step is called in the log.
func (s *Step) Name() string {
	if s.game != nil {
		return fmt.Sprintf("game %d of tournament %s, which ends", s.game.Game.ID, s.Tournament.Name)
	}
	return fmt.Sprintf("tournament %s", s.Tournament.Name)
}

// NextStep finds the next step, or db.ErrNotFound, and reads what it takes: it is best asked in a
// transaction that only reads. A step that cannot be found whole, as one whose game cannot be
// opened, fails when it is run, so that it can be put off and others have their turn.
func NextStep(c *club.Club, store *db.Tx) (*Step, error) {
	t, err := seasons.Next(store, MinPlayers)
	if err != nil {
		return nil, err
	}
	s := &Step{Tournament: t}
	switch t.State {
	case seasons.Open:
		if s.plan, err = planOf(c.Begin(store, 0), t); db.Transient(err) {
			return nil, err
		}
		s.broken = err
		return s, nil
	case seasons.Starting:
		return s, nil
	}
	game, err := unfinished(store, t)
	if err != nil || game == 0 {
		return s, err
	}
	g, err := store.Game(game)
	if err == nil {
		s.game, err = c.Begin(store, 0).Open(g)
	}
	switch {
	case db.Transient(err):
		return nil, err
	case err != nil:
		return &Step{Tournament: t, broken: err}, nil
	}
	s.record = s.game.Record.Clone()
	return s, nil
}

// Ends is the event date because of which the step ends a game; zero: it ends none.
func (s *Step) Ends() time.Time {
	if s.game == nil {
		return time.Time{}
	}
	return s.Tournament.EndsAt
}

// unfinished is a game of a tournament that is not over; 0: all are.
func unfinished(tx *db.Tx, t seasons.Tournament) (int64, error) {
	divisions, err := seasons.Divisions(tx, t.ID)
	if err != nil {
		return 0, err
	}
	for _, d := range divisions {
		if !d.EndedAt.IsZero() {
			continue
		}
		games, err := seasons.Games(tx, t.ID, d.Number)
		if err != nil {
			return 0, err
		}
		for _, g := range games {
			if g.Result == rules.Undecided.String() {
				return g.ID, nil
			}
		}
	}
	return 0, nil
}

// Think thinks about what the step needs to know. It ends when ctx does.
func (s *Step) Think(ctx context.Context) (err error) {
	if s.game != nil {
		s.result, s.how, err = verdict(ctx, s.record)
		s.adjudged = err == nil
	}
	return err
}

// Run does the step.
func (s *Step) Run(tx *club.Tx) error {
	if s.broken != nil {
		return s.broken
	}
	t, err := seasons.Get(tx.DB, s.Tournament.ID)
	if err != nil || t.State != s.Tournament.State {
		return err
	}
	switch {
	case t.State == seasons.Open:
		return draw(tx, t, s.plan)
	case t.State == seasons.Starting:
		return beginNext(tx, t)
	case s.game != nil:
		return s.adjudicate(tx)
	}
	if game, err := unfinished(tx.DB, t); err != nil || game != 0 {
		return err
	}
	return finish(tx, t)
}

// PutOff lets the tournament wait for whom a step failed.
func (s *Step) PutOff(tx *db.Tx) error {
	return seasons.PutOff(tx, s.Tournament.ID, tx.Now.Add(putOff))
}

// adjudicate ends a game with the verdict on it, unless it went on meanwhile.
func (s *Step) adjudicate(tx *club.Tx) error {
	t, err := tx.Table(s.game.Game.ID)
	if err != nil || t.Over() || !s.adjudged || t.Record.Len() != s.record.Len() || t.Game.Undone != s.game.Game.Undone {
		return err
	}
	if err := seasons.Judge(tx.DB, t.Game.ID, s.how); err != nil {
		return err
	}
	if err := tx.Emit(Adjudicated{t, s.how}); err != nil {
		return err
	}
	return club.Adjudicate(tx, t.Game.ID, s.result)
}

// finish ends a tournament whose divisions have. A standing one is followed by the next
// season, in which all are who are not out.
func finish(tx *club.Tx, t seasons.Tournament) error {
	t.State, t.EndedAt = seasons.Over, tx.Now()
	if err := seasons.Save(tx.DB, t); err != nil || !t.Standing {
		return err
	}
	next, err := seasons.Latest(tx.DB, t.Rules)
	switch {
	case err != nil:
		return err
	case next.State != seasons.Open:
		next, err = open(tx, t.Rules, next)
	default: // somebody has joined it already
		next.StartsAt = tx.Now().Add(SignUpTime)
		err = seasons.Save(tx.DB, next)
	}
	if err != nil {
		return err
	}
	return seasons.Follow(tx.DB, t.ID, next.ID)
}

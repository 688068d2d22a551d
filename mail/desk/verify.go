package desk

import (
	"context"
	"fmt"

	"turnpost/db"
)

// Fault is a game whose stored state is not that of its plies.
type Fault struct {
	Game int64
	What string
}

// Verify replays every game from its plies and compares it with what is stored:
// the number of plies, the position, the result and its reason. Only the
// database's own failures are errors. progress, if not nil, hears of each game.
func (d *Desk) Verify(ctx context.Context, progress func(done, total int)) ([]Fault, error) {
	var faults []Fault
	done := 0
	err := d.db.View(ctx, func(tx *db.Tx) error {
		return tx.EachGame(func(g db.Game, total int) error {
			what, err := d.verifyGame(tx, g)
			if err != nil {
				return err
			}
			if what != "" {
				faults = append(faults, Fault{g.ID, what})
			}
			if done++; progress != nil {
				progress(done, total)
			}
			return ctx.Err()
		})
	})
	return faults, err
}

func (d *Desk) verifyGame(tx *db.Tx, g db.Game) (string, error) {
	r, err := d.game(g.Rules)
	if err != nil {
		return err.Error(), nil
	}
	plies, err := tx.Plies(g.ID)
	if err != nil {
		return "", err
	}
	record, err := replay(r, plies)
	if err != nil {
		return err.Error(), nil
	}
	position, outcome := record.Position().String(), record.Outcome()
	switch {
	case record.Len() != g.Plies:
		return fmt.Sprintf("%d plies are stored, and the game says %d", record.Len(), g.Plies), nil
	case position != g.Position:
		return fmt.Sprintf("the plies lead to %q, and the game says %q", position, g.Position), nil
	case (g.Reason == Resigned || g.Reason == OnTime) && !outcome.Over() && (g.Result == "black" || g.Result == "white"):
		return "", nil
	case g.Reason == Agreed && !outcome.Over() && g.Result == "draw":
		return "", nil
	case outcome.Result.String() != g.Result || outcome.Reason != g.Reason:
		return fmt.Sprintf("the plies end in %q, and the game says %q", outcome, g.Result+" "+g.Reason), nil
	}
	return "", nil
}

package operator

import (
	"context"
	"errors"
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
)

// ErrTheirs says that a pause is a player's: who takes a vacation or pauses the letters
// was told that the clocks stand still, and ends that by a letter; a suspension ends
// with Resume.
var ErrTheirs = errors.New("the pause is a player's")

// EndPause ends a pause of everybody's clocks, now. The clocks run on from the moment
// at which its daemon looks at them again. db.ErrNotFound: there is none of that number.
func (o *Operator) EndPause(ctx context.Context, pause int64) error {
	return o.do(ctx, db.Audit{Act: "pauses end", Detail: fmt.Sprintf("pause %d", pause)}, func(tx *club.Tx) error {
		p, err := tx.DB.PauseByID(pause)
		if err == nil && p.Player != 0 {
			err = ErrTheirs
		}
		if err != nil {
			return err
		}
		ended, err := tx.DB.EndDown(p)
		if err == nil && !ended {
			err = club.ErrNothingToDo
		}
		return err
	})
}

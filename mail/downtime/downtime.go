// Package downtime is the time in which nobody played, as no daemon ran: it counts on no
// clock. It is of the club's operations, of which nobody is told.
package downtime

import (
	"errors"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
)

// ErrTheirs says that a pause is a player's: who takes a vacation or pauses the letters
// was told that the clocks stand still, and ends that by a letter; a suspension ends
// with club.Resume.
var ErrTheirs = errors.New("the pause is a player's")

// Note makes a pause of everybody's clocks of the time in which nobody played, from a
// moment until now.
func Note(tx *club.Tx, from time.Time) error {
	_, err := tx.DB.AddPause(db.Pause{Why: db.Down, From: from, To: tx.Now()})
	return err
}

// EndAhead ends, now, the pauses of everybody's clocks that end later, and counts them: a
// clock that was ahead has made them.
func EndAhead(tx *club.Tx) (n int, err error) { return tx.DB.EndAhead() }

// End ends a pause of everybody's clocks, now. The clocks run on from the moment at which
// the clockwork looks at them again. db.ErrNotFound: there is none of that number;
// club.ErrNothingToDo: it is over; ErrTheirs.
func End(tx *club.Tx, pause int64) error {
	p, err := tx.DB.PauseByID(pause)
	if err != nil {
		return err
	}
	if p.Player != 0 {
		return ErrTheirs
	}
	ended, err := tx.DB.EndDown(p)
	if err == nil && !ended {
		err = club.ErrNothingToDo
	}
	return err
}

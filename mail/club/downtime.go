package club

import (
	"errors"
	"time"

	"turnpost/db"
)

// ErrPlayersPause says that a pause is a player's: who takes a vacation or pauses the letters
// was told that the clocks stand still, and ends that by a letter; a suspension ends
// with club.Resume.
var ErrPlayersPause = errors.New("the pause is a player's")

// NoteDowntime makes a pause of everybody's clocks of the time in which nobody played, from a
// moment until now.
func NoteDowntime(tx *Tx, from time.Time) error {
	_, err := tx.DB.AddPause(db.Pause{Why: db.Down, From: from, To: tx.Now()})
	return err
}

// EndFutureDowntimes ends, now, the pauses of everybody's clocks that end later, and counts them: a
// clock that was ahead has made them.
func EndFutureDowntimes(tx *Tx) (n int, err error) { return tx.DB.EndAhead() }

// EndDowntime ends a pause of everybody's clocks, now. The clocks run on from the moment at which
// the clockwork looks at them again. db.ErrNotFound: there is none of that number;
// club.ErrNothingToDo: it is over; ErrTheirs.
func EndDowntime(tx *Tx, pause int64) error {
	p, err := tx.DB.PauseByID(pause)
	if err != nil {
		return err
	}
	if p.Player != 0 {
		return ErrPlayersPause
	}
	ended, err := tx.DB.EndDown(p)
	if err == nil && !ended {
		err = ErrNothingToDo
	}
	return err
}

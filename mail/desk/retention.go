package desk

import (
	"context"

	"turnpost/db"
)

// erasedAtOnce is how many letters in, and out, lose their text in one
// transaction: few enough that nobody waits for it.
const erasedAtOnce = 100

// nextErasure finds the duty to erase the text of letters that were kept long
// enough, or db.ErrNotFound. What a letter did stays: its line in the ledger,
// its plies, its place in the thread.
func (d *Desk) nextErasure(tx *db.Tx) (duty, error) {
	if d.Limits.KeepLetters <= 0 {
		return duty{}, db.ErrNotFound
	}
	before := tx.Now.Add(-d.Limits.KeepLetters)
	due, err := tx.Overdue(before)
	if err != nil {
		return duty{}, err
	}
	if !due {
		return duty{}, db.ErrNotFound
	}
	var erased int64
	return duty{
		name: "erasing old letters",
		run: func(s *session) (err error) {
			erased, err = s.tx.EmptyLetters(before, erasedAtOnce)
			return err
		},
		after: func(ctx context.Context) {
			if erased < erasedAtOnce { // the last of them
				d.scrub(ctx)
			}
		},
	}, nil
}

package desk

import (
	"context"
	"errors"

	"turnpost/db"
	"turnpost/mail"
)

// TakenBack answers a raw letter with all that the desk does, lets look see
// what came of it, and takes it back: so that any number of letters can be
// tried on the same state. As Update may, it does so twice with the letter read
// once; look sees the second time. No other letter may wait.
func (d *Desk) TakenBack(ctx context.Context, raw []byte, look func(*db.Tx) error) error {
	read, err := d.Read(ctx, db.Incoming{Raw: raw})
	if err != nil {
		return err
	}
	back := errors.New("taken back")
	for _, look := range []func(*db.Tx) error{func(*db.Tx) error { return nil }, look} {
		err := d.db.Update(ctx, func(tx *db.Tx) error {
			id, digest := mail.Identity(raw)
			if _, err := tx.Keep(db.Incoming{Mailbox: "tried", Cursor: "1", MessageID: id, Digest: digest, Size: int64(len(raw)), Raw: raw}); err != nil {
				return err
			}
			in, err := tx.ClaimIncoming(0)
			if err != nil {
				return err
			}
			if _, err := d.Answer(tx, in, read); err != nil {
				return err
			}
			if err := look(tx); err != nil {
				return err
			}
			return back
		})
		if !errors.Is(err, back) {
			return err
		}
	}
	return nil
}

package verify

import (
	"context"
	"fmt"

	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/mail/club"
)

// ill says what of a database is of another form than this program has it: its schema, and
// values that are not of their column's kind. Where there is any, what cannot be read is a
// fault, and no error that would hide all others.
func ill(ctx context.Context, store *db.DB) (faults []Fault, err error) {
	err = store.View(ctx, func(tx *db.Tx) error {
		differences, err := examine.Differences(tx, store.Shared())
		for _, what := range differences {
			faults = append(faults, Fault{Of: "file", What: what, Mend: mend("schema")})
		}
		if err != nil {
			return err
		}
		values, err := examine.Forms(tx, store.Shared())
		for _, what := range values {
			faults = append(faults, Fault{Of: "file", What: what, Mend: mend("value")})
		}
		if err != nil && len(faults) > 0 {
			return nil // a table is missing, which is said
		}
		return err
	})
	return faults, err
}

// unread is the fault that something could not be looked at.
func unread(what string, err error) Fault {
	return Fault{Of: "file", What: fmt.Sprintf("%s cannot be looked at, because of what is said above: %v", what, err), Mend: mend("unread")}
}

// apart is whole of a database that is ill: each look is of a moment of its own, for on a
// server none follows in a transaction in which one has failed.
func apart(ctx context.Context, c *club.Club, store *db.DB, o Options) (faults []Fault, err error) {
	for _, l := range looks {
		err := store.View(ctx, func(tx *db.Tx) error {
			w, err := newWorld(tx, c, store.Shared())
			if err != nil {
				return err
			}
			found, err := l.look(tx, w, o)
			faults = append(faults, found...)
			return err
		})
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			faults = append(faults, unread(l.at, err))
		}
	}
	return faults, nil
}

// numbersOf are the games of a page, of which one cannot be read.
func numbersOf(ctx context.Context, store *db.DB, p examine.Page) (ids []int64, err error) {
	err = store.View(ctx, func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM games WHERE id > ? AND id <= ? ORDER BY id`, p.After, p.Last)
	})
	return ids, err
}

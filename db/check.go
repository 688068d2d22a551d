package db

import (
	"fmt"

	"turnpost/db/ledger"
)

// Finding is something in the ledgers that cannot be right.
type Finding struct {
	Of   string // game, invitation, player, letter in, letter out or key
	ID   int64
	What string
}

// Damages asks the database whether it is whole and all foreign keys hold, and
// lists what is not so, a sentence each.
func (tx *Tx) Damages() ([]string, error) { return tx.engine.damages(tx) }

// Findings holds the ledgers against each other: letters in and out, games,
// invitations, plies, ratings. progress, if not nil, hears of each check.
func (tx *Tx) Findings(progress func(done, total int)) ([]Finding, error) {
	var found []Finding
	checks := ledger.Checks()
	for n, c := range checks {
		ids, err := all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) }, c.Query+` ORDER BY 1`)
		if err != nil {
			return nil, fmt.Errorf("checking that no %s is so that %s: %w", c.Of, c.What, err)
		}
		for _, id := range ids {
			found = append(found, Finding{c.Of, id, c.What})
		}
		if progress != nil {
			progress(n+1, len(checks))
		}
	}
	return found, nil
}

// Size is how many octets the database takes, and how many of them are free for
// new rows; its log is not counted.
func (tx *Tx) Size() (size, free int64, err error) {
	err = tx.row(tx.engine.size, nil, &size, &free)
	return size, free, err
}

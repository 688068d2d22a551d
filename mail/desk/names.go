package desk

import (
	"turnpost/db"
	"turnpost/mail/club"
)

// Misnamed reports whether MendNames has anything to do.
func (d *Desk) Misnamed(store *db.Tx) (bool, error) {
	players, err := club.Misnamed(d.Club.Begin(store, 0))
	return len(players) > 0, err
}

// MendNames cleans the names of an old database; nothing is told. See
// club.MendNames.
func (d *Desk) MendNames(store *db.Tx) error {
	return club.MendNames(d.Club.Begin(store, 0))
}

// Package notice limits what a player can do again and again, and of which somebody else
// is told by a letter that no ply brings, as talk is limited: a letter an hour, and some a
// day. What is beyond that is to be refused and not kept for later: nobody is left to
// believe what is over, of a vacation least of all. It reads and writes the notices of a
// transaction, and nothing else.
package notice

import (
	"fmt"
	"time"

	"turnpost/db"
)

// How often others are told. A vacation with a wrong date can be dropped and planned anew
// within the hour.
const (
	every = time.Hour
	day   = 24 * time.Hour

	VacationsAnHour = 3
	ADay            = 6
)

// Kind is what is done. Beside it stands a number: of the player who was told, or of the
// game whose notes were shown.
type Kind string

// The kinds.
const (
	Offer    Kind = "offer"
	Notes    Kind = "notes"
	Vacation Kind = "vacation"
	Withdraw Kind = "withdraw"
)

func (k Kind) of(number int64) string { return fmt.Sprint(string(k), " ", number) }

// TooOften reports whether a player has done something of a kind so lately, or so
// often, that it cannot be told again now. What the same transaction did does not
// count: it goes in one letter. Nor does what was before the moment since for the hour.
func TooOften(tx *db.Tx, player int64, kind Kind, number int64, since time.Time) (bool, error) {
	anHour := 1
	if kind == Vacation {
		anHour = VacationsAnHour
	}
	if hour := tx.Now.Add(-every); hour.After(since) {
		since = hour
	}
	for _, most := range []struct {
		since time.Time
		n     int
	}{{since, anHour}, {tx.Now.Add(-day), ADay}} {
		n, err := tx.Notices(player, kind.of(number), most.since)
		if err != nil || n >= most.n {
			return err == nil, err
		}
	}
	return false, nil
}

// Note notes that a player has done it.
func Note(tx *db.Tx, player int64, kind Kind, number int64) error {
	return tx.NoteNotice(player, kind.of(number), day)
}

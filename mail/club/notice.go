package club

import (
	"fmt"
	"time"
)

// What a player can do again and again, and of which somebody else is told by a letter
// that no ply brings, is limited as talk is: a letter an hour, and some a day. What is
// beyond that is refused and not kept for later: nobody is left to believe what is
// over, of a vacation least of all. A vacation with a wrong date can be dropped and
// planned anew within the hour.
const (
	noticeEvery     = time.Hour
	vacationsAnHour = 3
	noticesADay     = 6
)

// The kinds of notices, beside a number: of the player who was told, or of the game
// whose notes were shown.
const (
	noticeOffer    = "offer"
	noticeNotes    = "notes"
	noticeVacation = "vacation"
	noticeWithdraw = "withdraw"
)

// noticed reports whether a player has done something of a kind so lately, or so
// often, that it cannot be told again now. What the same transaction did does not
// count: it goes in one letter. Nor does what was before the moment since for the hour.
func noticed(tx *Tx, player int64, kind string, number int64, since time.Time) (bool, error) {
	what := fmt.Sprint(kind, " ", number)
	anHour := 1
	if kind == noticeVacation {
		anHour = vacationsAnHour
	}
	if hour := tx.Now().Add(-noticeEvery); hour.After(since) {
		since = hour
	}
	for _, most := range []struct {
		since time.Time
		n     int
	}{{since, anHour}, {tx.Now().Add(-day), noticesADay}} {
		n, err := tx.DB.Notices(player, what, most.since)
		if err != nil || n >= most.n {
			return err == nil, err
		}
	}
	return false, nil
}

// notice notes that a player has done it.
func notice(tx *Tx, player int64, kind string, number int64) error {
	return tx.DB.NoteNotice(player, fmt.Sprint(kind, " ", number), day)
}

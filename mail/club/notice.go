package club

import (
	"fmt"
	"time"

	"turnpost/db"
)

// How often others are told. A vacation with a wrong date can be dropped and planned anew
// within the hour.
const (
	every = time.Hour

	maxVacationsAnHour = 3
	maxNoticesADay     = 6
)

// noticeKind is what is done. Beside it stands a number: of the player who was told, or of the
// game whose notes were shown.
type noticeKind string

// The kinds.
const (
	noticeOffer    noticeKind = "offer"
	noticeNotes    noticeKind = "notes"
	noticeVacation noticeKind = "vacation"
	noticeWithdraw noticeKind = "withdraw"
)

func (k noticeKind) of(number int64) string { return fmt.Sprint(string(k), " ", number) }

// noticedTooOften reports whether a player has done something of a kind so lately, or so
// often, that it cannot be told again now. What the same transaction did does not
// count: it goes in one letter. Nor does what was before the moment since for the hour.
func noticedTooOften(tx *db.Tx, player int64, kind noticeKind, number int64, since time.Time) (bool, error) {
	anHour := 1
	if kind == noticeVacation {
		anHour = maxVacationsAnHour
	}
	if hour := tx.Now.Add(-every); hour.After(since) {
		since = hour
	}
	for _, most := range []struct {
		since time.Time
		n     int
	}{{since, anHour}, {tx.Now.Add(-day), maxNoticesADay}} {
		n, err := tx.Notices(player, kind.of(number), most.since)
		if err != nil || n >= most.n {
			return err == nil, err
		}
	}
	return false, nil
}

// noteNotice notes that a player has done it.
func noteNotice(tx *db.Tx, player int64, kind noticeKind, number int64) error {
	return tx.NoteNotice(player, kind.of(number), day)
}

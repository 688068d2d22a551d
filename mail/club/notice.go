package club

import (
	"fmt"
	"time"

	"turnpost/db"
)

// How often a player can do things of which somebody else is told by a message of its own, such
// as offers. Whatever exceeds a limit is refused and not kept for later: a delayed message
// would say what is no longer true, above all about vacations. A vacation with a wrong date can
// be dropped and planned again within the hour.
const (
	every = time.Hour

	maxVacationsAnHour = 3
	maxNoticesADay     = 6
)

// noticeKind is what a player did. A number stands beside it: the player who was told, or the
// game whose notes were shown.
type noticeKind string

const (
	noticeOffer    noticeKind = "offer"
	noticeNotes    noticeKind = "notes"
	noticeVacation noticeKind = "vacation"
	noticeWithdraw noticeKind = "withdraw"
)

func (k noticeKind) of(number int64) string { return fmt.Sprint(string(k), " ", number) }

// noticedTooOften reports whether a player has done something of a kind so often that it cannot
// be told now. What the same transaction did does not count, since it shares one message. For
// the hourly limit, nothing before since counts.
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

// noteNotice notes that a player did something of a kind.
func noteNotice(tx *db.Tx, player int64, kind noticeKind, number int64) error {
	return tx.NoteNotice(player, kind.of(number), day)
}

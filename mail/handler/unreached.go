package handler

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/notify"
)

// noticeUnreached is noted of a player whose opponents were told that the mailbox is full.
const noticeUnreached = "full"

// TellUnreached tells the opponents in a player's running games that a message to the player has not
// arrived, because the mailbox is full, and that it is tried until a moment; zero: it came back. They
// are told once, until a message to the player arrives.
func (h *Handler) TellUnreached(store *db.Tx, out db.Outgoing, until time.Time) error {
	p, err := store.Player(out.Player)
	if err != nil || p.Address == "" || !p.StoppedAt.IsZero() {
		return err
	}
	arrived, err := store.LastSent(p.ID)
	if err != nil {
		return err
	}
	if n, err := store.Notices(p.ID, noticeUnreached, arrived); err != nil || n > 0 {
		return err
	}
	if err := store.NoteNotice(p.ID, noticeUnreached, 31*day); err != nil {
		return err
	}
	_, err = h.tell(store, func(_ *club.Tx, messages *notify.Messages) error {
		return messages.Unreached(p, out.CreatedAt, until)
	})
	return err
}

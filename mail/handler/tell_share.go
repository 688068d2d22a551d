package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/notify"
)

// noticeShare is noted of a player who was told that messages to them wait.
const noticeShare = "share"

// TellShare tells a player that so many messages to them wait, because they have used up their
// share of what the server may send; once a day for each mailbox. It reports whether it did.
func (h *Handler) TellShare(store *db.Tx, player int64, waiting int) (told bool, err error) {
	p, err := store.Player(player)
	if err != nil || p.WroteAt.IsZero() || p.Program || !p.StoppedAt.IsZero() {
		return false, err
	}
	all, err := store.Mailbox(player)
	if err != nil {
		return false, err
	}
	for _, id := range all {
		if n, err := store.Notices(id, noticeShare, store.Now.Add(-day)); err != nil || n > 0 {
			return false, err
		}
	}
	if err := store.NoteNotice(player, noticeShare, day); err != nil {
		return false, err
	}
	_, err = h.tell(store, func(_ *club.Tx, messages *notify.Messages) error {
		messages.TellShare(p, waiting)
		return nil
	})
	return err == nil, err
}

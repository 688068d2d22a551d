package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
)

// drop settles a message that is not answered.
func (h *Handler) drop(tx *db.Tx, in db.Incoming, label, remark string) (Done, error) {
	return Done{Seen: []Observation{{What: KindIncoming, Label: label}}},
		tx.Settle(in.ID, db.IncomingDropped, remark)
}

// nobody settles a mail that must not be answered. Only a player's out-of-office reply may
// bring the offer of a vacation, once.
func (h *Handler) nobody(tx *db.Tx, in db.Incoming, message *mail.Message, why string) (Done, error) {
	if message.OutOfOffice && len(message.From) == 1 {
		offered, err := h.offerVacation(tx, in, message)
		if err != nil {
			return Done{}, err
		}
		if offered {
			why += "; a vacation was offered"
		}
	}
	done, err := h.drop(tx, in, "nobody", why)
	if message.Automatic != "" {
		done.Seen = []Observation{
			{What: KindIncoming, Label: "automatic"},
			{What: KindSuppressed, Label: SignOf(message.Automatic)},
		}
	}
	return done, err
}

// offerVacation offers a vacation to the player whose autoresponder has answered.
func (h *Handler) offerVacation(store *db.Tx, in db.Incoming, message *mail.Message) (offered bool, err error) {
	p, err := store.PlayerByAddress(mail.Key(message.From[0].Addr))
	if errors.Is(err, db.ErrNotFound) || err == nil && p.WroteAt.IsZero() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	a, err := h.begin(store, in, message)
	if err != nil {
		return false, err
	}
	a.to(Writer{Player: p.ID})
	// Such a reply is easily forged, so the offer counts among the answers to unproven mail.
	if why, _, err := a.unknownTold(p); err != nil || why != "" {
		return false, err
	}
	if offered, err = club.OfferVacation(a.tx, p.ID); err != nil || !offered {
		return false, err
	}
	if err := a.countAsked(db.QuestionAnswer); err != nil {
		return false, err
	}
	return true, a.messages.Send()
}

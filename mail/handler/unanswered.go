package handler

import (
	"errors"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// dropMessage settles a message that is not answered.
func (h *Handler) dropMessage(tx *db.Tx, in db.Incoming, label, remark string) (seen []Observation, err error) {
	return []Observation{{What: KindIncoming, Label: label}}, tx.Settle(in.ID, db.IncomingDropped, remark)
}

// settleUnanswered settles a mail that must not be answered. Only a player's out-of-office reply
// may bring the offer of a vacation, once.
func (h *Handler) settleUnanswered(tx *db.Tx, in db.Incoming, message *mail.Message, why string) (seen []Observation,
	err error) {
	sign, suppressed := strings.CutPrefix(why, "automatic: ")
	if message.OutOfOffice && len(message.From) == 1 {
		offered, err := h.offerVacationToSender(tx, in, message)
		if err != nil {
			return nil, err
		}
		if offered {
			why += "; a vacation was offered"
		}
	}
	seen, err = h.dropMessage(tx, in, "nobody", why)
	if suppressed {
		seen = []Observation{
			{What: KindIncoming, Label: "automatic"},
			{What: KindSuppressed, Label: SignOf(sign)},
		}
	}
	return seen, err
}

// offerVacationToSender offers a vacation to the player whose autoresponder has answered.
func (h *Handler) offerVacationToSender(store *db.Tx, in db.Incoming, message *mail.Message) (offered bool, err error) {
	p, err := store.PlayerByAddress(mail.Key(message.From[0].Addr))
	if errors.Is(err, db.ErrNotFound) || err == nil && p.WroteAt.IsZero() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	a, err := h.beginAnswer(store, in, message)
	if err != nil {
		return false, err
	}
	a.setWriter(Writer{Player: p.ID})
	if offered, err = a.offerVacation(); err != nil || !offered {
		return false, err
	}
	return true, a.messages.Send()
}

// offerVacation offers a vacation to the writer, and reports whether it did.
func (a *answer) offerVacation() (bool, error) {
	p, err := a.player()
	if err != nil {
		return false, err
	}
	// Without proof such a reply is easily forged, so the offer counts among the answers to
	// unproven mail.
	if !a.writer.Proven {
		if why, _, err := a.whyUnprovenNotAnswered(p); err != nil || why != "" {
			return false, err
		}
	}
	if offered, err := club.OfferVacation(a.tx, p.ID); err != nil || !offered || a.writer.Proven {
		return offered, err
	}
	return true, a.countQuestion(db.QuestionAnswer)
}

// isAway reports whether a message says only that its writer is away, as an autoresponder may that
// gives no other sign.
func (f *facts) isAway(intents []command.Intent) bool {
	return f.message.Away && !f.writer.Stranger && f.writer.Confirming == nil &&
		f.writer.ReplyToken.Quarantine == 0 && !wantsAnything(withoutHints(intents))
}

// withoutHints returns intents without those that are only hints: such a note may quote us.
func withoutHints(intents []command.Intent) []command.Intent {
	return slices.DeleteFunc(slices.Clone(intents), func(in command.Intent) bool {
		ask, asks := in.(command.Ask)
		_, talk := in.(command.Talk)
		return talk || asks && (ask.Hint || ask.Kept)
	})
}

// endAbsence notes that a proven writer, who did something, is back.
func (a *answer) endAbsence() error {
	if !a.receipt.acted || !a.writer.Proven {
		return nil
	}
	p, err := a.player()
	if err != nil {
		return err
	}
	return club.EndAbsence(a.tx, p)
}

// settleAbsence settles a message of which isAway is true like an autoresponder's: it plays
// nothing, no words of it are passed on, and it brings the offer of a vacation, once an absence.
func (a *answer) settleAbsence() (seen []Observation, err error) {
	offered, err := a.offerVacation()
	if err != nil {
		return nil, err
	}
	remark := "a note of absence"
	a.observe(KindSuppressed, remark, 0)
	if offered {
		remark += "; a vacation was offered"
	}
	return a.deliver(remark)
}

// whyUnheeded says why a message of a list or of Exchange is dropped: only a reply token shows that
// what a list passed on was written to us.
func (f *facts) whyUnheeded() string {
	if w := f.writer; f.message.Listed() && !(w.Proven && w.ReplyToken.Secret != "") {
		return "automatic: " + f.message.Bulk
	}
	return ""
}

// wantsAnything reports whether a message wants anything, or asks for an answer that can be given.
func wantsAnything(intents []command.Intent) bool {
	return slices.ContainsFunc(intents, func(in command.Intent) bool {
		switch in := in.(type) {
		case command.Play, command.Do, command.Refuse:
			return true
		case command.Ask:
			return !in.Hint || len(in.Near) > 0
		case command.Talk:
			return in.Hint != nil && len(in.Hint.Near) > 0
		case command.IgnoreLine, command.EndQuestion:
			return false
		}
		return true
	})
}

package handler

import (
	"context"
	"errors"
	"slices"

	"turnpost/db"
	"turnpost/mail"
)

// ParsedMessage is a message, or why it cannot be read.
type ParsedMessage struct {
	*mail.Message
	// Brief says that no more than what is read is kept of the message, even if it is proven.
	Brief      bool
	unreadable error
	report     *mail.DeliveryReport // that it brings, or nil
	server     bool                 // our own server vouches for its writer
	vouched    string               // the address of its writer, if a signature proves it
	undecided  bool
	unanswered bool // the DNS was asked for a signature, and did not answer
}

// Undecided reports whether the DNS has to be asked for a signature of the message: see
// [Handler.Vouch].
func (p ParsedMessage) Undecided() bool { return p.undecided }

// ownCopy returns a copy to change: answers remove lines, and a transaction may run again.
func (p ParsedMessage) ownCopy() *mail.Message {
	message := *p.Message
	message.Lines = slices.Clone(message.Lines)
	return &message
}

// Read parses a message, and verifies its signatures as far as that takes no look-up, before
// the transaction that others wait for. Less is read of a message in the name of an unknown
// writer.
func (h *Handler) Read(ctx context.Context, in db.Incoming) (p ParsedMessage, err error) {
	head, unreadable := mail.ReadHead(in.Raw)
	if unreadable != nil {
		return ParsedMessage{unreadable: unreadable}, nil
	}
	known := false // in the name of a player who has proven to write to us
	if len(head.From) == 1 {
		if err := h.db.View(ctx, func(tx *db.Tx) error {
			player, err := tx.PlayerByAddress(mail.Key(head.From[0].Addr))
			known = !player.WroteAt.IsZero()
			if errors.Is(err, db.ErrNotFound) {
				return nil
			}
			return err
		}); err != nil {
			return p, err
		}
	}
	if known {
		p.Message, p.unreadable = mail.Read(in.Raw)
	} else {
		p.Message, p.unreadable = mail.ReadBrief(in.Raw)
	}
	if p.unreadable != nil {
		return p, nil
	}
	if h.mayReport(p.Message) {
		if report, ok := mail.ReadReport(in.Raw); ok {
			p.report = report
		}
	}
	h.vouchAtOnce(in, &p)
	return p, nil
}

// takeIn returns the message to be answered; nil if it is settled. That is the case for reports
// (bounce.go), and for mail that must not be answered (unanswered.go).
func (h *Handler) takeIn(store *db.Tx, in *db.Incoming, parsed ParsedMessage) (message *mail.Message,
	seen []Observation, err error) {
	if parsed.unreadable != nil {
		seen, err = h.dropMessage(store, *in, "unreadable", "unreadable: "+parsed.unreadable.Error())
		return nil, seen, err
	}
	if taken, seen, err := h.takeReport(store, *in, parsed); taken || err != nil {
		return nil, seen, err
	}
	message = parsed.ownCopy()
	if why := h.whyUnanswered(message); why != "" {
		seen, err = h.settleUnanswered(store, *in, message, why)
		return nil, seen, err
	}
	if in.Vouched = parsed.vouched; in.Vouched != "" {
		err = store.NoteVouched(in.ID, in.Vouched)
	}
	return message, nil, err
}

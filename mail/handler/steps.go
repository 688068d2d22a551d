package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
)

// Done is what came of a message whose transaction is to be committed.
type Done struct {
	Seen []Observation // to be told after the commit
	// Writer is the player who wrote it, also if it was not answered; 0 if the writer is not
	// proven, or never wrote before.
	Writer int64
}

// Answer answers one message in one transaction: it calls the six steps of the package doc.
// [Handler.Read] has begun the first before the transaction.
func (h *Handler) Answer(store *db.Tx, in db.Incoming, parsed ParsedMessage) (done Done, err error) {
	message, done, err := h.read(store, &in, parsed)
	if err != nil || message == nil {
		return done, err
	}
	a, err := h.begin(store, in, message)
	if err != nil {
		return done, err
	}
	writer, remark, err := h.identify(a.tx, a.messages.Keys(), in, message)
	if err != nil {
		return done, err
	}
	if remark != "" {
		return h.drop(store, in, "unknown", remark)
	}
	a.to(writer)
	if why := a.unheeded(); why != "" {
		return h.nobody(store, in, message, why)
	}
	if writer.Proven && !writer.First {
		done.Writer = writer.Player
	}
	intents, err := a.understand()
	if err != nil {
		return done, err
	}
	if a.isAway(intents) {
		return a.away()
	}
	if err := a.act(intents); err != nil {
		return done, err
	}
	if a.receipt.acted && a.writer.Proven {
		p, err := a.player()
		if err == nil {
			err = club.EndAbsence(a.tx, p)
		}
		if err != nil {
			return done, err
		}
	}
	if remark, err = a.tell(); err != nil {
		return done, err
	}
	return a.deliver(remark)
}

package handler

import (
	"context"
	"errors"

	"turnpost/db"
	"turnpost/mail"
)

// TakenBack answers a raw message with all that the handler does, lets look see
// what came of it, and takes it back: so that any number of messages can be
// tried on the same state. As Update may, it does so twice with the message read
// once; look sees the second time. No other message may wait.
func (h *Handler) TakenBack(ctx context.Context, raw []byte, look func(*db.Tx) error) error {
	return h.takenBack(ctx, raw, func(tx *db.Tx, in db.Incoming, read ParsedMessage) error {
		_, err := h.Answer(tx, in, read)
		return err
	}, func(tx *db.Tx, in db.Incoming, read ParsedMessage) error {
		if _, err := h.Answer(tx, in, read); err != nil {
			return err
		}
		return look(tx)
	})
}

// PlayedBack is TakenBack up to where a message is acted upon, once: nobody is told, which
// is most of the work.
func (h *Handler) PlayedBack(ctx context.Context, raw []byte, look func(*db.Tx) error) error {
	return h.takenBack(ctx, raw, func(tx *db.Tx, in db.Incoming, read ParsedMessage) error {
		if err := h.played(tx, in, read); err != nil {
			return err
		}
		return look(tx)
	})
}

// played is what Answer does before it tells.
func (h *Handler) played(store *db.Tx, in db.Incoming, read ParsedMessage) error {
	message, _, err := h.takeIn(store, &in, read)
	if err != nil || message == nil {
		return err
	}
	a, err := h.beginAnswer(store, in, message)
	if err != nil {
		return err
	}
	writer, remark, err := h.identify(a.tx, a.messages.Keys(), in, message, read.server)
	if err != nil || remark != "" {
		return err
	}
	a.setWriter(writer)
	meant, err := a.understand()
	if err != nil {
		return err
	}
	return a.act(meant)
}

func (h *Handler) takenBack(ctx context.Context, raw []byte, answers ...func(*db.Tx, db.Incoming, ParsedMessage) error) error {
	read, err := h.Read(ctx, db.Incoming{Raw: raw})
	if err != nil {
		return err
	}
	back := errors.New("taken back")
	for _, answer := range answers {
		err := h.db.Update(ctx, func(tx *db.Tx) error {
			id, digest := mail.Identity(raw)
			if _, err := tx.Keep(db.Incoming{Mailbox: "tried", Cursor: "1", MessageID: id, Digest: digest, Size: int64(len(raw)), Raw: raw}); err != nil {
				return err
			}
			in, err := tx.ClaimIncoming(0)
			if err != nil {
				return err
			}
			if err := answer(tx, in, read); err != nil {
				return err
			}
			return back
		})
		if !errors.Is(err, back) {
			return err
		}
	}
	return nil
}

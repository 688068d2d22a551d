package handler

import (
	"bytes"
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// AnswerResult is what came of a message whose transaction is to be committed.
type AnswerResult struct {
	Seen []Observation // to be told after the commit
	// Writer is the player who wrote it, also if it was not answered; 0 if the writer is not
	// proven, or never wrote before.
	Writer int64
}

// Answer answers one message in one transaction: it calls the six steps of the package doc.
// [Handler.Read] has begun the first before the transaction.
//
// What is not proven, or has [ParsedMessage.Brief], is then cut to its header and the text that
// is read, and a program's mail to one line, so that nobody can fill the disk. The proof has
// seen the whole message.
func (h *Handler) Answer(store *db.Tx, in db.Incoming, parsed ParsedMessage) (done AnswerResult, err error) {
	proven, justPlays := false, false
	done, err = h.answerMessage(store, in, parsed, &proven, &justPlays)
	if err == nil && !justPlays {
		err = store.Whole()
	}
	if err == nil && (parsed.Brief || !proven) {
		err = cut(store, in, parsed)
	}
	return done, err
}

// Bounds of what is stored of a message that is cut.
const (
	storedHeader = 16 << 10
	storedText   = 16 << 10
)

// cut cuts what is stored of a message that was answered, or dropped.
func cut(store *db.Tx, in db.Incoming, parsed ParsedMessage) error {
	raw := in.Raw
	switch {
	case len(raw) == 0:
		return nil
	case parsed.report != nil || parsed.Message != nil && parsed.Automatic != "":
		from := "nobody"
		if parsed.Message != nil && len(parsed.From) > 0 {
			from = parsed.From[0].Addr
		}
		raw = []byte("From: " + from + "\r\n\r\n")
	default:
		end := len(raw)
		if i := bytes.Index(raw, []byte("\n\r\n")); i >= 0 {
			end = i + 3
		} else if i := bytes.Index(raw, []byte("\n\n")); i >= 0 {
			end = i + 2
		}
		header, text := raw[:min(end, storedHeader)], raw[end:]
		raw = slices.Concat(header, text[:min(len(text), storedText)])
	}
	if len(raw) >= len(in.Raw) {
		return nil
	}
	return store.CutIncoming(in.ID, raw)
}

// answerMessage is Answer. It reports whether the writer is proven, and whether the message did
// nothing but play in one game.
func (h *Handler) answerMessage(store *db.Tx, in db.Incoming, parsed ParsedMessage, proven, justPlays *bool) (
	done AnswerResult, err error) {
	message, done, err := h.read(store, &in, parsed)
	if err != nil || message == nil {
		return done, err
	}
	a, err := h.begin(store, in, message)
	if err != nil {
		return done, err
	}
	writer, remark, err := h.identify(a.tx, a.messages.Keys(), in, message, parsed.server)
	if err != nil {
		return done, err
	}
	if remark != "" {
		return h.drop(store, in, "unknown", remark)
	}
	*proven = writer.Proven
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
	if !a.onlyPlays(intents) {
		if err := store.Whole(); err != nil {
			return done, err
		}
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
	*justPlays = a.onlyPlays(intents) && !a.more && len(a.games) == 1 && len(a.receipt.Problems) == 0 && remark == ""
	return a.deliver(remark)
}

// onlyPlays reports whether the intents of a message are to play in the game that it replies in,
// and perhaps to say something to the opponent.
func (a *answer) onlyPlays(intents []command.Intent) (plays bool) {
	w := a.writer
	if !w.Proven || w.First || w.Silent || w.Paused || w.Stranger || w.ReplyToken.Game == 0 || w.known.ID != w.Player ||
		w.known.OfferedVacation || w.known.Asked != "" || a.in.TooLarge {
		return false
	}
	for _, in := range intents {
		switch in := in.(type) {
		case command.Play:
			if in.Accepts || in.Game != w.ReplyToken.Game {
				return false
			}
			plays = true
		case command.Talk:
			if in.Hint != nil {
				return false
			}
		case command.LeaveOutSignature, command.Ignore:
		default:
			return false
		}
	}
	return plays
}

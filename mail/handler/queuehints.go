package handler

import (
	"bytes"
	"time"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// textRead is how many octets of the text of a message are searched for reply tokens, if it is
// not encoded.
const textRead = 16 << 10

// QueueHints is what decides the place of a message in the queue.
type QueueHints struct {
	Message     *mail.Message     // without lines; nil: it cannot be read, or has not one sender
	Writer      string            // whose turn it takes, for all that it says itself
	ReplyTokens []auth.ReplyToken // those of lines of its text first
	Signed      bool              // it has no token, and a key that proved another mail proves it
	Server      bool              // our own server vouches for it
}

// QueueHints reads what Rank needs of a message that arrives now, before the transaction.
func (h *Handler) QueueHints(raw []byte, now time.Time) QueueHints {
	hints := QueueHints{Writer: mail.Writer(raw)}
	message, err := mail.ReadHead(raw)
	if err != nil || len(message.From) != 1 {
		return hints
	}
	hints.Message = message
	_, body, _ := bytes.Cut(bytes.ReplaceAll(raw[:min(len(raw), mail.MaxHeader+textRead)], []byte("\r"), nil),
		[]byte("\n\n"))
	for line := range bytes.Lines(body[:min(len(body), textRead)]) {
		if t, ok := auth.ParseReplyTokenLine(string(line)); ok {
			hints.ReplyTokens = append(hints.ReplyTokens, t)
		}
	}
	inHeader := h.identity.serverAddress().ReplyTokens(message.To, message.InReplyTo, message.References)
	hints.ReplyTokens = append(hints.ReplyTokens, inHeader...)
	hints.Signed = len(hints.ReplyTokens) == 0 && h.Verifier.VouchesAlready(raw, message)
	hints.Server = auth.ServerVouches(raw, message, h.identity.AuthservID, h.identity.Is, now)
	return hints
}

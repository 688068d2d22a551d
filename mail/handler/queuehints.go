package handler

import (
	"bytes"
	"context"

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
}

// readQueueHints reads the head of a message to a mailbox.
func readQueueHints(ctx context.Context, raw []byte, mailbox auth.ServerAddress, verifier *auth.Verifier) QueueHints {
	h := QueueHints{Writer: mail.Writer(raw)}
	message, err := mail.ReadHead(raw)
	if err != nil || len(message.From) != 1 {
		return h
	}
	h.Message = message
	_, body, _ := bytes.Cut(bytes.ReplaceAll(raw[:min(len(raw), mail.MaxHeader+textRead)], []byte("\r"), nil),
		[]byte("\n\n"))
	for line := range bytes.Lines(body[:min(len(body), textRead)]) {
		if t, ok := auth.ParseReplyTokenLine(string(line)); ok {
			h.ReplyTokens = append(h.ReplyTokens, t)
		}
	}
	h.ReplyTokens = append(h.ReplyTokens, mailbox.ReplyTokens(message.To, message.InReplyTo, message.References)...)
	h.Signed = len(h.ReplyTokens) == 0 && verifier.VouchesAlready(ctx, raw, message)
	return h
}

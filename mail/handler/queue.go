package handler

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
)

// maxRanked is how many reply tokens of a message are tried to find its rank. Its own is first.
const maxRanked = 4

// Standing returns the standing of a message that Rank gave a rank. It does not change when the
// message is read again.
func (h *Handler) Standing(hints QueueHints, rank db.InboxRank) mail.TrustLevel {
	switch {
	case hints.Message != nil && hints.Message.Automatic != "":
		return mail.FromAutoresponder
	case (rank == db.RankProven || rank == db.RankProgram) && !hints.Signed,
		hints.Message != nil && (h.identity.Open || hints.Server):
		return mail.Proven
	}
	return mail.Unproven
}

// Rank returns, by the header of a message, its rank in the queue and whose turn it takes
// there. Proven and unproven messages in the same name take separate turns: otherwise forgers
// could delay a player's moves. A signature by a key that has proven no message yet counts as
// unproven. The steps that answer the message do not rely on the rank.
func (h *Handler) Rank(tx *db.Tx, hints QueueHints) (rank db.InboxRank, writer string, err error) {
	message, writer := hints.Message, hints.Writer
	if message == nil {
		return db.RankOther, writer, nil
	}
	writer = turnOf(message.From[0].Addr)
	player, err := tx.PlayerByAddress(mail.Key(message.From[0].Addr))
	if errors.Is(err, db.ErrNotFound) {
		return db.RankOther, writer, nil
	}
	if err != nil {
		return db.RankOther, writer, err
	}
	writer = turnOf(player.Address) // the first address, whichever of two was used
	rank = db.RankProven
	if player.Program { // people come first
		rank = db.RankProgram
	}
	if h.identity.Open {
		return rank, writer, nil
	}
	proven, err := h.provenByHead(tx, hints, player.ID)
	if err != nil || !proven {
		return db.RankKnown, writer, err
	}
	return rank, writer + "+", nil
}

// Proves reports whether a message that arrives now is proven to be a player's, as identify
// will find it, or is a report on a message of ours. It asks the DNS, for a second at most: it is
// for when there is no room for others. The error is [auth.ErrUnanswered] if that decides and the
// DNS does not answer.
func (h *Handler) Proves(ctx context.Context, in db.Incoming) (proven bool, err error) {
	parsed, err := h.Read(ctx, in)
	switch {
	case err != nil || parsed.unreadable != nil:
		return false, err
	case parsed.report != nil:
		err = h.db.View(ctx, func(tx *db.Tx) error {
			_, remark, err := h.reportedMessage(tx, parsed)
			proven = err == nil && remark == ""
			return err
		})
		return proven, err
	case mail.TrustLevel(in.Standing) == mail.FromAutoresponder, in.Place == db.RankOther,
		h.whyUnanswered(parsed.Message) != "":
		return false, nil
	}
	if parsed.Undecided() {
		h.Vouch(ctx, in, &parsed)
	}
	in.Vouched = parsed.vouched
	in.ID = math.MaxInt64 // all others came before
	err = h.db.View(ctx, func(store *db.Tx) error {
		known, err := store.PlayerByAddress(mail.Key(parsed.From[0].Addr))
		if err != nil || known.Leaving {
			return err
		}
		message := parsed.ownCopy()
		i := &writerSearch{handler: h, tx: &club.Tx{DB: store}, in: in, message: message, server: parsed.server,
			tokens: h.takeTokens(message)}
		if i.keys, err = store.Keys(); err != nil {
			return err
		}
		writer := Writer{Player: known.ID}
		err = i.prove(&writer, known)
		proven = writer.Proven
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil && !proven && parsed.unanswered {
		err = auth.ErrUnanswered
	}
	return proven, err
}

// turnOf returns a short hash of the mailbox of an address: a mailbox is one writer, however
// From is written.
func turnOf(address string) string {
	sum := sha256.Sum256([]byte(db.MailboxOf(mail.Key(address))))
	return hex.EncodeToString(sum[:8])
}

// provenByHead reports whether a player is proven by a reply token in the text or header of a
// message, or by a signature or the operator's own server if the message was written to us and
// is new, as in writer.go. Otherwise copies of a player's old mail could take the player's
// turns.
func (h *Handler) provenByHead(tx *db.Tx, hints QueueHints, player int64) (bool, error) {
	message := hints.Message
	if len(hints.ReplyTokens) == 0 {
		return (hints.Signed || hints.Server) &&
			slices.ContainsFunc(message.Named, h.identity.Is) &&
			auth.Fresh(message.Date, tx.Now, h.Limits.Fresh), nil
	}
	keys, err := tx.Keys()
	if err != nil {
		return false, err
	}
	i := &writerSearch{handler: h, tx: &club.Tx{DB: tx}, message: message, keys: keys}
	seen := map[auth.ReplyToken]bool{}
	for _, t := range hints.ReplyTokens {
		if seen[t] {
			continue
		}
		if seen[t] = true; len(seen) > maxRanked {
			break
		}
		if own, err := i.isTokenOf(&t, player); err != nil || own {
			return own, err
		}
	}
	return false, nil
}

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
	hints := QueueHints{Writer: mail.FromHash(raw)}
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

package handler

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
)

// maxRanked is how many reply tokens of a message are tried to find its rank. Its own is first.
const maxRanked = 4

// QueueHints reads what Rank needs of a message, before the transaction.
func (d *Handler) QueueHints(ctx context.Context, raw []byte) QueueHints {
	return readQueueHints(ctx, raw, d.identity.serverAddress(), d.Verifier)
}

// Standing returns the standing of a message that Rank gave a rank. It does not change when the
// message is read again.
func (d *Handler) Standing(h QueueHints, rank db.Rank) mail.Precedence {
	switch {
	case h.Message != nil && h.Message.Automatic != "":
		return mail.FromAutoresponder
	case (rank == db.RankProven || rank == db.RankProgram) && !h.Signed,
		h.Message != nil && (d.identity.Open || h.Message.Authenticated(d.identity.AuthservID)):
		return mail.Proven
	}
	return mail.Unproven
}

// Rank returns, by the header of a message, its rank in the queue and whose turn it takes
// there. Proven and unproven messages in the same name take separate turns: otherwise forgers
// could delay a player's moves. A signature by a key that has proven no message yet counts as
// unproven. The steps that answer the message do not rely on the rank.
func (d *Handler) Rank(tx *db.Tx, h QueueHints) (rank db.Rank, writer string, err error) {
	message, writer := h.Message, h.Writer
	if message == nil {
		return db.RankOther, writer, nil
	}
	player, err := tx.PlayerByAddress(mail.Key(message.From[0].Addr))
	if errors.Is(err, db.ErrNotFound) {
		return db.RankOther, writer, nil
	}
	if err != nil {
		return db.RankOther, writer, err
	}
	// One player is one writer, however From is written.
	writer = fmt.Sprint("#", player.ID)
	rank = db.RankProven
	if player.Program { // people come first
		rank = db.RankProgram
	}
	if d.identity.Open {
		return rank, writer, nil
	}
	proven, err := d.provenByHead(tx, h, player.ID)
	if err != nil || !proven {
		return db.RankKnown, writer, err
	}
	return rank, writer + "+", nil
}

// provenByHead reports whether a player is proven by a reply token in the text or header of a
// message, or by a signature or the operator's own server if the message was written to us and
// is new, as in proving.go. Otherwise copies of a player's old mail could take the player's
// turns.
func (d *Handler) provenByHead(tx *db.Tx, h QueueHints, player int64) (bool, error) {
	message := h.Message
	if len(h.ReplyTokens) == 0 {
		return (h.Signed || message.Authenticated(d.identity.AuthservID)) &&
			slices.ContainsFunc(message.Named, d.identity.Is) &&
			auth.Fresh(message.Date, tx.Now, d.Limits.Fresh), nil
	}
	keys, err := tx.Keys()
	if err != nil {
		return false, err
	}
	i := &identifying{handler: d, tx: &club.Tx{DB: tx}, message: message, keys: keys}
	seen := map[auth.ReplyToken]bool{}
	for _, t := range h.ReplyTokens {
		if seen[t] {
			continue
		}
		if seen[t] = true; len(seen) > maxRanked {
			break
		}
		if own, err := i.own(&t, player); err != nil || own {
			return own, err
		}
	}
	return false, nil
}

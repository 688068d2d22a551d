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

// maxRanked is how many of a letter's tickets are tried to tell its rank: its own stands
// first.
const maxRanked = 4

// ReadHead reads what Rank looks at of a mail, before the transaction.
func (d *Handler) QueueHints(ctx context.Context, raw []byte) QueueHints {
	return readQueueHints(ctx, raw, d.identity.serverAddress(), d.Verifier)
}

// Standing says what the mail counts for that Rank gave a rank. It is the same when the
// mail comes again, and its writer has become a player by it, or its key is known by
// then, or it is old.
func (d *Handler) Standing(h QueueHints, rank db.Rank) mail.Standing {
	switch {
	case h.Letter != nil && h.Letter.Automatic != "":
		return mail.Robots
	case (rank == db.RankProven || rank == db.RankRobot) && !h.Signed, h.Letter != nil && (d.identity.Open || h.Letter.Authenticated(d.identity.AuthservID)):
		return mail.Proven
	}
	return mail.Unproven
}

// Rank says by a mail's header how it is to stand in the queue, and whose turn it
// takes there. A letter that nothing proves, and one that is proven, in the same
// name take turns of their own: else forgers could keep a player's moves
// waiting by writing in the player's name. What a signature alone proves, by a key that
// proved no mail yet, stands with the former. It proves nothing to the steps that
// answer the letter, which look again.
func (d *Handler) Rank(tx *db.Tx, h QueueHints) (rank db.Rank, writer string, err error) {
	letter, writer := h.Letter, h.Writer
	if letter == nil {
		return db.RankOther, writer, nil
	}
	player, err := tx.PlayerByAddress(mail.Key(letter.From[0].Addr))
	if errors.Is(err, db.ErrNotFound) {
		return db.RankOther, writer, nil
	}
	if err != nil {
		return db.RankOther, writer, err
	}
	// One player is one writer, however From is written.
	writer = fmt.Sprint("#", player.ID)
	rank = db.RankProven
	if player.Robot { // people come first
		rank = db.RankRobot
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

// provenByHead reports whether a player is proven by a ticket in a letter's text or
// header, or by a signature or the operator's own server, which count for what was
// written to us and now, as for a letter (proving.go): else old mail of a player's, brought
// here a thousand times, would take the player's turns.
func (d *Handler) provenByHead(tx *db.Tx, h QueueHints, player int64) (bool, error) {
	letter := h.Letter
	if len(h.Tickets) == 0 {
		return (h.Signed || letter.Authenticated(d.identity.AuthservID)) && slices.ContainsFunc(letter.Named, d.identity.Is) &&
			auth.Fresh(letter.Date, tx.Now, d.Limits.Fresh), nil
	}
	keys, err := tx.Keys()
	if err != nil {
		return false, err
	}
	i := &identifying{desk: d, tx: &club.Tx{DB: tx}, letter: letter, keys: keys}
	seen := map[auth.ReplyToken]bool{}
	for _, t := range h.Tickets {
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

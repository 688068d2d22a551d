package desk

import (
	"bytes"
	"fmt"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/ticket"
	"turnpost/mail/trust"
)

// maxRanked is how many of a letter's tickets are tried to tell its rank: its
// own stands first. In rankedText octets of its text they are looked for, as far as
// that is not coded.
const (
	maxRanked  = 4
	rankedText = 16 << 10
)

// Head is what Rank looks at of a mail: it is read before the transaction.
type Head struct {
	letter *mail.Letter
	writer string
	lines  []ticket.Ticket // that stand on lines of their own in the text
}

// ReadHead reads a mail's header, and the tickets in the first of its text.
func ReadHead(raw []byte) Head {
	h := Head{writer: mail.Writer(raw)}
	letter, err := mail.ReadHead(raw)
	if err != nil || len(letter.From) != 1 {
		return h
	}
	h.letter = letter
	_, body, _ := bytes.Cut(bytes.ReplaceAll(raw[:min(len(raw), mail.MaxHeader+rankedText)], []byte("\r"), nil), []byte("\n\n"))
	for line := range bytes.Lines(body[:min(len(body), rankedText)]) {
		if t, ok := ticket.ParseLine(string(line)); ok {
			h.lines = append(h.lines, t)
		}
	}
	return h
}

// Standing says what the mail counts for that Rank gave a rank. It is the same when the
// mail comes again, and its writer has become a player by it, or it is old by then.
func (d *Desk) Standing(h Head, rank db.Rank) mail.Standing {
	switch {
	case h.letter != nil && h.letter.Automatic != "":
		return mail.Robots
	case rank == db.RankProven, h.letter != nil && (d.robot.Open || h.letter.Authenticated(d.robot.AuthservID)):
		return mail.Proven
	}
	return mail.Unproven
}

// Rank says by a mail's header how it is to stand in the queue, and whose turn it
// takes there. A letter that nothing proves, and one that is proven, in the same
// name take turns of their own: else forgers could keep a player's moves
// waiting by writing in the player's name. What a signature alone proves is not known
// yet, and stands with the former. It proves nothing to the steps that
// answer the letter, which look again.
func (d *Desk) Rank(tx *db.Tx, head Head) (rank db.Rank, writer string, err error) {
	letter, writer := head.letter, head.writer
	if letter == nil {
		return db.RankOther, writer, nil
	}
	player, err := tx.PlayerByAddress(mail.Key(letter.From[0].Addr))
	if isNotFound(err) {
		return db.RankOther, writer, nil
	}
	if err != nil {
		return db.RankOther, writer, err
	}
	// One player is one writer, however From is written.
	writer = fmt.Sprint("#", player.ID)
	if d.robot.Open {
		return db.RankProven, writer, nil
	}
	proven, err := d.provenByHead(tx, head, player.ID)
	if err != nil || !proven {
		return db.RankKnown, writer, err
	}
	return db.RankProven, writer + "+", nil
}

// provenByHead reports whether a player is proven by a ticket in a letter's text or
// header, or by the operator's own server, which counts for what was written to us and
// now, as for [identifying.prove]: else old mail of a player's, brought here a
// thousand times, would take the player's turns.
func (d *Desk) provenByHead(tx *db.Tx, head Head, player int64) (bool, error) {
	letter := head.letter
	tickets := slices.Concat(head.lines, d.robot.mailbox().Tickets(letter.To, letter.InReplyTo, letter.References))
	if len(tickets) == 0 {
		return letter.Authenticated(d.robot.AuthservID) && slices.ContainsFunc(letter.Named, d.robot.Is) &&
			trust.Fresh(letter.Date, tx.Now, d.Limits.Fresh), nil
	}
	keys, err := tx.Keys()
	if err != nil {
		return false, err
	}
	i := &identifying{desk: d, tx: &club.Tx{DB: tx}, letter: letter, keys: keys}
	seen := map[ticket.Ticket]bool{}
	for _, t := range tickets {
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

package consistency

import (
	"bytes"
	"fmt"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
)

const (
	doIn     = "look at it with 'turnpost inbox show'; no ply is affected"
	doOut    = "look at it with 'turnpost outbox show'; no ply is affected"
	doKey    = "replies to messages that were sent prove nothing any more; restore the last backup"
	doText   = "its bytes are not those that came; if it is new or put aside, ask its writer to send it again"
	doUnsent = "stop the server before it goes out; look at it with 'turnpost outbox show', and restore the last " +
		"backup that verifies"
	doSent    = "no ply is affected; what the player received is in the backups, and in the player's mailbox"
	doAddress = "stop the server: messages may be taken for another player's; compare it with the last backup that " +
		"verifies, and restore that"
)

// messagesIn compares the texts of messages in, as long as they are kept, with what was noted of them
// when they came. Of those that were cut (they are shorter than what came), only the checksum
// is that of what is kept. Older versions noted no checksums, and other digests.
func (v *verifier) messagesIn(tx *db.Tx, found *faults) error {
	return tx.Rows(func(scan func(...any) error) error {
		var id, sum, size int64
		var name string
		var digest, raw []byte
		if err := scan(&id, &name, &digest, &raw, &sum, &size); err != nil {
			return err
		}
		identity, own := mail.Identity(raw)
		whole := int64(len(raw)) >= size
		if sum != db.Checksum(raw) || whole && (identity != name || !bytes.HasPrefix(digest, own)) {
			found.add("message in", id, doText, "its text is not what came")
		}
		return nil
	}, `SELECT i.id, i.message_id, i.digest, m.raw, i.checksum, i.size FROM mails AS m JOIN inbox AS i ON i.id = m.message
		WHERE i.checksum >= 0 AND (i.arrived_at >= ? OR i.state = 'new')`, v.since())
}

// messagesOut compares the texts of messages out, as long as they are kept, with their checksums and
// Message-IDs.
func (v *verifier) messagesOut(tx *db.Tx, found *faults) error {
	return tx.Rows(func(scan func(...any) error) error {
		var id, sum int64
		var raw []byte
		var name string
		var queued bool
		err := scan(&id, &raw, &sum, &name, &queued)
		switch right := sum == db.Checksum(raw) && bytes.Contains(raw, []byte("<"+name+">")); {
		case right:
		case queued:
			found.add("message out", id, doUnsent, "its text is not what was written, and it is to be sent")
		default:
			found.add("message out", id, doSent, "its text is not what was sent")
		}
		return err
	}, `SELECT t.message, t.raw, t.checksum, o.message_id, o.state = 'queued' FROM texts AS t JOIN outbox AS o
		ON o.id = t.message WHERE t.checksum >= 0 AND (o.state = 'queued' OR t.created_at >= ?)`, v.since())
}

// tokens checks the return paths and reply tokens of messages out: that one is of the message's thread
// and of a ply that was played, and that a key has made it.
func (v *verifier) tokens(tx *db.Tx, found *faults) error {
	generations, err := tx.Generations()
	if err != nil {
		return err
	}
	var keys [][]byte
	var first, last, oldest int64
	if err := tx.Rows(func(scan func(...any) error) error {
		var secret []byte
		var id, made int64
		err := scan(&id, &secret, &made)
		if keys = append(keys, secret); first == 0 {
			first, oldest = id, made
		}
		last = id
		return err
	}, `SELECT id, secret, created_at FROM keys ORDER BY id`); err != nil {
		return err
	}
	mixed, err := merged(tx)
	whole := last-first == int64(len(keys))-1 && !mixed // else a key was deleted, or readers are others now
	if err != nil {
		return err
	}
	return tx.Rows(func(scan func(...any) error) error {
		var id, player, thread, created int64
		var name, sender string
		var plies, undone int
		if err := scan(&id, &player, &thread, &name, &sender, &created, &plies, &undone); err != nil {
			return err
		}
		local, back, _ := strings.Cut(sender, "@")
		_, tag, tagged := strings.Cut(local, "+b.")
		if tagged && !strings.HasPrefix(tag, fmt.Sprint(id, ".")) ||
			!strings.HasSuffix(strings.ToLower(name), "@"+strings.ToLower(back)) {
			found.add("message out", id, doOut, "it is called %q, and comes back to %q", name, sender)
		}
		name, _, _ = strings.Cut(name, "@")
		t, ok := auth.ParseReplyToken(name[:max(0, strings.LastIndexByte(name, '.'))])
		switch {
		case !ok || t.Game == 0:
		case t.Game != thread:
			found.add("message out", id, doOut, "it is in the thread of %d, and its reply token is for %d", thread,
				t.Game)
		case plies >= 0 && undone == 0 && t.Ply > int64(plies):
			found.add("message out", id, doSeal, "it shows ply %d of game %d, and %d plies are stored", t.Ply, t.Game,
				plies)
		case whole && created >= oldest && undone <= auth.MaxUndone && !t.Verify(keys, player, undone, generations...):
			found.add("message out", id, doKey, "no key has made its reply token")
		}
		return nil
	}, `SELECT o.id, o.player, o.thread, o.message_id, o.sender, o.created_at, coalesce(g.plies,
		-1), coalesce(g.undone, 0)
		FROM outbox AS o LEFT JOIN games AS g ON g.id = o.thread WHERE o.created_at >= ?
		OR o.state = 'queued'`, v.since())
}

// addresses checks the folded form of addresses, by which their owner is found.
func (v *verifier) addresses(tx *db.Tx, found *faults) error {
	return tx.Rows(func(scan func(...any) error) error {
		var id int64
		var address, folded string
		if err := scan(&id, &address, &folded); err != nil {
			return err
		}
		if a, err := mail.ParseAddress(address); err != nil || a.Addr != address {
			found.add("player", id, doAddress, "%q is no address", address)
		} else if folded != mail.Key(address) {
			found.add("player", id, doAddress, "the address %q is known as %q: what comes from there is not theirs",
				address, folded)
		}
		return nil
	}, `SELECT id, address, folded FROM players WHERE address <> '' UNION ALL SELECT player, address, folded
		FROM addresses WHERE address <> ''`)
}

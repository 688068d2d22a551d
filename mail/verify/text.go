package verify

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"strings"

	"turnpost/db"

	"turnpost/mail"
)

// missingTexts looks for letters in whose text is gone though it is to be kept: of one that
// is new, always; of another, while that of one is kept that came, and was settled, before
// it, unless somebody was forgotten, with whom texts go one by one. Of letters from before
// checksums were made it is not known whether they had any.
func missingTexts(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	oldest := int64(0) // both
	if len(w.gone) == len(w.merged) {
		if err := tx.Rows(func(scan func(...any) error) error { return scan(&oldest) }, `SELECT coalesce(min(CASE WHEN i.handled_at > i.arrived_at THEN i.handled_at ELSE i.arrived_at END), 0)
			FROM mails AS m JOIN inbox AS i ON i.id = m.letter WHERE i.state <> 'new'`); err != nil {
			return nil, err
		}
	}
	// Of nothing the checksum is 0.
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		var state string
		err := scan(&id, &state)
		what, mended := "its text is gone, and it is to be answered", "unanswered"
		if state != "new" {
			what, mended = "its text is gone, and older ones are kept", "letter in"
		}
		faults = append(faults, Fault{Of: "letter in", ID: id, What: what, Mend: mend(mended)})
		return err
	}, `SELECT id, state FROM inbox WHERE (state = 'new' AND checksum <> 0 OR CAST(?1 AS BIGINT) > 0 AND checksum > 0 AND arrived_at > ?1 AND handled_at > ?1)
		AND id NOT IN (SELECT letter FROM mails) ORDER BY id`, oldest)
	return faults, err
}

// queuedTexts holds the texts of letters that are to be sent against their checksums and
// their rows.
func queuedTexts(tx *db.Tx, _ *world, _ Options) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, sum int64
		var raw []byte
		var o db.Outgoing
		err := scan(&id, &raw, &sum, &o.MessageID, &o.Recipient, &o.Sender)
		what := ""
		switch {
		case sum >= 0 && sum != db.Checksum(raw):
			what = "its text is not what was written, and it is to be sent"
		case len(raw) > 0: // else it is said elsewhere
			what = headed(raw, o)
		}
		if what != "" {
			faults = append(faults, Fault{Of: "letter out", ID: id, What: what, Mend: mend("unsent")})
		}
		return err
	}, `SELECT t.letter, t.raw, t.checksum, o.message_id, o.recipient, o.sender
		FROM texts AS t JOIN outbox AS o ON o.id = t.letter WHERE o.state = 'queued' ORDER BY t.letter`)
	return faults, err
}

// headed says what in the header of a letter that is to be sent is not of its row.
func headed(raw []byte, o db.Outgoing) string {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return "its text has no header that can be read, and it is to be sent"
	}
	if id := strings.Trim(m.Header.Get("Message-ID"), "<> "); id != o.MessageID {
		return fmt.Sprintf("it is to be sent, and its text is that of %q", id)
	}
	if to, err := netmail.ParseAddress(m.Header.Get("To")); err != nil || mail.Key(to.Address) != mail.Key(o.Recipient) {
		return fmt.Sprintf("it is to go to %q, and is written to %q", o.Recipient, m.Header.Get("To"))
	}
	if from, err := netmail.ParseAddress(m.Header.Get("From")); err != nil || mail.Key(from.Address) != mail.Key(untagged(o.Sender)) {
		return fmt.Sprintf("it is to come from %q, and is written by %q", o.Sender, m.Header.Get("From"))
	}
	return ""
}

// untagged is a return path without what names the letter.
func untagged(path string) string {
	local, domain, _ := strings.Cut(path, "@")
	local, _, _ = strings.Cut(local, "+b.")
	return local + "@" + domain
}

// returning says what is wrong with a letter's return path: it is at the domain that made
// its Message-ID, and names no other letter.
func returning(id int64, messageID, sender string) string {
	_, made, _ := strings.Cut(messageID, "@")
	local, at, _ := strings.Cut(sender, "@")
	_, tag, tagged := strings.Cut(local, "+b.")
	switch of, _, _ := strings.Cut(tag, "."); {
	case !strings.EqualFold(made, at):
		return fmt.Sprintf("it was written at %q, and comes back to %q", made, sender)
	case tagged && of != fmt.Sprint(id):
		return fmt.Sprintf("it comes back as letter %s", of)
	}
	return ""
}

package db

import (
	"errors"
	"time"
)

// purgedFor is how long a mail that is to be deleted in a mailbox is remembered, when
// it is not found there or nobody reads the mailbox any more.
const purgedFor = 30 * 24 * time.Hour

// nextLooks are how long after the looks that did not find a mail the next is; after
// the last no more. The first wait lets a mail be filed that is being filed.
var nextLooks = [...]time.Duration{10 * time.Minute, time.Hour, 24 * time.Hour, 72 * time.Hour}

// purgeLooks is how often a mail is looked for.
const purgeLooks = len(nextLooks) + 1

// handedOver is the mailbox of mails that came by no mailbox: package lmtpin. They lie
// nowhere else.
const handedOver = "lmtp"

// ofTheirs are the letters in that are of a player or of somebody who had to do with
// them, who quotes our letters, which name their readers' opponents.
const ofTheirs = `sender IN (
	SELECT challenger FROM invitations WHERE invitee = ?1
	UNION SELECT invitee FROM invitations WHERE challenger = ?1 UNION SELECT ?1)`

// erase erases the texts of the settled letters in of a condition on their rows, which
// has ?1 alone, and what the operator was told of them, and notes them as to be deleted
// in their mailboxes.
func (tx *Tx) erase(condition string, arg any) error {
	condition = `state <> 'new' AND ` + condition
	if _, err := tx.exec(`INSERT INTO purges (mailbox, message_id, asked_at)
		SELECT DISTINCT mailbox, message_id, CAST(?2 AS BIGINT) FROM inbox
		WHERE `+condition+` AND mailbox <> ?3 AND EXISTS (SELECT 1 FROM mails WHERE letter = inbox.id)
		ON CONFLICT DO NOTHING`, arg, millis(tx.Now), handedOver); err != nil {
		return err
	}
	if _, err := tx.exec(`UPDATE inbox SET remark = '' WHERE `+condition, arg); err != nil {
		return err
	}
	_, err := tx.exec(`DELETE FROM mails WHERE letter IN (SELECT id FROM inbox WHERE `+condition+`)`, arg)
	return err
}

// eraseWith does the same with those whose text holds another one.
func (tx *Tx) eraseWith(text string) error {
	found, err := all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) },
		`SELECT letter FROM mails WHERE `+tx.engine.holds("raw", "?"), text)
	for _, id := range found {
		err = errors.Join(err, tx.erase(`id = ?1`, id))
	}
	return err
}

// Purge is a mail to be deleted where it is filed in a mailbox.
type Purge struct {
	ID        int64
	Mailbox   string
	MessageID string // as mail.Identity has it
	Looks     int    // that did not find it
	AskedAt   time.Time
}

const purgeColumns = `id, mailbox, message_id, looks, asked_at`

func scanPurge(scan func(...any) error) (p Purge, err error) {
	var asked int64
	err = scan(&p.ID, &p.Mailbox, &p.MessageID, &p.Looks, &asked)
	p.AskedAt = moment(asked)
	return p, err
}

// Lost reports whether a mail is not looked for any more, because it was not found.
func (p Purge) Lost() bool { return p.Looks >= purgeLooks }

// Purges lists mails that are to be deleted in a mailbox and whose time has come.
func (tx *Tx) Purges(mailbox string, most int) ([]Purge, error) {
	return all(tx, scanPurge, `SELECT `+purgeColumns+` FROM purges WHERE mailbox = ? AND looks < ? AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
		mailbox, purgeLooks, millis(tx.Now), atMost(most))
}

// Unpurged lists mails that should have been deleted in a mailbox before a moment, or
// that were not found there, the oldest first.
func (tx *Tx) Unpurged(before time.Time, most int) ([]Purge, error) {
	return all(tx, scanPurge, `SELECT `+purgeColumns+` FROM purges WHERE looks >= ? OR asked_at < ? ORDER BY id LIMIT ?`, purgeLooks, millis(before), atMost(most))
}

// Purged notes what came of a look for a mail: it is gone, or it was not found, and is
// looked for again some time, or is lost, which is reported.
func (tx *Tx) Purged(p Purge, found bool) (lost bool, err error) {
	if found {
		_, err = tx.exec(`DELETE FROM purges WHERE id = ?`, p.ID)
		return false, err
	}
	p.Looks++
	due := tx.Now
	if !p.Lost() {
		due = tx.Now.Add(nextLooks[p.Looks-1])
	}
	_, err = tx.exec(`UPDATE purges SET looks = ?, due_at = ? WHERE id = ?`, p.Looks, millis(due), p.ID)
	return p.Lost(), err
}

// ForgetPurges gives up the mails that were to be deleted so long ago that nobody looks
// for them any more.
func (tx *Tx) ForgetPurges() error {
	_, err := tx.exec(`DELETE FROM purges WHERE asked_at < ?`, millis(tx.Now.Add(-purgedFor)))
	return err
}

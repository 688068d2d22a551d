package db

import "time"

// purgedFor is how long a mail that is to be deleted in a mailbox is remembered, when
// it is not found there or nobody reads the mailbox any more.
const purgedFor = 30 * 24 * time.Hour

// nextLooks are how long after the looks that did not find a mail the next is; after
// the last no more. The first wait lets a mail be filed that is being filed.
var nextLooks = [...]time.Duration{10 * time.Minute, time.Hour, 24 * time.Hour, 72 * time.Hour}

// purgeLooks is how often a mail is looked for.
const purgeLooks = len(nextLooks) + 1

// MailboxDeletion is a mail to be deleted where it is filed in a mailbox.
type MailboxDeletion struct {
	ID        int64
	Mailbox   string
	MessageID string // as mail.Identity has it
	Looks     int    // that did not find it
	AskedAt   time.Time
}

const purgeColumns = `id, mailbox, message_id, looks, asked_at`

func scanPurge(scan func(...any) error) (p MailboxDeletion, err error) {
	var asked int64
	err = scan(&p.ID, &p.Mailbox, &p.MessageID, &p.Looks, &asked)
	p.AskedAt = Moment(asked)
	return p, err
}

// Lost reports whether a mail is not looked for any more, because it was not found.
func (p MailboxDeletion) Lost() bool { return p.Looks >= purgeLooks }

// Purges lists mails that are to be deleted in a mailbox and whose time has come.
func (tx *Tx) Purges(mailbox string, most int) ([]MailboxDeletion, error) {
	return all(tx, scanPurge, `SELECT `+purgeColumns+
		` FROM purges WHERE mailbox = ? AND looks < ? AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
		mailbox, purgeLooks, Millis(tx.Now), atMost(most))
}

// Unpurged lists mails that should have been deleted in a mailbox before a moment, or
// that were not found there, the oldest first.
func (tx *Tx) Unpurged(before time.Time, most int) ([]MailboxDeletion, error) {
	return all(tx, scanPurge, `SELECT `+purgeColumns+
		` FROM purges WHERE looks >= ? OR asked_at < ? ORDER BY id LIMIT ?`, purgeLooks, Millis(before), atMost(most))
}

// Purged notes what came of a look for a mail: it is gone, or it was not found, and is
// looked for again some time, or is lost, which is reported.
func (tx *Tx) Purged(p MailboxDeletion, found bool) (lost bool, err error) {
	if found {
		_, err = tx.exec(`DELETE FROM purges WHERE id = ?`, p.ID)
		return false, err
	}
	p.Looks++
	due := tx.Now
	if !p.Lost() {
		due = tx.Now.Add(nextLooks[p.Looks-1])
	}
	_, err = tx.exec(`UPDATE purges SET looks = ?, due_at = ? WHERE id = ?`, p.Looks, Millis(due), p.ID)
	return p.Lost(), err
}

// ForgetPurges gives up the mails that were to be deleted so long ago that nobody looks
// for them any more.
func (tx *Tx) ForgetPurges() error {
	_, err := tx.exec(`DELETE FROM purges WHERE asked_at < ?`, Millis(tx.Now.Add(-purgedFor)))
	return err
}

package db

import "time"

// settled finds the texts of messages in that were settled before a moment.
const settled = `arrived_at < ?1 AND EXISTS (SELECT 1 FROM inbox WHERE id = mails.message AND state <> 'new'
	AND handled_at < ?1)`

// Overdue reports whether something is to be erased: the text of messages in that were
// settled, or of messages out that were written, before a moment; declines and invitations
// of forgotten players that no longer count.
func (tx *Tx) Overdue(before time.Time) (due bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM mails WHERE `+settled+`)
		OR EXISTS (SELECT 1 FROM texts WHERE created_at < ?1 AND message NOT IN (SELECT id FROM outbox
		WHERE state = 'queued'))
		OR EXISTS (SELECT 1 FROM wishes WHERE until <> 0 AND until <= ?2) OR EXISTS (SELECT 1 FROM invited
		WHERE until <= ?2)`,
		[]any{Millis(before), Millis(tx.Now)}, &due)
	return due, err
}

// EmptyMessages erases the text of at most so many messages in, and as many
// messages out, that are overdue. Their lines in the ledger stay: by Message-ID
// and digest a message counts once, and threads hang together. It reports how
// many messages it erased; of declines and invitations it erases all that are overdue.
func (tx *Tx) EmptyMessages(before time.Time, most int) (n int64, err error) {
	for _, q := range []string{`DELETE FROM wishes WHERE until <> 0 AND until <= ?`,
		`DELETE FROM invited WHERE until <= ?`} {
		if _, err := tx.exec(q, Millis(tx.Now)); err != nil {
			return 0, err
		}
	}
	for _, q := range []string{
		`DELETE FROM mails WHERE message IN (SELECT message FROM mails WHERE ` + settled +
			` ORDER BY arrived_at LIMIT ?2)`,
		`DELETE FROM texts WHERE message IN (SELECT message FROM texts
			WHERE created_at < ?1 AND message NOT IN (SELECT id FROM outbox WHERE state = 'queued')
			ORDER BY created_at LIMIT ?2)`,
	} {
		res, err := tx.exec(q, Millis(before), atMost(most))
		if err != nil {
			return n, err
		}
		m, err := res.RowsAffected()
		if err != nil {
			return n, err
		}
		n += m
	}
	return n, nil
}

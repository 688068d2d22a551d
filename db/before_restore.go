package db

import (
	"errors"
	"time"
)

// This file reads what a database that a backup replaces knows of the time since the backup, and
// puts it into its successor. See server.MailReplay.

// PastIncoming lists the messages in that arrived or were handled after a moment, with what
// is left of their text.
func (tx *Tx) PastIncoming(since time.Time) ([]Incoming, error) {
	return all(tx, scanIncoming, `SELECT `+incomingColumns+` FROM inbox
		WHERE arrived_at > ?1 OR handled_at > ?1 OR state = 'new' ORDER BY id`, Millis(since))
}

// PastOutgoing lists the messages out that were written after a moment, or that wait.
func (tx *Tx) PastOutgoing(since time.Time) ([]Outgoing, error) {
	return all(tx, scanOutgoing, `SELECT `+outgoingColumns+` FROM outbox
		WHERE created_at > ? OR state = 'queued' ORDER BY id`, Millis(since))
}

// PastInvitations lists the invitations with numbers after one.
func (tx *Tx) PastInvitations(after int64) ([]Invitation, error) {
	return all(tx, scanInvitation, `SELECT `+invitationColumns+` FROM invitations WHERE id > ? ORDER BY id`, after)
}

// LastHandled is when the last message in was answered; zero if none was.
func (tx *Tx) LastHandled() (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(max(handled_at), 0) FROM inbox`, nil, &at)
	return Moment(at), err
}

// KnownIncoming reports whether a message in is stored, in any standing, and whether it waits.
func (tx *Tx) KnownIncoming(messageID string, digest []byte) (known, waits bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE message_id = ?1 AND digest = ?2),
		EXISTS (SELECT 1 FROM inbox WHERE message_id = ?1 AND digest = ?2 AND state = 'new')`,
		[]any{messageID, digest}, &known, &waits)
	return known, waits, err
}

// HasMessage reports whether there is a message out whose Message-ID begins like this, up to
// the at sign.
func (tx *Tx) HasMessage(local string) (yes bool, err error) {
	// 'A' comes after '@': the range is one of the index.
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM outbox WHERE message_id >= ? AND message_id < ?)`,
		[]any{local + "@", local + "A"}, &yes)
	return yes, err
}

// RefuseTold notes that a message out was refused before.
func (tx *Tx) RefuseTold(id int64, remark string) error {
	return tx.one(`UPDATE outbox SET state = 'refused', lease_until = 0, remark = ? WHERE id = ? AND state = 'queued'`,
		remark, id)
}

// PliesIn counts all games, and their plies.
func (tx *Tx) PliesIn() (games, plies int, err error) {
	err = tx.row(`SELECT count(*), coalesce(sum(plies), 0) FROM games`, nil, &games, &plies)
	return games, plies, err
}

// AllKeys lists all keys with their secrets, oldest first, for TakeKeys.
func (tx *Tx) AllKeys() (all []StoredKey, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var k StoredKey
		err := scan(&k.Secret, &k.CreatedAt)
		all = append(all, k)
		return err
	}, `SELECT secret, created_at FROM keys ORDER BY id`)
	return all, err
}

// StoredKey is a key of reply tokens with its secret.
type StoredKey struct {
	Secret    []byte
	CreatedAt int64 // in milliseconds
}

// TakeKeys adds keys that are missing. If only, it deletes all others.
func (tx *Tx) TakeKeys(keys []StoredKey, only bool) error {
	if len(keys) == 0 {
		return errors.New("there are no keys")
	}
	if only {
		if err := tx.Exec(`DELETE FROM keys`); err != nil {
			return err
		}
	}
	for _, k := range keys {
		if err := tx.Exec(`INSERT INTO keys (secret, created_at, after_message)
			SELECT ?1, ?2, coalesce((SELECT max(id) FROM outbox), 0)
			WHERE NOT EXISTS (SELECT 1 FROM keys WHERE secret = ?1)`, k.Secret, k.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

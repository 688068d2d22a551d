package db

import (
	"errors"
	"time"
)

// The states of a letter in.
const (
	IncomingNew         = "new"
	IncomingDone        = "done"
	IncomingDropped     = "dropped" // a robot's, or nobody's: not answered
	IncomingQuarantined = "quarantined"
)

// Incoming is a mail that was collected.
type Incoming struct {
	ID        int64
	Mailbox   string
	Cursor    string
	MessageID string
	Digest    []byte // SHA-256 of the body
	Size      int64
	TooLarge  bool
	Raw       []byte
	State     string
	Attempts  int // how often work on it began
	Failures  int // how often it failed
	Remark    string
	ArrivedAt time.Time
	HandledAt time.Time
	Vouched   string // the folded address that a signature proves; empty: none does
}

const incomingColumns = `id, mailbox, cursor, message_id, digest, size, too_large, raw, state, attempts, failures, remark, arrived_at, handled_at, vouched`

func scanIncoming(scan func(...any) error) (Incoming, error) {
	var in Incoming
	var arrived, handled int64
	err := scan(&in.ID, &in.Mailbox, &in.Cursor, &in.MessageID, &in.Digest, &in.Size, &in.TooLarge, &in.Raw,
		&in.State, &in.Attempts, &in.Failures, &in.Remark, &arrived, &handled, &in.Vouched)
	in.ArrivedAt, in.HandledAt = moment(arrived), moment(handled)
	return in, err
}

// Keep stores a new mail. It reports false, and stores nothing, when the mail
// is known by its place in the mailbox or by its Message-ID and digest.
func (tx *Tx) Keep(in Incoming) (bool, error) {
	_, err := tx.insert(`INSERT INTO inbox (mailbox, cursor, message_id, digest, size, too_large, raw, state, arrived_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'new', ?) ON CONFLICT DO NOTHING`,
		in.Mailbox, in.Cursor, in.MessageID, in.Digest, in.Size, in.TooLarge, in.Raw, millis(tx.Now))
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// NextIncoming returns the oldest new letter that no other transaction has just
// taken, or ErrNotFound.
func (tx *Tx) NextIncoming() (Incoming, error) {
	return get(tx, scanIncoming, `SELECT `+incomingColumns+` FROM inbox WHERE state = 'new' ORDER BY id LIMIT 1`+tx.engine.free)
}

// Unread reports whether a new letter waits, without fetching its text.
func (tx *Tx) Unread() (bool, error) {
	var yes bool
	err := tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE state = 'new')`, nil, &yes)
	return yes, err
}

// Incoming returns the letter in of that number.
func (tx *Tx) Incoming(id int64) (Incoming, error) {
	return get(tx, scanIncoming, `SELECT `+incomingColumns+` FROM inbox WHERE id = ?`, id)
}

// CountAttempt notes that work on a new letter begins. It is committed before
// the work, so that a letter that kills the program is counted too.
func (tx *Tx) CountAttempt(id int64) error {
	return tx.one(`UPDATE inbox SET attempts = attempts + 1 WHERE id = ? AND state = 'new'`, id)
}

// ForgetAttempts takes CountAttempt back so many times: the work failed for a
// reason that has nothing to do with the letter.
func (tx *Tx) ForgetAttempts(id, times int64) error {
	return tx.one(`UPDATE inbox SET attempts = attempts - ? WHERE id = ? AND state = 'new' AND attempts >= ?`, times, id, times)
}

// NoteFailure keeps a new letter and says why work on it failed.
func (tx *Tx) NoteFailure(id int64, remark string) error {
	return tx.one(`UPDATE inbox SET remark = ?, failures = failures + 1 WHERE id = ? AND state = 'new'`, remark, id)
}

// NoteSender notes which player wrote a letter.
func (tx *Tx) NoteSender(id, player int64) error {
	return tx.one(`UPDATE inbox SET sender = ? WHERE id = ?`, player, id)
}

// NoteVouched notes which address a signature of a letter proves.
func (tx *Tx) NoteVouched(id int64, folded string) error {
	return tx.one(`UPDATE inbox SET vouched = ? WHERE id = ?`, folded, id)
}

// CameBefore reports whether a letter with a Message-ID came before another.
func (tx *Tx) CameBefore(messageID string, id int64) (bool, error) {
	var n int
	err := tx.row(`SELECT count(*) FROM inbox WHERE message_id = ? AND id < ?`, []any{messageID, id}, &n)
	return n > 0, err
}

// Settle moves a new letter to its last state. ErrNotFound if it is settled
// already.
func (tx *Tx) Settle(id int64, state, remark string) error {
	return tx.one(`UPDATE inbox SET state = ?, remark = ?, handled_at = ? WHERE id = ? AND state = 'new'`,
		state, remark, millis(tx.Now), id)
}

package db

import (
	"errors"
	"time"
)

// ReturnedMail says that a message came back for good.
type ReturnedMail struct {
	Message int64 // in the outbox
	Player  int64
	Status  string // class.subject.detail (RFC 3463)
	At      time.Time
}

// AddBounce notes that a message came back, now. It reports false, and notes
// nothing, when that was known.
func (tx *Tx) AddBounce(o Outgoing, status string) (bool, error) {
	res, err := tx.exec(
		`INSERT INTO bounces (message, player, status, at) VALUES (?, ?, ?, ?) ON CONFLICT (message) DO NOTHING`,
		o.ID, o.Player, status, Millis(tx.Now))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Bounces lists a player's messages that came back since a moment and since
// ForgiveBounces, oldest first.
func (tx *Tx) Bounces(player int64, since time.Time) ([]ReturnedMail, error) {
	return all(tx, func(scan func(...any) error) (ReturnedMail, error) {
		var b ReturnedMail
		var at int64
		err := scan(&b.Message, &b.Player, &b.Status, &at)
		b.At = Moment(at)
		return b, err
	}, `SELECT message, player, status, at FROM bounces WHERE player = ? AND counts = 1 AND at >= ?
		ORDER BY at, message`, player, Millis(since))
}

// Bounced reports whether a bounce of a player counts.
func (tx *Tx) Bounced(player int64) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM bounces WHERE player = ? AND counts = 1)`, []any{player}, &yes)
	return yes, err
}

// ForgiveBounces makes the bounces of a player count no more.
func (tx *Tx) ForgiveBounces(player int64) error {
	if some, err := tx.Bounced(player); err != nil || !some {
		return err
	}
	_, err := tx.exec(`UPDATE bounces SET counts = 0 WHERE player = ? AND counts = 1`, player)
	return err
}

// Message returns the message out of that number.
func (tx *Tx) Message(id int64) (Outgoing, error) {
	return get(tx, scanOutgoing, `SELECT `+outgoingColumns+` FROM outbox WHERE id = ?`, id)
}

// MessageByMessageID returns the message out that has a Message-ID.
func (tx *Tx) MessageByMessageID(id string) (Outgoing, error) {
	return get(tx, scanOutgoing, `SELECT `+outgoingColumns+` FROM outbox WHERE message_id = ?`, id)
}

// SetSender gives a message out another return path.
func (tx *Tx) SetSender(id int64, sender string) error {
	return tx.one(`UPDATE outbox SET sender = ? WHERE id = ?`, sender, id)
}

// Withhold ends the messages to a player that are queued and not being sent just
// now: they count as refused, with a remark that says why. The words in them wait
// again, for a message that is sent; see wordsWaitAgain.
func (tx *Tx) Withhold(player int64, remark string) error {
	type queued struct{ id, thread int64 }
	withheld, err := all(tx, func(scan func(...any) error) (l queued, err error) { return l, scan(&l.id, &l.thread) },
		`UPDATE outbox SET state = 'refused', lease_until = 0, remark = ?, `+erased+`
		WHERE player = ? AND state = 'queued' AND lease_until <= ?
		RETURNING id, thread`, remark, player, Millis(tx.Now))
	for _, l := range withheld {
		err = errors.Join(err, tx.burn(l.id), tx.wordsWaitAgain(player, l.id, l.thread))
	}
	return err
}

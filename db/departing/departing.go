// Package departing keeps how far the players are who leave.
//
// Somebody who says yes to "stop" or "forget me" may have a hundred games under way. They
// are resigned a few at a time, each few in a transaction of their own, so that nobody
// waits for one. Until all are, the row of the player bears a mark, and a row of the table
// departures says what is still to be done: what was confirmed, what is said to the
// opponents, and what was done so far. It is written in the same transaction as each piece
// and goes with the last, so that after a crash whichever daemon is next goes on from there.
// A piece that fails is tried again later, less and less often.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package departing

import (
	"fmt"

	"turnpost/db/putoff"
)

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Rows reads the rows of one, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
	// Moment is that of the transaction, in milliseconds since 1970.
	Moment() int64
}

// Departure is how far one player has left.
type Departure struct {
	Player int64
	What   string // stop or forget
	Words  string // for the opponents
	// Subject and MessageID are those of the letter that the last one to the player answers.
	Subject, MessageID string
	Games, Invitations int // that have ended
	Failures           int // of pieces, since one was done
	// Waits says that the last piece failed, and the next one is not to be tried yet.
	Waits bool
}

// Note writes how far a player is who has not yet left.
func Note(tx Tx, d Departure) error {
	if err := tx.Exec(`INSERT INTO departures (player, what, words, subject, message_id, games, invitations, begun_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET games = excluded.games, invitations = excluded.invitations, failures = 0, due_at = 0`,
		d.Player, d.What, d.Words, d.Subject, d.MessageID, d.Games, d.Invitations, tx.Moment()); err != nil {
		return err
	}
	return tx.Exec(`UPDATE players SET leaving = 1 WHERE id = ?`, d.Player)
}

// End takes away what is noted of a player, and lets the letters go on that wait for it.
func End(tx Tx, player int64) error {
	if err := tx.Exec(`DELETE FROM departures WHERE player = ?`, player); err != nil {
		return err
	}
	// Letters that waited for it; see db.Tx.Await.
	if err := tx.Exec(`UPDATE inbox SET holder = 0, sender = 0, remark = '' WHERE state = 'new' AND holder = ?`, -player); err != nil {
		return err
	}
	return tx.Exec(`UPDATE players SET leaving = 0 WHERE id = ? AND leaving = 1`, player)
}

// Await lets a letter in that a daemon holds, uncounted, wait for a player beside the queue:
// it has a holder below 0, that player's number. writer is whose letter it is, as far as is
// known: their clocks wait with it, and nobody else's. A letter that the daemon does not
// hold any more is left as it is; false says so.
func Await(tx Tx, letter, daemon, player, writer int64) (held bool, err error) {
	err = tx.Rows(func(scan func(...any) error) error { held = true; return scan(&letter) }, `UPDATE inbox SET attempts = attempts - 1, holder = ?, sender = ?, remark = ? WHERE id = ? AND state = 'new' AND holder = ? AND attempts > 0 RETURNING id`,
		-player, writer, fmt.Sprintf("waits until player %d has left, who cannot yet", player), letter, daemon)
	return held, err
}

// Untouched is a condition: no letter that waits beside the queue, read from inbox, is of
// one of two players and came until a moment. Such a one may hold what they did by then.
func Untouched(inbox, one, other, until string) string {
	return `NOT EXISTS (SELECT 1 FROM ` + inbox + ` WHERE state = 'new' AND holder < 0 AND sender <> 0
		AND sender IN (` + one + `, ` + other + `) AND arrived_at <= ` + until + `)`
}

const columns = `SELECT player, what, words, subject, message_id, games, invitations, failures, CASE WHEN ` + putoff.Due + ` THEN 0 ELSE 1 END FROM departures WHERE `

// Of finds how far a player is; false: they do not leave.
func Of(tx Tx, player int64) (Departure, bool, error) {
	from, to := putoff.Between(tx)
	return find(tx, columns+`player = ?`, from, to, player)
}

// Next finds the player whose turn it is; false: nobody leaves, but for those who wait.
func Next(tx Tx) (Departure, bool, error) {
	from, to := putoff.Between(tx)
	return find(tx, columns+putoff.Due+` ORDER BY player LIMIT 1`, from, to, from, to)
}

func find(tx Tx, query string, args ...any) (d Departure, found bool, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		found = true
		return scan(&d.Player, &d.What, &d.Words, &d.Subject, &d.MessageID, &d.Games, &d.Invitations, &d.Failures, &d.Waits)
	}, query, args...)
	return d, found, err
}

// PutOff notes that a player's next piece failed, and lets it wait.
func PutOff(tx Tx, player int64) error { return putoff.Row(tx, "departures", player) }

package db

import (
	"fmt"
	"time"
)

// Leaving is the progress of one player who leaves.
//
// A player who confirms "stop" or "forget me" may have a hundred games under way. They are
// resigned a few at a time, in a transaction each, so that other players need not wait.
// Until all are resigned, the player's row is marked as leaving, and a row of the table
// leavings says what is left to do. Each piece updates that row in its own transaction,
// and the last piece deletes it, so that any daemon can go on after a crash.
type Leaving struct {
	Player int64
	What   QuitKind
	Words  string // for the opponents
	// Subject and MessageID are those of the message that the last message to the player answers.
	Subject, MessageID string
	Games, Invitations int // ended so far
	Failures           int // of pieces, since the last one that succeeded
	// Waits says that the last piece failed, and that it is too early to try again.
	Waits bool
}

// NoteLeaving stores the progress of a player who leaves, and marks the player as leaving.
func (tx *Tx) NoteLeaving(d Leaving) error {
	if err := tx.Exec(
		`INSERT INTO leavings (player, what, words, subject, message_id, games, invitations, begun_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET games = excluded.games, invitations = excluded.invitations,
		failures = 0, due_at = 0`,
		d.Player, d.What, d.Words, d.Subject, d.MessageID, d.Games, d.Invitations, Millis(tx.Now)); err != nil {
		return err
	}
	return tx.Exec(`UPDATE players SET leaving = 1 WHERE id = ?`, d.Player)
}

// EndLeaving removes the mark from a player, and puts messages that waited for the
// player back into the inbox (see Await).
func (tx *Tx) EndLeaving(player int64) error {
	if err := tx.Exec(`DELETE FROM leavings WHERE player = ?`, player); err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE inbox SET holder = 0, sender = 0, remark = '' WHERE state = 'new' AND holder = ?`,
		-player); err != nil {
		return err
	}
	return tx.Exec(`UPDATE players SET leaving = 0 WHERE id = ? AND leaving = 1`, player)
}

// Await sets a message that a daemon holds aside until a player has left, without counting
// the attempt: its holder becomes the negative number of that player. writer is the player
// who wrote it, if known; the clocks of the writer's games wait with it, and no others.
// ErrNotFound if the daemon does not hold the message any more.
func (tx *Tx) Await(message, daemon, player, writer int64) error {
	return tx.one(
		`UPDATE inbox SET attempts = attempts - 1, holder = ?, sender = ?, remark = ? WHERE id = ?
			AND state = 'new' AND holder = ? AND attempts > 0`,
		-player, writer, fmt.Sprintf("waits until player %d has left, who cannot yet", player), message, daemon)
}

// noneAside is a condition: no message that Await set aside, read from inbox, is from one
// of two players and arrived until a moment. Such a message may hold what they did by then.
func noneAside(inbox, one, other, until string) string {
	return `NOT EXISTS (SELECT 1 FROM ` + inbox + ` WHERE state = 'new' AND holder < 0 AND sender <> 0
		AND sender IN (` + one + `, ` + other + `) AND arrived_at <= ` + until + `)`
}

const leavingColumns = `SELECT player, what, words, subject, message_id, games, invitations, failures, CASE WHEN ` +
	notBackedOff + ` THEN 0 ELSE 1 END FROM leavings WHERE `

// Leaving returns the progress of a player who leaves, or ErrNotFound.
func (tx *Tx) Leaving(player int64) (Leaving, error) {
	from, to := tx.backoffBounds()
	return get(tx, scanLeaving, leavingColumns+`player = ?`, from, to, player)
}

// NextLeaving returns whose games are to be ended next, or ErrNotFound if there is none or all
// of them have to wait.
func (tx *Tx) NextLeaving() (Leaving, error) {
	from, to := tx.backoffBounds()
	return get(tx, scanLeaving, leavingColumns+notBackedOff+` ORDER BY player LIMIT 1`, from, to, from, to)
}

func scanLeaving(scan func(...any) error) (d Leaving, err error) {
	err = scan(&d.Player, &d.What, &d.Words, &d.Subject, &d.MessageID, &d.Games, &d.Invitations, &d.Failures, &d.Waits)
	return d, err
}

// PutOffLeaving notes that the next piece of a player's leaving failed, and lets it wait so that
// others have their turn.
func (tx *Tx) PutOffLeaving(player int64) error { return tx.backOff("leavings", player) }

// HeldLeavings sums up the players who want to leave and cannot.
type HeldLeavings struct {
	Players  int       // whose games could not be ended the last time
	Messages int       // messages that Await has set aside
	Oldest   time.Time // when the first of these arrived; zero if there is none
}

// HeldLeavings sums up the players who want to leave and cannot.
func (tx *Tx) HeldLeavings() (h HeldLeavings, err error) {
	var oldest int64
	err = tx.row(`SELECT (SELECT count(*) FROM leavings WHERE failures > 0), count(*), coalesce(min(arrived_at), 0)
		FROM inbox WHERE state = 'new' AND holder < 0`, nil, &h.Players, &h.Messages, &oldest)
	h.Oldest = Moment(oldest)
	return h, err
}

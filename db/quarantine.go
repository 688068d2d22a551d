package db

import (
	"time"
)

// QuarantineState is the state of what was quarantined.
type QuarantineState string

// The states.
const (
	QuarantineWaiting  QuarantineState = "waiting"
	QuarantineDone     QuarantineState = "done"
	QuarantineDropped  QuarantineState = "dropped"
	QuarantineReplaced QuarantineState = "replaced"
	QuarantineExpired  QuarantineState = "expired"
)

// Quarantine is what an unproven message wants to do, until the player whose name it bears has
// decided about it.
type Quarantine struct {
	ID, Player, Message int64
	Lines               string // with LF between them; empty when it waits no more
	State               QuarantineState
	At                  time.Time
}

const quarantineColumns = `id, player, message, lines, state, quarantined_at`

func scanQuarantine(scan func(...any) error) (Quarantine, error) {
	var h Quarantine
	var at int64
	err := scan(&h.ID, &h.Player, &h.Message, &h.Lines, &h.State, &at)
	h.At = Moment(at)
	return h, err
}

// Quarantine keeps lines of a player's message until they are confirmed. With asked, the
// player is asked about them by number; otherwise they wait beside others that were asked
// about. Of each kind the newest so many are kept, and of the second kind as many of the
// oldest too. Lines that were never asked about are deleted without a trace: messages, of
// which anybody can send a thousand, must not push out the rows of questions.
func (tx *Tx) Quarantine(player, message int64, lines string, asked bool, most int) (Quarantine, error) {
	id, err := tx.insert(
		`INSERT INTO quarantine (player, message, lines, state, quarantined_at, asked) VALUES (?, ?, ?, 'waiting', ?, ?)`,
		player, message, lines, Millis(tx.Now), map[bool]int{true: 1}[asked])
	if err != nil {
		return Quarantine{}, err
	}
	const rest = ` WHERE player = ?1 AND state = 'waiting' AND line = 0 AND asked = ?2 AND id NOT IN (
		SELECT id FROM quarantine WHERE player = ?1 AND state = 'waiting' AND line = 0 AND asked = ?2 ORDER BY id DESC LIMIT ?3)`
	const oldest = ` AND id NOT IN (SELECT id FROM quarantine WHERE player = ?1 AND state = 'waiting' AND line = 0 AND asked = ?2
		ORDER BY id LIMIT ?3)`
	if _, err := tx.exec(`DELETE FROM quarantine`+rest+oldest, player, 0, atMost(most)); err != nil {
		return Quarantine{}, err
	}
	if _, err := tx.exec(`UPDATE quarantine SET state = 'replaced', lines = ''`+rest, player, 1,
		atMost(most)); err != nil {
		return Quarantine{}, err
	}
	return get(tx, scanQuarantine, `SELECT `+quarantineColumns+` FROM quarantine WHERE id = ?`, id)
}

// WaitingQuarantines lists what waits for a player's confirmation, newest first.
func (tx *Tx) WaitingQuarantines(player int64) ([]Quarantine, error) {
	return all(tx, scanQuarantine, `SELECT `+quarantineColumns+
		` FROM quarantine WHERE player = ? AND state = 'waiting' AND line = 0 ORDER BY id DESC`, player)
}

// QuarantinesOf lists the last so many rows of a player, in any state, newest first. Asked lines
// are among them.
func (tx *Tx) QuarantinesOf(player int64, last int) ([]Quarantine, error) {
	return all(tx, scanQuarantine, `SELECT `+quarantineColumns+
		` FROM quarantine WHERE player = ? ORDER BY id DESC LIMIT ?`,
		player, atMost(last))
}

// SettleQuarantine moves waiting lines to another state, and erases them. ErrNotFound if they no
// longer wait.
func (tx *Tx) SettleQuarantine(id int64, state QuarantineState) error {
	return tx.one(`UPDATE quarantine SET state = ?, lines = '' WHERE id = ? AND state = 'waiting'`, state, id)
}

// ExpireQuarantines expires what waits since before a moment, and asked lines too.
func (tx *Tx) ExpireQuarantines(before time.Time) error {
	_, err := tx.exec(
		`UPDATE quarantine SET state = 'expired', lines = '' WHERE state = 'waiting' AND quarantined_at < ?`,
		Millis(before))
	return err
}

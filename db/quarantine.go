package db

import (
	"time"
)

// QuarantineState is the state of what was put into quarantine.
type QuarantineState string

// The states.
const (
	QuarantineWaiting  QuarantineState = "waiting"
	QuarantineDone     QuarantineState = "done"
	QuarantineDropped  QuarantineState = "dropped"
	QuarantineReplaced QuarantineState = "replaced"
	QuarantineExpired  QuarantineState = "expired"
)

// Quarantine is what a message wanted that nothing proved to be its player's.
type Quarantine struct {
	ID, Player, Message int64
	Lines               string // with LF between them; empty when it waits no more
	State               QuarantineState
	At                  time.Time
}

const quarantineColumns = `id, player, letter, lines, state, held_at`

func scanQuarantine(scan func(...any) error) (Quarantine, error) {
	var h Quarantine
	var at int64
	err := scan(&h.ID, &h.Player, &h.Message, &h.Lines, &h.State, &at)
	h.At = Moment(at)
	return h, err
}

// Quarantine keeps lines of a player's message until they are confirmed, asked about by
// their number or beside others that were. Of both kinds the newest so many are kept, and
// of those beside as many of the oldest. Others that were never asked about leave no row:
// letters of which anybody can send a thousand must not push aside those of questions.
func (tx *Tx) Quarantine(player, message int64, lines string, asked bool, most int) (Quarantine, error) {
	id, err := tx.insert(
		`INSERT INTO held (player, letter, lines, state, held_at, asked) VALUES (?, ?, ?, 'waiting', ?, ?)`,
		player, message, lines, Millis(tx.Now), map[bool]int{true: 1}[asked])
	if err != nil {
		return Quarantine{}, err
	}
	const rest = ` WHERE player = ?1 AND state = 'waiting' AND asked = ?2 AND id NOT IN (
		SELECT id FROM held WHERE player = ?1 AND state = 'waiting' AND asked = ?2 ORDER BY id DESC LIMIT ?3)`
	const oldest = ` AND id NOT IN (SELECT id FROM held WHERE player = ?1 AND state = 'waiting' AND asked = ?2
		ORDER BY id LIMIT ?3)`
	if _, err := tx.exec(`DELETE FROM held`+rest+oldest, player, 0, atMost(most)); err != nil {
		return Quarantine{}, err
	}
	if _, err := tx.exec(`UPDATE held SET state = 'replaced', lines = ''`+rest, player, 1, atMost(most)); err != nil {
		return Quarantine{}, err
	}
	return get(tx, scanQuarantine, `SELECT `+quarantineColumns+` FROM held WHERE id = ?`, id)
}

// WaitingQuarantines lists what waits for a player's word, newest first.
func (tx *Tx) WaitingQuarantines(player int64) ([]Quarantine, error) {
	return all(tx, scanQuarantine, `SELECT `+quarantineColumns+
		` FROM held WHERE player = ? AND state = 'waiting' ORDER BY id DESC`, player)
}

// QuarantinesOf lists the last of what was ever in quarantine of a player, newest first.
func (tx *Tx) QuarantinesOf(player int64, last int) ([]Quarantine, error) {
	return all(tx, scanQuarantine, `SELECT `+quarantineColumns+` FROM held WHERE player = ? ORDER BY id DESC LIMIT ?`,
		player, atMost(last))
}

// SettleQuarantine ends the wait, and erases the lines. ErrNotFound if it is over.
func (tx *Tx) SettleQuarantine(id int64, state QuarantineState) error {
	return tx.one(`UPDATE held SET state = ?, lines = '' WHERE id = ? AND state = 'waiting'`, state, id)
}

// ExpireQuarantines ends the wait of everything that is in quarantine since before a moment.
func (tx *Tx) ExpireQuarantines(before time.Time) error {
	_, err := tx.exec(`UPDATE held SET state = 'expired', lines = '' WHERE state = 'waiting' AND held_at < ?`,
		Millis(before))
	return err
}

package db

import (
	"errors"
	"time"
)

// Why clocks stand still.
const (
	Vacation = "vacation" // of a player
	Bounce   = "bounce"   // a player's mail comes back, and is not sent until it ends
	Down     = "down"     // the daemon did not run: everybody's clocks
)

// Pause is a time in which clocks stand still: those of a player's games, or,
// with Player 0, of all games.
type Pause struct {
	ID     int64
	Player int64
	Why    string
	From   time.Time
	To     time.Time // zero: until further notice
}

func scanPause(scan func(...any) error) (Pause, error) {
	var p Pause
	var from, to int64
	err := scan(&p.ID, &p.Player, &p.Why, &from, &to)
	p.From, p.To = moment(from), moment(to)
	return p, err
}

// AddPause stores a pause and returns it with its number.
func (tx *Tx) AddPause(p Pause) (Pause, error) {
	var err error
	p.ID, err = tx.insert(`INSERT INTO pauses (player, why, from_at, to_at) VALUES (?, ?, ?, ?)`,
		p.Player, p.Why, millis(p.From), millis(p.To))
	return p, err
}

// EndPause gives a pause another end.
func (tx *Tx) EndPause(id int64, to time.Time) error {
	return tx.one(`UPDATE pauses SET to_at = ? WHERE id = ?`, millis(to), id)
}

// DropPause removes a pause that has not begun.
func (tx *Tx) DropPause(id int64) error {
	return tx.one(`DELETE FROM pauses WHERE id = ?`, id)
}

// Pauses lists the pauses of all games and of these players that end after
// since, by their beginning.
func (tx *Tx) Pauses(since time.Time, players ...int64) ([]Pause, error) {
	a, b := int64(0), int64(0)
	if len(players) > 0 {
		a = players[0]
	}
	if len(players) > 1 {
		b = players[1]
	}
	return all(tx, scanPause, `SELECT id, player, why, from_at, to_at FROM pauses
		WHERE player IN (0, ?, ?) AND (to_at = 0 OR to_at > ?) ORDER BY from_at, id`, a, b, millis(since))
}

// OpenBounce returns the pause that suspends a player's address, because its
// mail comes back; or ErrNotFound when it is not suspended.
func (tx *Tx) OpenBounce(player int64) (Pause, error) {
	return get(tx, scanPause, `SELECT id, player, why, from_at, to_at FROM pauses
		WHERE player = ? AND why = 'bounce' AND to_at = 0 ORDER BY id LIMIT 1`, player)
}

// Heartbeat notes that the daemon runs now, and returns when it was last known
// to; zero the first time.
func (tx *Tx) Heartbeat() (time.Time, error) {
	// Of two that beat at once one waits, and then sees the other's: nobody finds
	// the same absence twice.
	at, err := tx.lastHeartbeat(tx.engine.locked)
	if err != nil {
		return time.Time{}, err
	}
	_, err = tx.exec(`INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`, millis(tx.Now))
	return at, err
}

// LastHeartbeat is when the daemon was last known to run; zero if it never was.
func (tx *Tx) LastHeartbeat() (time.Time, error) { return tx.lastHeartbeat("") }

func (tx *Tx) lastHeartbeat(locked string) (time.Time, error) {
	var at int64
	err := tx.row(`SELECT at FROM heartbeat WHERE id = 1`+locked, nil, &at)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return moment(at), err
}

// Latest is the latest moment at which anything is known to have happened: a
// heartbeat or a letter in or out; zero in an empty database.
func (tx *Tx) Latest() (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(max(at), 0) FROM (
		SELECT at FROM heartbeat
		UNION ALL SELECT * FROM (SELECT CASE WHEN handled_at > arrived_at THEN handled_at ELSE arrived_at END FROM inbox ORDER BY id DESC LIMIT 1) AS came
		UNION ALL SELECT * FROM (SELECT CASE WHEN sent_at > created_at THEN sent_at ELSE created_at END FROM outbox ORDER BY id DESC LIMIT 1) AS went
		) AS last`, nil, &at)
	return moment(at), err
}

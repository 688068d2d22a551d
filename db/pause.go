package db

import (
	"errors"
	"time"
)

// ClockPauseReason is why clocks stand still.
type ClockPauseReason string

// The reasons.
const (
	Vacation ClockPauseReason = "vacation" // of a player
	// Bounce: a player's mail comes back, or is not wanted. None is sent until the pause ends.
	Bounce ClockPauseReason = "bounce"
	Down   ClockPauseReason = "down" // the daemon did not run: everybody's clocks
	// Retracted is of one game, and not stored as a pause: it was resigned, until that was
	// taken back.
	Retracted ClockPauseReason = "retracted"
	// Break is of one game, too: its players agreed on it.
	Break ClockPauseReason = "break"
)

// ClockPause is a time in which clocks stand still: those of a player's games, or,
// with Player 0, of all games.
type ClockPause struct {
	ID     int64
	Player int64
	Why    ClockPauseReason
	From   time.Time
	To     time.Time // zero: until further notice
	// Wished says, of a Bounce, that no mail comes back: the player wants none sent.
	Wished bool
	// Whole says, of a Bounce, that no quota cuts it: there was none when it began.
	Whole bool
}

const pauseColumns = `id, player, why, from_at, to_at, wished, whole`

func scanPause(scan func(...any) error) (ClockPause, error) {
	var p ClockPause
	var from, to int64
	err := scan(&p.ID, &p.Player, &p.Why, &from, &to, &p.Wished, &p.Whole)
	p.From, p.To = Moment(from), Moment(to)
	return p, err
}

// AddPause stores a pause and returns it with its number.
func (tx *Tx) AddPause(p ClockPause) (ClockPause, error) {
	var err error
	p.ID, err = tx.insert(`INSERT INTO pauses (player, why, from_at, to_at, wished) VALUES (?, ?, ?, ?, ?)`,
		p.Player, p.Why, Millis(p.From), Millis(p.To), p.Wished)
	if err == nil && p.Why == Vacation {
		err = tx.totalVacations(p.Player)
	}
	return p, err
}

// EndPause gives a pause another end, but none before its beginning, which may be later if
// the clock was wrong.
func (tx *Tx) EndPause(id int64, to time.Time) error {
	return tx.changePause(`UPDATE pauses SET to_at = CASE WHEN from_at > ?1 THEN from_at ELSE ?1 END WHERE id = ?2`,
		Millis(to), id)
}

// changePause executes a statement on one pause.
func (tx *Tx) changePause(query string, args ...any) error {
	var player int64
	var why ClockPauseReason
	err := tx.row(query+` RETURNING player, why`, args, &player, &why)
	if err == nil && why == Vacation {
		err = tx.totalVacations(player)
	}
	return err
}

// EndDown ends, now, a pause of everybody's clocks that ends later, or drops it if it
// begins later. The schedule looks again at the games whose clocks were computed with
// it. It reports false if it ended before.
func (tx *Tx) EndDown(p ClockPause) (bool, error) {
	if p.Player != 0 || !p.To.After(tx.Now) {
		return false, nil
	}
	_, err := tx.exec(
		`UPDATE games SET clock_due = CASE WHEN turn_at > ?1 THEN ?1 ELSE turn_at END WHERE clock_due <> 0
			AND clock_due >= ?2 AND result = 'none'`,
		Millis(tx.Now), Millis(p.To))
	if err != nil {
		return false, err
	}
	if p.From.After(tx.Now) {
		return true, tx.DropPause(p.ID)
	}
	return true, tx.EndPause(p.ID, tx.Now)
}

// PauseByID returns the pause of that number.
func (tx *Tx) PauseByID(id int64) (ClockPause, error) {
	return get(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses WHERE id = ?`, id)
}

// ListPauses lists the pauses, those that began last first and at most limit of them
// (< 0: all): all, or those that have not ended.
func (tx *Tx) ListPauses(over bool, limit int) ([]ClockPause, error) {
	if over {
		return all(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses ORDER BY id DESC LIMIT ?`, atMost(limit))
	}
	return all(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses
		WHERE id IN (SELECT id FROM pauses WHERE to_at = 0 UNION ALL SELECT id FROM pauses WHERE to_at > ?)
		ORDER BY id DESC LIMIT ?`, Millis(tx.Now), atMost(limit))
}

// EndAhead ends the pauses of all clocks that end later than now, and returns their
// number. They were made while the clock was ahead, since such a pause ends when it is
// made.
func (tx *Tx) EndAhead() (n int, err error) {
	pauses, err := tx.Pauses(tx.Now)
	for _, p := range pauses {
		if err == nil && p.To.After(tx.Now) {
			n++
			_, err = tx.EndDown(p)
		}
	}
	return n, err
}

// DropPause removes a pause that has not begun.
func (tx *Tx) DropPause(id int64) error {
	return tx.changePause(`DELETE FROM pauses WHERE id = ?`, id)
}

// Pauses lists the pauses of all games and of these players that end after
// since, by their beginning.
func (tx *Tx) Pauses(since time.Time, players ...int64) ([]ClockPause, error) {
	two := append(players[:len(players):len(players)], 0, 0)
	return all(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses
		WHERE player IN (0, ?, ?) AND (to_at = 0 OR to_at > ?) ORDER BY from_at, id`, two[0], two[1], Millis(since))
}

// PausesAmong lists the pauses of all games, of a player and of those with whom the
// player has games under way, that end after since, by their beginning.
func (tx *Tx) PausesAmong(player int64, since time.Time) ([]ClockPause, error) {
	return all(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses
		WHERE player IN (SELECT 0 UNION ALL SELECT CAST(?1 AS BIGINT) UNION ALL
			SELECT white FROM games WHERE black = ?1 AND result = 'none' UNION ALL SELECT black FROM games
			WHERE white = ?1 AND result = 'none')
		AND (to_at = 0 OR to_at > ?2) ORDER BY from_at, id`, player, Millis(since))
}

// PausesOf lists all pauses of a player, by their beginning.
func (tx *Tx) PausesOf(player int64) ([]ClockPause, error) {
	return all(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses WHERE player = ? ORDER BY from_at, id`, player)
}

// OpenBounce returns the pause in which nothing is sent to a player, because mail
// comes back or at the player's wish; or ErrNotFound when there is none.
func (tx *Tx) OpenBounce(player int64) (ClockPause, error) {
	// + 0: else SQLite looks through all pauses that last, as of everybody who has paused.
	return get(tx, scanPause, `SELECT `+pauseColumns+` FROM pauses
		WHERE player = ? AND why = 'bounce' AND to_at + 0 = 0 ORDER BY id LIMIT 1`, player)
}

// Heartbeat notes that a daemon runs now, and returns when one was last known to run; zero
// the first time.
func (tx *Tx) Heartbeat() (time.Time, error) {
	// Of two that beat at once one waits, and then sees the other's: nobody finds
	// the same absence twice.
	at, err := tx.lastHeartbeat(tx.engine.lock)
	if err != nil {
		return time.Time{}, err
	}
	_, err = tx.exec(`INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
		Millis(tx.Now))
	return at, err
}

// LastHeartbeat is when the daemon was last known to run; zero if it never was.
func (tx *Tx) LastHeartbeat() (time.Time, error) {
	return tx.lastHeartbeat("")
}

func (tx *Tx) lastHeartbeat(locked string) (time.Time, error) {
	var at int64
	err := tx.row(`SELECT at FROM heartbeat WHERE id = 1`+locked, nil, &at)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return Moment(at), err
}

// Latest is the latest moment at which anything is known to have happened: a
// heartbeat or a message in or out; zero in an empty database.
func (tx *Tx) Latest() (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(max(at), 0) FROM (
		SELECT at FROM heartbeat
		UNION ALL SELECT * FROM (SELECT CASE WHEN handled_at > arrived_at THEN handled_at ELSE arrived_at END
		FROM inbox ORDER BY id DESC LIMIT 1) AS came
		UNION ALL SELECT * FROM (SELECT CASE WHEN sent_at > created_at THEN sent_at ELSE created_at END
		FROM outbox ORDER BY id DESC LIMIT 1) AS went
		) AS last`, nil, &at)
	return Moment(at), err
}

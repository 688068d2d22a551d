package tournaments

import (
	"errors"
	"time"

	"turnpost/db"
)

// LadderRung is the place of a player on the ladder of a game.
type LadderRung struct {
	Rules    string
	Player   int64
	Position int64
	JoinedAt time.Time
	RestAt   time.Time // from when the time is counted until they slide; zero: a game is under way
	SlideAt  time.Time // when they slide; zero: not while one is
	Late     int       // ladderGames of the ladder lost on time, one after the other
	// What the player's last digest told: their place (0: none), and when they would slide
	// if it said so.
	ToldPlace int
	ToldSlide time.Time
}

// LadderSize is the number of players on the ladder of a game.
type LadderSize struct {
	Rules   string
	Players int
}

func rungs(tx *db.Tx, where string, args ...any) (out []LadderRung, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var r LadderRung
		var at [4]int64
		err := scan(&r.Rules, &r.Player, &r.Position, &at[0], &at[1], &at[2], &r.Late, &r.ToldPlace, &at[3])
		r.JoinedAt, r.RestAt, r.SlideAt, r.ToldSlide = db.Moment(at[0]), db.Moment(at[1]), db.Moment(at[2]),
			db.Moment(at[3])
		out = append(out, r)
		return err
	}, `SELECT rules, player, position, joined_at, rest_at, slide_at, late, told_place, told_slide FROM rungs `+where,
		args...)
	return out, err
}

func oneRung(tx *db.Tx, where string, args ...any) (LadderRung, error) {
	found, err := rungs(tx, where, args...)
	return firstRung(found, err)
}

// GetRung returns the place of a player. db.ErrNotFound if they are not on that ladder.
func GetRung(tx *db.Tx, rules string, player int64) (LadderRung, error) {
	return oneRung(tx, `WHERE rules = ? AND player = ?`, rules, player)
}

// RungsOf lists the places of a player on all ladders.
func RungsOf(tx *db.Tx, player int64) ([]LadderRung, error) {
	return rungs(tx, `WHERE player = ? ORDER BY rules`, player)
}

// JoinLadder puts a player on the last place; slide is when they slide next. db.ErrExists
// if they are on the ladder.
func JoinLadder(tx *db.Tx, rules string, player int64, slide time.Time) error {
	err := tx.Exec(`INSERT INTO rungs (rules, player, position, joined_at, rest_at, slide_at)
		VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM rungs WHERE rules = ?1), ?3, ?3, ?4)`,
		rules, player, db.Millis(tx.Now), db.Millis(slide))
	return errors.Join(err, tx.TotalLadder(rules))
}

// LeaveLadder takes a player off a ladder.
func LeaveLadder(tx *db.Tx, rules string, player int64) error {
	err := tx.Exec(`DELETE FROM rungs WHERE rules = ? AND player = ?`, rules, player)
	return errors.Join(err, tx.TotalLadder(rules))
}

// RungTold stores what a player's digest has told about a place.
func RungTold(tx *db.Tx, rules string, player int64, place int, slide time.Time) error {
	return tx.Exec(`UPDATE rungs SET told_place = ?, told_slide = ? WHERE rules = ? AND player = ?`, place,
		db.Millis(slide), rules, player)
}

// SaveRung stores what can change in a rung, except its position and what was told.
func SaveRung(tx *db.Tx, r LadderRung) error {
	return tx.Exec(`UPDATE rungs SET rest_at = ?, slide_at = ?, late = ? WHERE rules = ? AND player = ?`,
		db.Millis(r.RestAt), db.Millis(r.SlideAt), r.Late, r.Rules, r.Player)
}

// MoveRung moves a player to a position. The players between, and the one on it, move one
// place towards the old position.
func MoveRung(tx *db.Tx, r LadderRung, to int64) error {
	between := `UPDATE rungs SET position = position + 1 WHERE rules = ? AND position >= ? AND position < ?`
	args := []any{r.Rules, to, r.Position}
	if to > r.Position {
		between, args = `UPDATE rungs SET position = position - 1 WHERE rules = ? AND position <= ? AND position > ?`,
			[]any{r.Rules, to, r.Position}
	}
	if err := tx.Exec(between, args...); err != nil {
		return err
	}
	err := tx.Exec(`UPDATE rungs SET position = ? WHERE rules = ? AND player = ?`, to, r.Rules, r.Player)
	return errors.Join(err, tx.TotalLadder(r.Rules))
}

// CountRungs returns how many players are on a ladder.
func CountRungs(tx *db.Tx, rules string) (int, error) {
	return ladderNumber(tx, `SELECT count(*) FROM rungs WHERE rules = ?`, rules)
}

// RungPlace returns the place of a rung, from 1.
func RungPlace(tx *db.Tx, r LadderRung) (int, error) {
	return ladderNumber(tx, `SELECT count(*) FROM rungs WHERE rules = ? AND position <= ?`, r.Rules, r.Position)
}

// RungPlaces lists the players on the places from first to last, in order.
func RungPlaces(tx *db.Tx, rules string, first, last int) ([]LadderRung, error) {
	return rungs(tx, `WHERE rules = ? ORDER BY position LIMIT ? OFFSET ?`, rules, max(0, last-first+1), first-1)
}

// Ladders lists the ladders that have players.
func Ladders(tx *db.Tx) (out []LadderSize, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var t LadderSize
		err := scan(&t.Rules, &t.Players)
		out = append(out, t)
		return err
	}, `SELECT rules, count(*) FROM rungs GROUP BY rules ORDER BY rules`)
	return out, err
}

// NextSlide returns the player who slides next, or db.ErrNotFound. A player waits while a
// message is unread that arrived by then, or within gap after it, and may be theirs: it
// may begin a game (see [db.Tx.Unread]).
func NextSlide(tx *db.Tx, gap time.Duration) (LadderRung, error) {
	return oneRung(tx, `WHERE slide_at <> 0 AND slide_at <= ? AND NOT EXISTS (SELECT 1 FROM inbox
			WHERE state = 'new' AND arrived_at <= rungs.slide_at + ? AND (holder >= 0 OR sender = rungs.player))
		ORDER BY slide_at, rules, player LIMIT 1`, db.Millis(tx.Now), gap.Milliseconds())
}

func ladderNumber(tx *db.Tx, query string, args ...any) (n int, err error) {
	_, err = tx.Found(query, args, &n)
	return n, err
}

// firstRung is the first of the rows found, or db.ErrNotFound.
func firstRung[T any](found []T, err error) (one T, _ error) {
	if err == nil && len(found) == 0 {
		err = db.ErrNotFound
	}
	if err != nil {
		return one, err
	}
	return found[0], nil
}

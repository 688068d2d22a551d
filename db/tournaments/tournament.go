// Package tournaments stores tournaments and ladders: which there are, who takes part, how
// they are divided, and which games belong to them. What a table of standings says, and when
// something begins or ends, is decided elsewhere. The result of a game is in its own row.
//
// The order of a ladder is by position; numbers are missing where somebody has left. A place
// is counted: the number of players who stand as high or higher.
package tournaments

import (
	"database/sql"
	"errors"
	"math"
	"time"

	"turnpost/db"
)

// State is the state of a tournament.
type State string

// The states, in their order.
const (
	Open     State = "open"     // one can join
	Starting State = "starting" // the divisions are made, and begin one by one
	Running  State = "running"
	Over     State = "over"
)

// Tournament is a tournament, or one season of a series.
type Tournament struct {
	ID       int64
	Name     string // as players write it: turro-2
	Rules    string
	Pace     string
	Standing bool  // another season follows
	Season   int   // from 1
	Previous int64 // the season before; 0: none
	Days     int   // that it lasts, or a round of a cup
	Cup      bool  // knock-out
	Host     int64 // the player who made a cup for players whom they named; 0: none
	State    State
	MadeAt   time.Time
	StartsAt time.Time // from when on it begins by itself; zero: when the operator says so
	BegunAt  time.Time
	EndsAt   time.Time // the event date, once it runs; of a cup, that of the round
	EndedAt  time.Time
}

const columns = `SELECT id, name, rules, pace, standing, season, previous, days, cup, coalesce(host, 0), state,
	made_at, starts_at, begun_at, ends_at, ended_at FROM tournaments `

func list(tx *db.Tx, where string, args ...any) (out []Tournament, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var t Tournament
		var at [5]int64
		err := scan(&t.ID, &t.Name, &t.Rules, &t.Pace, &t.Standing, &t.Season, &t.Previous, &t.Days, &t.Cup, &t.Host,
			&t.State, &at[0], &at[1], &at[2], &at[3], &at[4])
		for i, into := range []*time.Time{&t.MadeAt, &t.StartsAt, &t.BegunAt, &t.EndsAt, &t.EndedAt} {
			*into = db.Moment(at[i])
		}
		out = append(out, t)
		return err
	}, columns+where, args...)
	return out, err
}

func one(tx *db.Tx, where string, args ...any) (Tournament, error) {
	found, err := list(tx, where, args...)
	return first(found, err)
}

// Add stores a tournament that is open from now on, and returns it with its number.
// db.ErrExists if there is one of that name.
func Add(tx *db.Tx, t Tournament) (Tournament, error) {
	t.State, t.MadeAt = Open, tx.Now
	if err := number(tx, &t.ID, `SELECT coalesce(max(id), 0) + 1 FROM tournaments`); err != nil {
		return t, err
	}
	return t, tx.Exec(
		`INSERT INTO tournaments (id, name, rules, pace, standing, season, previous, days, cup, host, made_at,
			starts_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.ID, t.Name, t.Rules, t.Pace, t.Standing, t.Season, t.Previous, t.Days, t.Cup,
		sql.NullInt64{Int64: t.Host, Valid: t.Host != 0}, db.Millis(t.MadeAt), db.Millis(t.StartsAt))
}

// Save stores what can change in a tournament: its state and its moments.
func Save(tx *db.Tx, t Tournament) error {
	return tx.Exec(
		`UPDATE tournaments SET state = ?, starts_at = ?, begun_at = ?, ends_at = ?, ended_at = ?, due_at = 0
			WHERE id = ?`,
		t.State, db.Millis(t.StartsAt), db.Millis(t.BegunAt), db.Millis(t.EndsAt), db.Millis(t.EndedAt), t.ID)
}

// PutOff lets a tournament wait whose next step failed.
func PutOff(tx *db.Tx, id int64, until time.Time) error {
	return tx.Exec(`UPDATE tournaments SET due_at = ? WHERE id = ?`, db.Millis(until), id)
}

// Get returns the tournament with a number, or db.ErrNotFound.
func Get(tx *db.Tx, id int64) (Tournament, error) { return one(tx, `WHERE id = ?`, id) }

// Named returns the tournament with a name, or db.ErrNotFound.
func Named(tx *db.Tx, name string) (Tournament, error) { return one(tx, `WHERE name = ?`, name) }

// Unfinished lists the tournaments that are not over, by number.
func Unfinished(tx *db.Tx) ([]Tournament, error) {
	return list(tx, `WHERE state <> 'over' ORDER BY id`)
}

// Finished lists at most most tournaments that are over, the last one first.
func Finished(tx *db.Tx, most int) ([]Tournament, error) {
	return list(tx, `WHERE state = 'over' ORDER BY ended_at DESC, id DESC LIMIT ?`, most)
}

// Listed are those that are not over, by number, and then those that are, the last first:
// the first of all these, at most so many; < 0: all.
func Listed(tx *db.Tx, most int) ([]Tournament, error) {
	if most < 0 {
		most = math.MaxInt32
	}
	unfinished, err := list(tx, `WHERE state <> 'over' ORDER BY id LIMIT ?`, most)
	if err != nil || len(unfinished) == most {
		return unfinished, err
	}
	over, err := Finished(tx, most-len(unfinished))
	return append(unfinished, over...), err
}

// All lists all tournaments by number.
func All(tx *db.Tx) ([]Tournament, error) { return list(tx, `ORDER BY id`) }

// Begun lists the tournaments all of whose divisions have begun, be they over or not, by
// number.
func Begun(tx *db.Tx) ([]Tournament, error) {
	return list(tx, `WHERE state IN ('running', 'over') AND begun_at <> 0 ORDER BY id`)
}

// Latest is the last standing season of some rules, in whatever state.
func Latest(tx *db.Tx, rules string) (Tournament, error) {
	return one(tx, `WHERE rules = ? AND standing = 1 ORDER BY season DESC LIMIT 1`, rules)
}

// Of lists the tournaments that are not over in which a player takes part, or which they
// have joined, and are not out of.
func Of(tx *db.Tx, player int64) ([]Tournament, error) {
	return list(tx,
		`WHERE state <> 'over' AND id IN (SELECT tournament FROM entrants WHERE player = ? AND out_at = 0)
			ORDER BY id`, player)
}

// LastHostedBy returns the last cup that a player has made, or db.ErrNotFound.
func LastHostedBy(tx *db.Tx, player int64) (Tournament, error) {
	return one(tx, `WHERE host = ? ORDER BY id DESC LIMIT 1`, player)
}

// Next returns the tournament for which something is to be done now: one that begins, as
// soon as so many have joined (inCup: a cup), one whose divisions begin, and one whose event
// date has come or whose divisions have all ended. The cup of a player begins or is closed on its day,
// however many have joined. db.ErrNotFound if there is none.
func Next(tx *db.Tx, fewest, inCup int) (Tournament, error) {
	return one(tx, `WHERE state <> 'over' AND due_at <= ?1 AND (state = 'starting'
		OR state = 'open' AND starts_at <> 0 AND starts_at <= ?1 AND (host IS NOT NULL
		OR (SELECT count(*) FROM entrants WHERE tournament = tournaments.id) >= CASE cup WHEN 1 THEN CAST(?3 AS BIGINT)
			ELSE CAST(?2 AS BIGINT) END)
		OR state = 'running' AND (ends_at <= ?1 OR NOT EXISTS (SELECT 1 FROM divisions
		WHERE tournament = tournaments.id AND ended_at = 0)))
		ORDER BY id LIMIT 1`, db.Millis(tx.Now), fewest, inCup)
}

func number(tx *db.Tx, into any, query string, args ...any) error {
	found, err := tx.Found(query, args, into)
	if err == nil && !found {
		err = errors.New("tournaments: a statement gives no row")
	}
	return err
}

// first is the first of the rows found, or db.ErrNotFound.
func first[T any](found []T, err error) (one T, _ error) {
	if err == nil && len(found) == 0 {
		err = db.ErrNotFound
	}
	if err != nil {
		return one, err
	}
	return found[0], nil
}

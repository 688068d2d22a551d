package tournaments

import (
	"errors"
	"time"

	"turnpost/db"
)

// Division is a division of a tournament.
type Division struct {
	Tournament       int64
	Number           int // from 1, the highest
	BegunAt, EndedAt time.Time
	Top              string // who stood first when its players were last told
}

// AdjudicationGround is how an unfinished game was adjudicated on the event date.
type AdjudicationGround string

// How a game is adjudicated; empty: it was not.
const (
	ByProof  AdjudicationGround = "exact"   // by the value of a solved game, or because a search saw its end
	ByEngine AdjudicationGround = "clear"   // the engine expects a win
	AsDraw   AdjudicationGround = "unclear" // neither of these
)

// Game is a game of a tournament.
type Game struct {
	ID           int64
	Tournament   int64
	Division     int
	Round        int
	Black, White int64
	Result       db.Result
	Reason       string
	Judged       AdjudicationGround
}

// Divisions lists the divisions of a tournament, the highest first.
func Divisions(tx *db.Tx, tournament int64) (out []Division, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var d Division
		var begun, ended int64
		err := scan(&d.Tournament, &d.Number, &begun, &ended, &d.Top)
		d.BegunAt, d.EndedAt = db.Moment(begun), db.Moment(ended)
		out = append(out, d)
		return err
	}, `SELECT tournament, number, begun_at, ended_at, top FROM divisions WHERE tournament = ? ORDER BY number`,
		tournament)
	return out, err
}

// AddDivision stores a division that has not begun.
func AddDivision(tx *db.Tx, tournament int64, n int) error {
	return tx.Exec(`INSERT INTO divisions (tournament, number) VALUES (?, ?)`, tournament, n)
}

// SaveDivision stores what can change in a division.
func SaveDivision(tx *db.Tx, d Division) error {
	return tx.Exec(`UPDATE divisions SET begun_at = ?, ended_at = ?, top = ? WHERE tournament = ? AND number = ?`,
		db.Millis(d.BegunAt), db.Millis(d.EndedAt), d.Top, d.Tournament, d.Number)
}

// AddGame notes that a game belongs to a division.
func AddGame(tx *db.Tx, game, tournament int64, division, round int) error {
	return tx.Exec(`INSERT INTO pairings (game, tournament, division, round) VALUES (?, ?, ?, ?)`, game, tournament,
		division, round)
}

// StoreAdjudication notes how a game is adjudicated.
func StoreAdjudication(tx *db.Tx, game int64, how AdjudicationGround) error {
	return tx.Exec(`UPDATE pairings SET judged = ? WHERE game = ?`, how, game)
}

// Games lists the games of a division by number.
func Games(tx *db.Tx, tournament int64, division int) ([]Game, error) {
	return games(tx, `WHERE p.tournament = ? AND p.division = ? ORDER BY p.game`, tournament, division)
}

// IsCounted reports whether a game belongs to a tournament or counts for a ladder.
func IsCounted(tx *db.Tx, game int64) (bool, error) {
	_, counts, err := OfGame(tx, game)
	if err != nil || counts {
		return counts, err
	}
	_, err = LadderGameOf(tx, game)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// OfGame returns the game of a tournament with that number; false if it belongs to none.
func OfGame(tx *db.Tx, game int64) (Game, bool, error) {
	found, err := games(tx, `WHERE p.game = ?`, game)
	if err != nil || len(found) == 0 {
		return Game{}, false, err
	}
	return found[0], true, nil
}

func games(tx *db.Tx, where string, args ...any) (out []Game, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var g Game
		err := scan(&g.ID, &g.Tournament, &g.Division, &g.Round, &g.Black, &g.White, &g.Result, &g.Reason, &g.Judged)
		out = append(out, g)
		return err
	}, `SELECT p.game, p.tournament, p.division, p.round, g.black, g.white, g.result, g.reason, p.judged
		FROM pairings AS p JOIN games AS g ON g.id = p.game `+where, args...)
	return out, err
}

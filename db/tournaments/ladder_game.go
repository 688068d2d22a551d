package tournaments

import (
	"time"

	"turnpost/db"
)

// LadderGame is a game of a ladder.
type LadderGame struct {
	ID                     int64
	Rules                  string
	Challenger, Challenged int64
	EndedAt                time.Time // since when it moves nobody any more; zero: it counts
}

func ladderGames(tx *db.Tx, which string, args ...any) (out []LadderGame, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var g LadderGame
		var ended int64
		err := scan(&g.ID, &g.Rules, &g.Challenger, &g.Challenged, &ended)
		g.EndedAt = db.Moment(ended)
		out = append(out, g)
		return err
	}, which, args...)
	return out, err
}

const ladderGameColumns = `SELECT game, rules, challenger, challenged, ended_at FROM ladder_games `

// AddLadderGame notes that a game belongs to a ladder.
func AddLadderGame(tx *db.Tx, g LadderGame) error {
	return tx.Exec(`INSERT INTO ladder_games (game, rules, challenger, challenged) VALUES (?, ?, ?, ?)`, g.ID,
		g.Rules, g.Challenger, g.Challenged)
}

// EndLadderGame notes that a game no longer moves anybody.
func EndLadderGame(tx *db.Tx, game int64) error {
	return tx.Exec(`UPDATE ladder_games SET ended_at = ? WHERE game = ?`, db.Millis(tx.Now), game)
}

// LadderGameOf returns the game of a ladder with that number. db.ErrNotFound if it belongs
// to none.
func LadderGameOf(tx *db.Tx, game int64) (LadderGame, error) {
	found, err := ladderGames(tx, ladderGameColumns+`WHERE game = ?`, game)
	return firstRung(found, err)
}

// RunningLadderGames lists the games of a ladder that a player has under way in it.
func RunningLadderGames(tx *db.Tx, rules string, player int64) ([]LadderGame, error) {
	return ladderGames(tx, ladderGameColumns+`WHERE challenger = ?1 AND rules = ?2 AND ended_at = 0
		UNION ALL `+ladderGameColumns+`WHERE challenged = ?1 AND rules = ?2 AND ended_at = 0
			ORDER BY game`, player, rules)
}

// LadderStanding is the place of a player, how many games of the ladder they have under
// way, and when the last one ended; zero if none has.
type LadderStanding struct {
	LadderRung
	Running int
	LastEnd time.Time
	Away    bool // gets no messages now, is on vacation, leaves the server or is a program
}

// LadderStandings lists the players on the places from first to last, in order.
func LadderStandings(tx *db.Tx, rules string, first, last int) (out []LadderStanding, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var s LadderStanding
		var at [5]int64
		err := scan(&s.Rules, &s.Player, &s.Position, &at[0], &at[1], &at[2], &s.Late, &s.Running, &at[3], &at[4],
			&s.Away)
		s.JoinedAt, s.RestAt, s.SlideAt = db.Moment(at[0]), db.Moment(at[1]), db.Moment(at[2])
		s.LastEnd = db.Moment(max(at[3], at[4]))
		out = append(out, s)
		return err
	}, `SELECT rules, player, position, joined_at, rest_at, slide_at, late,
		(SELECT count(*) FROM ladder_games WHERE challenger = r.player AND rules = r.rules AND ended_at = 0)
			+ (SELECT count(*) FROM ladder_games WHERE challenged = r.player AND rules = r.rules AND ended_at = 0),
		(SELECT coalesce(max(ended_at), 0) FROM ladder_games WHERE challenger = r.player AND rules = r.rules),
		(SELECT coalesce(max(ended_at), 0) FROM ladder_games WHERE challenged = r.player AND rules = r.rules),
		EXISTS (SELECT 1 FROM players WHERE id = r.player AND (stopped_at <> 0 OR address = '' OR leaving = 1
		OR program = 1))
			OR EXISTS (SELECT 1 FROM pauses WHERE player = r.player
				AND (why = 'bounce' AND to_at + 0 = 0 OR why = 'vacation' AND from_at <= ? AND (to_at + 0 = 0
				OR to_at > ?)))
		FROM (SELECT * FROM rungs WHERE rules = ? ORDER BY position LIMIT ? OFFSET ?) AS r ORDER BY position`, db.Millis(tx.Now), db.Millis(tx.Now), rules, max(0, last-first+1), first-1)
	return out, err
}

// LadderSince lists the players who have a game of a ladder with a player under way, even
// if it no longer counts, or one that ended since a moment.
func LadderSince(tx *db.Tx, rules string, player int64, since time.Time) (met map[int64]bool, err error) {
	const recent = ` AND l.rules = ?2 AND (l.ended_at = 0 OR l.ended_at > ?3 OR g.result = 'none' OR g.ended_at > ?3)`
	met = map[int64]bool{}
	err = tx.Rows(func(scan func(...any) error) error {
		var other int64
		err := scan(&other)
		met[other] = true
		return err
	}, `SELECT l.challenged FROM ladder_games AS l JOIN games AS g ON g.id = l.game WHERE l.challenger = ?1`+recent+`
		UNION SELECT l.challenger FROM ladder_games AS l JOIN games AS g ON g.id = l.game WHERE l.challenged = ?1`+recent, player, rules, db.Millis(since))
	return met, err
}

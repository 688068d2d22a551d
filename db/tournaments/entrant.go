package tournaments

import (
	"slices"
	"strings"
	"time"

	"turnpost/db"
)

// Entrant is a player who has joined a tournament or takes part in it.
type Entrant struct {
	Tournament, Player int64
	JoinedAt           time.Time
	Rating             float64   // when the season began
	Division           int       // from 1, the highest; 0: it has not begun
	Number             int       // in the pairings of the division
	WarnedAt           time.Time // when they were, of a loss on time; zero: they were not
	OutAt              time.Time // when they withdrew or had to; zero: they have not
	Cancelled          bool      // then all of their games were cancelled
	Last               bool      // they are not in the next season
	AskedAt            time.Time // when they were asked whether they leave, and have not answered
	Public             bool      // everybody may see their games in it, see db.PublicGameOf
	Lost               int       // the round of a cup in which they were knocked out; 0: they were not
}

// Out reports whether the player no longer takes part.
func (e Entrant) Out() bool { return !e.OutAt.IsZero() }

func entrants(tx *db.Tx, where string, args ...any) (out []Entrant, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var e Entrant
		var joined, warned, left, asked int64
		err := scan(&e.Tournament, &e.Player, &joined, &e.Rating, &e.Division, &e.Number, &warned, &left,
			&e.Cancelled, &e.Last, &asked, &e.Public, &e.Lost)
		e.JoinedAt, e.WarnedAt, e.OutAt, e.AskedAt = db.Moment(joined), db.Moment(warned), db.Moment(left),
			db.Moment(asked)
		out = append(out, e)
		return err
	}, `SELECT tournament, player, joined_at, rating, division, number, warned_at, out_at, cancelled,
		last, asked_at, public, lost FROM entrants `+where, args...)
	return out, err
}

// Join adds a player to a tournament, whose games of theirs everybody may see from then on.
// db.ErrExists if they are in it.
func Join(tx *db.Tx, tournament, player int64) error {
	return tx.Exec(`INSERT INTO entrants (tournament, player, joined_at, public) VALUES (?, ?, ?, 1)`, tournament,
		player,
		db.Millis(tx.Now))
}

// ShowsGames reports whether everybody may see a player's games in some tournament because they joined it.
func ShowsGames(tx *db.Tx, player int64) (bool, error) {
	return tx.Found(`SELECT player FROM entrants WHERE player = ? AND public = 1 LIMIT 1`, []any{player}, new(int64))
}

// Show lets everybody see a player's games in a tournament, and Hide no longer those in any.
func Show(tx *db.Tx, tournament, player int64) error {
	return tx.Exec(`UPDATE entrants SET public = 1 WHERE tournament = ? AND player = ?`, tournament, player)
}
func Hide(tx *db.Tx, player int64) error {
	return tx.Exec(`UPDATE entrants SET public = 0 WHERE player = ?`, player)
}

// Leave removes a player who has joined a tournament that has not begun.
func Leave(tx *db.Tx, tournament, player int64) error {
	return tx.Exec(`DELETE FROM entrants WHERE tournament = ? AND player = ? AND division = 0`, tournament, player)
}

// Place gives a player who has joined a tournament a place in a division.
func Place(tx *db.Tx, e Entrant) error {
	return tx.Exec(
		`UPDATE entrants SET rating = ?, division = ?, number = ? WHERE tournament = ? AND player = ?
			AND division = 0`,
		e.Rating, e.Division, e.Number, e.Tournament, e.Player)
}

// SaveEntrant stores what can change in a player's place.
func SaveEntrant(tx *db.Tx, e Entrant) error {
	return tx.Exec(
		`UPDATE entrants SET warned_at = ?, out_at = ?, cancelled = ?, last = ?, asked_at = ?, lost = ?
			WHERE tournament = ? AND player = ? AND division = ?`,
		db.Millis(e.WarnedAt), db.Millis(e.OutAt), e.Cancelled, e.Last, db.Millis(e.AskedAt), e.Lost,
		e.Tournament, e.Player, e.Division)
}

// Entrants lists all of a tournament in the order in which they joined, and InDivision
// those of a division by their numbers.
func Entrants(tx *db.Tx, tournament int64) ([]Entrant, error) {
	return entrants(tx, `WHERE tournament = ? ORDER BY joined_at, player`, tournament)
}
func InDivision(tx *db.Tx, tournament int64, division int) ([]Entrant, error) {
	return entrants(tx, `WHERE tournament = ? AND division = ? ORDER BY number`, tournament, division)
}

// PlacesOf lists a player's places in a tournament, the highest first. There are two if
// two players with a place in different divisions were merged.
func PlacesOf(tx *db.Tx, tournament, player int64) ([]Entrant, error) {
	return entrants(tx, `WHERE tournament = ? AND player = ? ORDER BY division`, tournament, player)
}

// Met returns a cup in which both players have a place, or db.ErrNotFound: it would have two places for one
// player if they were merged.
func Met(tx *db.Tx, a, b int64) (Tournament, error) {
	return one(tx, `WHERE cup = 1 AND id IN (SELECT e.tournament FROM entrants AS e JOIN entrants AS f
		ON f.tournament = e.tournament AND f.player = ?2 AND f.division = 1
		WHERE e.player = ?1 AND e.division = 1) ORDER BY id LIMIT 1`, a, b)
}

// Count returns how many players have joined a tournament or take part in it.
func Count(tx *db.Tx, tournament int64) (n int, err error) {
	err = number(tx, &n, `SELECT count(DISTINCT player) FROM entrants WHERE tournament = ?`, tournament)
	return n, err
}

// Counts returns the same for several tournaments, by their numbers, without those that
// nobody has joined.
func Counts(tx *db.Tx, of []Tournament) (map[int64]int, error) {
	counts := map[int64]int{}
	for some := range slices.Chunk(of, 500) { // a statement has room for some thousands of parameters
		ids := make([]any, len(some))
		for i, t := range some {
			ids[i] = t.ID
		}
		err := tx.Rows(func(scan func(...any) error) error {
			var id int64
			var n int
			err := scan(&id, &n)
			counts[id] = n
			return err
		}, `SELECT tournament, count(DISTINCT player) FROM entrants WHERE tournament IN (?`+
			strings.Repeat(", ?", len(ids)-1)+`) GROUP BY tournament`, ids...)
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// CarryOver lets the players of a tournament join another, except those who are out of it,
// who said that it was their last, or whose games in it are not public. Of a player with two
// places both count.
func CarryOver(tx *db.Tx, from, to int64) error {
	return tx.Exec(
		`INSERT INTO entrants (tournament, player, joined_at, public) SELECT CAST(?2 AS BIGINT), player,
			CAST(?3 AS BIGINT), min(public) FROM entrants WHERE tournament = ?1 AND out_at = 0 AND last = 0
			AND (public = 1 OR EXISTS (SELECT 1 FROM players AS p WHERE p.id = entrants.player AND p.public = 1))
		AND NOT EXISTS (SELECT 1 FROM entrants AS o WHERE o.tournament = ?1 AND o.player = entrants.player
		AND (o.out_at <> 0 OR o.last = 1))
		GROUP BY player ON CONFLICT DO NOTHING`, from, to, db.Millis(tx.Now))
}

// BeforeMerge prepares the places of two players who become one (see [db.Tx.Merge], which
// moves the rows of from to into). Of two places in one division, the one with games stays.
// In two divisions, both stay. Winners of divisions are listed by the number of into.
func BeforeMerge(tx *db.Tx, from, into int64) error {
	if err := tx.Exec(`DELETE FROM entrants WHERE player = ?2 AND cancelled = 1 AND EXISTS (SELECT 1 FROM entrants AS f
		WHERE f.player = ?1 AND f.tournament = entrants.tournament AND f.division = entrants.division
		AND f.out_at = 0)`, from, into); err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM cup_guests WHERE player IN (?1, ?2) AND answered_at = 0
		AND EXISTS (SELECT 1 FROM entrants AS e WHERE e.player IN (?1, ?2) AND e.tournament = cup_guests.tournament)`, from, into); err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM cup_guests WHERE player = ?2 AND answered_at = 0
		AND EXISTS (SELECT 1 FROM cup_guests AS f WHERE f.player = ?1 AND f.tournament = cup_guests.tournament AND f.answered_at > 0)`, from, into); err != nil {
		return err
	}
	return tx.Exec(`UPDATE divisions SET top = trim(replace(' ' || top || ' ',
		' ' || CAST(CAST(?1 AS BIGINT) AS TEXT) || ' ', ' ' || CAST(CAST(?2 AS BIGINT) AS TEXT) || ' '))
		WHERE tournament IN (SELECT tournament FROM entrants WHERE player = ?1)`, from, into)
}

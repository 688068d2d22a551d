package db

import "errors"

// Totals are written with the rows that they are of. Package consistency compares both, with these
// expressions.

const (
	// VacationTotal is of the vacations of a player, among rows of pauses.
	VacationTotal = `CAST(count(*) AS TEXT) || ' ' || CAST(coalesce(sum(from_at), 0) AS TEXT) || ' ' ||
		CAST(coalesce(sum(to_at), 0) AS TEXT)`
	// LadderTotal is of the places on a ladder, among rungs.
	LadderTotal = `CAST(coalesce(sum(position * player), 0) AS TEXT) || ' ' ||
		CAST(coalesce(sum(position * player * position), 0) AS TEXT)`
	// OfferTotal is of the offer that stands in a game, which is named g.
	OfferTotal = `g.offer || g.offer_of || CASE g.offer_by WHEN g.black THEN ' black ' ELSE ' white ' END || CAST(g.undone AS TEXT)`
)

// addTotal stores the totals that a query returns as what, of and total.
func (tx *Tx) addTotal(query string, of any) error {
	return tx.Exec(`INSERT INTO totals (what, of, total) `+query+` ON CONFLICT (what, of) DO UPDATE
		SET total = excluded.total WHERE totals.total <> excluded.total`, of)
}

// totalVacations stores the total of a player's vacations.
func (tx *Tx) totalVacations(player int64) error {
	return tx.addTotal(`SELECT 'vacations', CAST(CAST(?1 AS BIGINT) AS TEXT), `+VacationTotal+`
		FROM pauses WHERE player = ?1 AND why = 'vacation'`, player)
}

// TotalLadder stores the total of the ladder of a game.
func (tx *Tx) TotalLadder(rules string) error {
	return tx.addTotal(`SELECT 'ladder', CAST(?1 AS TEXT), `+LadderTotal+` FROM rungs WHERE rules = ?1`, rules)
}

// totalStopped stores since when all players of a player's mailbox want no messages, or that they
// want some again.
func (tx *Tx) totalStopped(player int64) error {
	return tx.addTotal(`SELECT 'stopped', CAST(id AS TEXT), CAST(stopped_at AS TEXT) FROM players AS p
		WHERE id IN `+mailboxOf(`?1`)+` AND (stopped_at <> 0 OR EXISTS (SELECT 1 FROM totals
			WHERE what = 'stopped' AND of = CAST(p.id AS TEXT)))`, player)
}

// totalOffer stores the offer that stands in a game.
func (tx *Tx) totalOffer(game int64) error {
	return tx.addTotal(`SELECT 'offer', CAST(id AS TEXT), `+OfferTotal+` FROM games AS g WHERE id = ?1`, game)
}

// totalsOf returns a function that stores the totals of players and of their ladders as they were
// before their rows changed.
func (tx *Tx) totalsOf(players ...int64) (store func() error, err error) {
	ladders := map[string]bool{}
	for _, p := range players {
		if err := tx.Rows(func(scan func(...any) error) error {
			var rules string
			err := scan(&rules)
			ladders[rules] = true
			return err
		}, `SELECT rules FROM rungs WHERE player = ?`, p); err != nil {
			return nil, err
		}
	}
	return func() error {
		for _, p := range players {
			if err := errors.Join(tx.totalVacations(p), tx.totalStopped(p)); err != nil {
				return err
			}
		}
		for rules := range ladders {
			if err := tx.TotalLadder(rules); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

package db

// Totals are written with the rows that they are of. Package consistency compares both.

// vacationTotal is the total of the vacations of a player, among rows of pauses.
const vacationTotal = `CAST(count(*) AS TEXT) || ' ' || CAST(coalesce(sum(from_at), 0) AS TEXT) || ' ' ||
	CAST(coalesce(sum(to_at), 0) AS TEXT)`

const onTotal = ` ON CONFLICT (what, of) DO UPDATE SET total = excluded.total
	WHERE totals.total <> excluded.total`

// totalVacations stores the total of a player's vacations.
func (tx *Tx) totalVacations(player int64) error {
	return tx.Exec(`INSERT INTO totals (what, of, total) SELECT 'vacations', CAST(CAST(?1 AS BIGINT) AS TEXT), `+
		vacationTotal+` FROM pauses WHERE player = ?1 AND why = 'vacation'`+onTotal, player)
}

// TotalLadder stores the total of the ladder of a game.
func (tx *Tx) TotalLadder(rules string) error {
	return tx.Exec(`INSERT INTO totals (what, of, total) SELECT 'ladder', CAST(?1 AS TEXT),
		CAST(coalesce(sum(position * player), 0) AS TEXT) FROM rungs WHERE rules = ?1`+onTotal, rules)
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
			if err := tx.totalVacations(p); err != nil {
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

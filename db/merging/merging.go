// Package merging makes the rows of two players those of one.
//
// What refers to a player by a reference of the schema is moved by whoever calls, between
// Before and After, which see to everything that is more than to move a row: what both
// have, what makes no sense between a player and oneself, and what was written down of a
// player by number or by address.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package merging

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Moment is that of the transaction, in milliseconds since 1970.
	Moment() int64
}

// Of the player who stays: their games, and that these are not public.
const (
	theirs  = `(SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1)`
	private = ` AND EXISTS (SELECT 1 FROM players WHERE id = ?1 AND public = 0)`
)

// Before prepares that the rows of from become into's.
func Before(tx Tx, from, into int64) error {
	for _, q := range []string{
		// An invitation to oneself is one to nobody.
		`UPDATE invitations SET state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END,
			answered_at = CASE answered_at WHEN 0 THEN ?3 ELSE answered_at END, invitee = NULL
			WHERE challenger = ?1 AND invitee = ?2 OR challenger = ?2 AND invitee = ?1`,
		// A letter that was answered to both keeps one answer.
		`UPDATE outbox SET answers = 0 WHERE player = ?1 AND answers IN (SELECT answers FROM outbox WHERE player = ?2 AND answers <> 0)`,
		// And of letters to both that are being sent one alone is held.
		`UPDATE outbox SET lease_until = 0 WHERE player = ?1 AND state = 'queued' AND lease_until > 0`,
		`UPDATE games SET offer_by = ?2 WHERE offer_by = ?1`,
		`UPDATE inbox SET sender = ?2 WHERE sender = ?1`,
		// That letters to the old address come back does not matter any more.
		`UPDATE pauses SET to_at = CASE WHEN from_at > ?3 THEN from_at ELSE ?3 END WHERE player = ?1 AND why = 'bounce' AND to_at + 0 = 0`,
		`UPDATE bounces SET counts = 0 WHERE player = ?1`,
		// Of the addresses of from the one that it writes from is kept, below.
		`DELETE FROM addresses WHERE player = ?1`,
		`UPDATE pauses SET player = ?2 WHERE player = ?1`,
		`UPDATE ratings SET games = games + (SELECT games FROM ratings AS f WHERE f.player = ?1 AND f.rules = ratings.rules AND f.robots = ratings.robots)
			WHERE player = ?2 AND EXISTS (SELECT 1 FROM ratings AS f WHERE f.player = ?1 AND f.rules = ratings.rules AND f.robots = ratings.robots)`,
		`UPDATE ratings SET (rating, deviation, volatility, rated_at) =
				(SELECT rating, deviation, volatility, rated_at FROM ratings AS f WHERE f.player = ?1 AND f.rules = ratings.rules AND f.robots = ratings.robots)
			WHERE player = ?2 AND deviation > (SELECT deviation FROM ratings AS f WHERE f.player = ?1 AND f.rules = ratings.rules AND f.robots = ratings.robots)`,
		// Of two places in a division one has games; in two divisions both stay.
		`DELETE FROM entrants WHERE player = ?2 AND cancelled = 1 AND EXISTS (SELECT 1 FROM entrants AS f
			WHERE f.player = ?1 AND f.tournament = entrants.tournament AND f.division = entrants.division AND f.out_at = 0)`,
		`UPDATE divisions SET top = trim(replace(' ' || top || ' ', ' ' || CAST(CAST(?1 AS BIGINT) AS TEXT) || ' ', ' ' || CAST(CAST(?2 AS BIGINT) AS TEXT) || ' '))
			WHERE tournament IN (SELECT tournament FROM entrants WHERE player = ?1)`,
		`DELETE FROM blocks WHERE player = ?1 AND blocked = ?2 OR player = ?2 AND blocked = ?1`,
		`DELETE FROM mutes WHERE player = ?1 AND muted = ?2 OR player = ?2 AND muted = ?1`,
		`UPDATE players SET turns = players.turns + f.turns, late = players.late + f.late, robot_fixed = CASE WHEN f.robot_fixed = 1 THEN 1 ELSE players.robot_fixed END,
				offered_vacation = CASE WHEN f.offered_vacation = 1 THEN 1 ELSE players.offered_vacation END,
				public = CASE WHEN f.public = 0 THEN 0 ELSE players.public END, wrote_at = CASE WHEN players.wrote_at = 0 THEN f.wrote_at WHEN f.wrote_at = 0 THEN players.wrote_at WHEN f.wrote_at < players.wrote_at THEN f.wrote_at ELSE players.wrote_at END
			FROM (SELECT * FROM players WHERE id = ?1) AS f WHERE players.id = ?2`,
	} {
		if err := tx.Exec(q, from, into, tx.Moment()); err != nil {
			return err
		}
	}
	return nil
}

// After takes over from's address, unless into has a second one that counts, and leaves of
// from a row as of one who was forgotten: a secret in an old letter is bound to its number,
// which must never be another's. folded is what stands there for the address.
func After(tx Tx, from, into int64, folded string) error {
	now := tx.Moment()
	for _, s := range []struct {
		query string
		args  []any
	}{
		// One that into was only asked about, or has taken away, gives way to it.
		{`INSERT INTO addresses (player, address, folded, asked, asked_at, confirmed_at)
			SELECT ?2, address, folded, 0, ?3, ?3 FROM players WHERE id = ?1 AND address <> ''
			ON CONFLICT (player) DO UPDATE SET address = excluded.address, folded = excluded.folded, confirmed_at = excluded.confirmed_at
				WHERE addresses.confirmed_at = 0`, []any{from, into, now}},
		{`UPDATE players SET stopped_at = ?2 WHERE id = ?1 AND stopped_at = 0
			AND EXISTS (SELECT 1 FROM blocks WHERE player = ?1 AND blocked = ?1)`, []any{into, now}},
		{`UPDATE players SET address = '', folded = ?2, name = '', stopped_at = ?3, asked = '', robot = 0, robot_fixed = 0,
			digest = 'off', digest_due = 0, turns = 0, late = 0 WHERE id = ?1`, []any{from, folded, now}},
		// Nobody follows oneself, and what was being read is looked for anew.
		{`DELETE FROM follow_players WHERE follower = ?1 AND player = ?1`, []any{into}},
		{`DELETE FROM follow_games WHERE follower = ?1 AND game IN ` + theirs, []any{into}},
		{`DELETE FROM follow_tables WHERE follower = ?1 AND EXISTS (SELECT 1 FROM entrants AS e
			WHERE e.player = ?1 AND e.tournament = follow_tables.tournament AND e.division = follow_tables.division)`, []any{into}},
		{`UPDATE followers SET due_at = ?2 WHERE player = ?1 AND due_at = 0`, []any{into, now}},
		// Nobody follows whose games are not public any more.
		{`DELETE FROM follow_players WHERE player = ?1` + private, []any{into}},
		{`DELETE FROM follow_games WHERE done = 0 AND game IN ` + theirs + private, []any{into}},
		{`DELETE FROM week_games WHERE game IN ` + theirs + private, []any{into}},
		// Pauses and the timezone may be others now: the clockwork looks.
		{`UPDATE games SET clock_due = turn_at WHERE result = 'none' AND ? IN (black, white)`, []any{into}},
	} {
		if err := tx.Exec(s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

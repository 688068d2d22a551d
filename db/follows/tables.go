package follows

import (
	"time"

	"turnpost/db"
)

// DivisionKey is the table of a division of a tournament.
type DivisionKey struct {
	Tournament int64
	Division   int
}

// TableNews notes that there is news of a table, if anybody follows its tournament.
func TableNews(tx *db.Tx, t DivisionKey) error {
	return tx.Exec(
		`INSERT INTO followed_tables (tournament, division, due_at)
			SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), CAST(?3 AS BIGINT)
		WHERE EXISTS (SELECT 1 FROM follow_tournaments WHERE tournament = ?1)
		ON CONFLICT (tournament, division) DO UPDATE SET due_at = excluded.due_at`, t.Tournament, t.Division, now(tx))
}

// NextTable returns a table whose followers are to be told; false if there is none now.
func NextTable(tx *db.Tx) (t DivisionKey, ok bool, err error) {
	ok, err = tx.Found(
		`SELECT tournament, division FROM followed_tables WHERE due_at <= ?
			ORDER BY due_at, tournament, division LIMIT 1`, []any{now(tx)}, &t.Tournament, &t.Division)
	return t, ok, err
}

// PutOffTable lets a table wait whose followers could not be updated.
func PutOffTable(tx *db.Tx, t DivisionKey, until time.Time) error {
	return tx.Exec(`UPDATE followed_tables SET due_at = ? WHERE tournament = ? AND division = ?`, db.Millis(until),
		t.Tournament, t.Division)
}

// SpreadTable notes for each follower of a tournament that there is news of one of its
// tables, and deletes its note. Followers who read message by message are due now, unless
// they wait already or read only ends and the table is not final. Players of the division
// are shown the table as players.
func SpreadTable(tx *db.Tx, t DivisionKey) error {
	if err := execute(tx, []any{t.Tournament, t.Division, now(tx)},
		`INSERT INTO follow_tables (follower, tournament, division, noted_at) SELECT f.follower, f.tournament,
			CAST(?2 AS BIGINT), CAST(?3 AS BIGINT) FROM follow_tournaments AS f
			WHERE f.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM entrants AS e JOIN players AS p ON p.id = e.player
				WHERE e.tournament = ?1 AND e.player = f.follower AND e.division = ?2 AND (p.digest <> 'off'
				OR e.out_at = 0 AND p.messages = 'every'
					OR EXISTS (SELECT 1 FROM divisions WHERE tournament = ?1 AND number = ?2
					AND ended_at <> 0))) ON CONFLICT DO NOTHING`,
		`DELETE FROM followed_tables WHERE tournament = ?1 AND division = ?2`); err != nil {
		return err
	}
	return tx.Exec(`UPDATE followers SET due_at = ?3 WHERE often = 'every' AND due_at = 0
		AND player IN (SELECT follower FROM follow_tables WHERE tournament = ?1 AND division = ?2)
		AND (ends = 0 OR EXISTS (SELECT 1 FROM divisions WHERE tournament = ?1 AND number = ?2
		AND ended_at <> 0))`, t.Tournament, t.Division, now(tx))
}

// UnreadTables lists at most most tables that a follower has not read, the final ones
// first, then those that have waited longest. It leaves out the final table of the
// follower's own division, which was in a message to them, and one whose news is still to
// be spread, which would be told twice. With ends set it lists only final tables.
func UnreadTables(tx *db.Tx, follower int64, ends bool, most int) (out []DivisionKey, err error) {
	query := `SELECT f.tournament, f.division FROM follow_tables AS f
		JOIN divisions AS d ON d.tournament = f.tournament AND d.number = f.division WHERE f.follower = ?
		AND NOT (d.ended_at <> 0 AND (EXISTS (SELECT 1 FROM entrants AS e WHERE e.tournament = f.tournament
		AND e.player = f.follower AND e.division = f.division)
			OR EXISTS (SELECT 1 FROM followed_tables AS n WHERE n.tournament = f.tournament
			AND n.division = f.division)))`
	if ends {
		query += ` AND d.ended_at <> 0`
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var t DivisionKey
		err := scan(&t.Tournament, &t.Division)
		out = append(out, t)
		return err
	}, query+` ORDER BY CASE d.ended_at WHEN 0 THEN 1 ELSE 0 END, f.noted_at, f.tournament, f.division LIMIT ?`,
		follower, most)
	return out, err
}

// TableTold notes that a follower has read a table.
func TableTold(tx *db.Tx, follower int64, t DivisionKey) error {
	return tx.Exec(`DELETE FROM follow_tables WHERE follower = ? AND tournament = ? AND division = ?`, follower,
		t.Tournament, t.Division)
}

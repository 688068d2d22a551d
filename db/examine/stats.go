package examine

import (
	"math"
	"time"

	"turnpost/db"
)

// Count is how many rows a table has of one kind.
type Count struct {
	Of   string // games, players, invitations, inbox or outbox
	Kind string // a state; of games the rules and the state; of the outbox the kind and the state
	N    int
}

// Counts counts players, games, invitations and letters by their states.
func Counts(tx *db.Tx) (counts []Count, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var c Count
		err := scan(&c.Of, &c.Kind, &c.N)
		counts = append(counts, c)
		return err
	}, `
		SELECT 'players', CASE WHEN folded LIKE 'robot %' THEN 'robots' WHEN address = '' THEN 'left' WHEN stopped_at <> 0 THEN 'stopped' WHEN wrote_at = 0 THEN 'never wrote' ELSE 'active' END AS kind, count(*) FROM players GROUP BY kind
		UNION ALL SELECT 'invitations', state, count(*) FROM invitations GROUP BY state
		UNION ALL SELECT 'games', rules || ' ' || CASE result WHEN 'none' THEN 'running' ELSE 'over' END AS kind, count(*) FROM games GROUP BY kind
		UNION ALL SELECT 'plies', g.rules AS kind, count(*) FROM plies AS p JOIN games AS g ON g.id = p.game GROUP BY kind
		UNION ALL SELECT 'inbox', state, count(*) FROM inbox GROUP BY state
		UNION ALL SELECT 'outbox', kind || ' ' || state AS k, count(*) FROM outbox GROUP BY k
		ORDER BY 1, 2`)
	return counts, err
}

// Day is how many letters came and went on a day (UTC).
type Day struct {
	Date    string // 2026-11-20
	In, Out int
}

// Days lists the last days on which a letter came or went, the newest first, at
// most limit of them (< 0: all).
func Days(tx *db.Tx, limit int) (days []Day, err error) {
	if limit < 0 {
		limit = math.MaxInt
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var d Day
		var day int64 // since 1970
		err := scan(&day, &d.In, &d.Out)
		d.Date = time.Unix(day*24*60*60, 0).UTC().Format(time.DateOnly)
		days = append(days, d)
		return err
	}, `SELECT at / 86400000 AS day, sum(came), sum(went) FROM (
			SELECT arrived_at AS at, 1 AS came, 0 AS went FROM inbox
			UNION ALL SELECT sent_at, 0, 1 FROM outbox WHERE state = 'sent') AS letters
		GROUP BY day ORDER BY day DESC LIMIT ?`, limit)
	return days, err
}

// Schema is the version of the database's schema.
func Schema(tx *db.Tx) (version int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&version) }, `SELECT max(version_id) FROM goose_db_version`)
	return version, err
}

package examine

import (
	"errors"
	"maps"
	"slices"
	"time"

	"turnpost/db"
)

// Count is how many rows a table has of one kind.
type Count struct {
	Of   string // games, players, invitations, inbox or outbox
	Kind string // a state; of games the rules and the state; of the outbox the kind and the state
	N    int
}

// Counts counts players, games, invitations and letters by their states. It reads the rows of games
// and players alone, once, which are few beside those of plies and letters: plies are
// counted as their games have them, and letters by the entries of indexes.
func Counts(tx *db.Tx) (counts []Count, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var c Count
		err := scan(&c.Of, &c.Kind, &c.N)
		counts = append(counts, c)
		return err
	}, `WITH g AS MATERIALIZED (SELECT rules, CASE result WHEN 'none' THEN 'running' ELSE 'over' END AS state, count(*) AS n, sum(plies) AS plies FROM games GROUP BY 1, 2)
		SELECT 'players', CASE WHEN folded LIKE 'robot %' THEN 'robots' WHEN address = '' THEN 'left' WHEN stopped_at <> 0 THEN 'stopped' WHEN wrote_at = 0 THEN 'never wrote' ELSE 'active' END AS kind, count(*) FROM players GROUP BY kind
		UNION ALL SELECT 'invitations', state, count(*) FROM invitations GROUP BY state
		UNION ALL SELECT 'games', rules || ' ' || state, n FROM g
		UNION ALL SELECT 'plies', rules, CAST(sum(plies) AS BIGINT) FROM g GROUP BY rules HAVING sum(plies) > 0
		UNION ALL SELECT 'inbox', state, n FROM (
			SELECT 'new' AS state, count(*) AS n FROM inbox WHERE state = 'new'
			UNION ALL SELECT 'quarantined', count(*) FROM inbox WHERE state = 'quarantined'
			UNION ALL SELECT 'dropped', count(*) FROM inbox WHERE state = 'dropped'
			UNION ALL SELECT 'done', (SELECT count(*) FROM inbox) - (SELECT count(*) FROM inbox WHERE state = 'new')
				- (SELECT count(*) FROM inbox WHERE state = 'quarantined') - (SELECT count(*) FROM inbox WHERE state = 'dropped')) AS i WHERE n > 0
		UNION ALL SELECT 'outbox', kind || ' sent', n FROM (SELECT kind, count(*) AS n FROM outbox WHERE state = 'sent' GROUP BY kind) AS s
		UNION ALL SELECT 'outbox', kind || ' queued', n FROM (SELECT kind, count(*) AS n FROM outbox WHERE state = 'queued' GROUP BY kind) AS q
		UNION ALL SELECT 'outbox', kind || ' refused', n FROM (SELECT kind, count(*) AS n FROM outbox WHERE state = 'refused' GROUP BY kind) AS r
		ORDER BY 1, 2`)
	return counts, err
}

// Day is how many letters came and went on a day (UTC).
type Day struct {
	Date    string // 2026-11-20
	In, Out int
}

// Days lists those of the last days on which a letter came or went, the newest first: of
// so many up to that of the newest letter (limit < 0: all). What is older is not read.
func Days(tx *db.Tx, limit int) ([]Day, error) {
	// Letters in are numbered as they come, and those out found by class and moment.
	newest, last, err := two(tx, `SELECT arrived_at, id FROM inbox WHERE id = (SELECT max(id) FROM inbox)`)
	if err != nil {
		return nil, err
	}
	for class := range db.Classes {
		went, _, err := two(tx, `SELECT coalesce(max(sent_at), 0), 0 FROM outbox WHERE state = 'sent' AND class = ?`, class)
		if err != nil {
			return nil, err
		}
		newest = max(newest, went)
	}
	since, first := int64(0), int64(0)
	if limit >= 0 {
		since = (newest/aDay - int64(limit) + 1) * aDay
		if first, err = firstSince(tx, since, last); err != nil {
			return nil, err
		}
	}
	days := map[int64]*Day{}
	count := func(of func(*Day) *int, query string, args ...any) error {
		return tx.Rows(func(scan func(...any) error) error {
			var day int64 // since 1970
			var n int
			err := scan(&day, &n)
			if days[day] == nil {
				days[day] = &Day{Date: time.Unix(day*aDay/1000, 0).UTC().Format(time.DateOnly)}
			}
			*of(days[day]) += n
			return err
		}, query, args...)
	}
	err = count(func(d *Day) *int { return &d.In }, `SELECT arrived_at / 86400000 AS day, count(*) FROM inbox WHERE id >= ? AND arrived_at >= ? GROUP BY day`, first, since)
	for class := range db.Classes {
		err = errors.Join(err, count(func(d *Day) *int { return &d.Out }, `SELECT sent_at / 86400000 AS day, count(*) FROM outbox WHERE state = 'sent' AND class = ? AND sent_at >= ? GROUP BY day`, class, since))
	}
	var found []Day
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(days))) {
		found = append(found, *days[day])
	}
	return found, err
}

const aDay = 24 * 60 * 60 * 1000 // in milliseconds

// firstSince finds the number of the first letter in that came since a moment, or one
// that is greater than last.
func firstSince(tx *db.Tx, since, last int64) (int64, error) {
	low, high := int64(0), last+1
	for low < high {
		middle := low + (high-low)/2
		at, id, err := two(tx, `SELECT arrived_at, id FROM inbox WHERE id >= ? ORDER BY id LIMIT 1`, middle)
		switch {
		case err != nil:
			return 0, err
		case id == 0 || at >= since:
			high = middle
		default:
			low = id + 1
		}
	}
	return low, nil
}

// two reads the two numbers of one row; zeros if there is none.
func two(tx *db.Tx, query string, args ...any) (a, b int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&a, &b) }, query, args...)
	return a, b, err
}

// Schema is the version of the database's schema.
func Schema(tx *db.Tx) (version int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&version) }, `SELECT max(version_id) FROM goose_db_version`)
	return version, err
}

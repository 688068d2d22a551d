package db

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// QueueSizes is what waits.
type QueueSizes struct {
	In  int // messages in that are new
	Out int // messages out that are queued
	// When the oldest of them arrived or was written; zero: none waits.
	OldestIn, OldestOut time.Time
}

// Queues counts what waits. It costs as much as the queues are long, however
// much was ever settled: the counts come from the indexes of what waits alone,
// and the oldest, which has the lowest number, is one row.
func (tx *Tx) Queues() (QueueSizes, error) {
	var q QueueSizes
	var in, out int64
	err := errors.Join(
		tx.row(`SELECT count(*) FROM inbox`+tx.engine.by("inbox_new")+` WHERE state = 'new'`, nil, &q.In),
		tx.row(`SELECT count(*) FROM outbox`+tx.engine.by("outbox_queued")+` WHERE state = 'queued'`, nil, &q.Out),
		tx.row(`SELECT coalesce((SELECT arrived_at FROM inbox
			WHERE id = (SELECT min(id) FROM inbox`+tx.engine.by("inbox_new")+` WHERE state = 'new')), 0)`, nil, &in),
		tx.row(`SELECT coalesce((SELECT created_at FROM outbox
			WHERE id = (SELECT min(id) FROM outbox`+tx.engine.by("outbox_queued")+` WHERE state = 'queued')),
				0)`, nil, &out),
	)
	q.OldestIn, q.OldestOut = Moment(in), Moment(out)
	return q, err
}

// Touch writes to the database without changing what it says, so that its commit
// fails where any other would: no space, a file system or a server that is read
// only, or somebody else's lock.
func (tx *Tx) Touch() error {
	_, err := tx.exec(tx.engine.touch)
	return err
}

// RowCount is how many rows a table has of one kind.
type RowCount struct {
	Of   string // games, players, invitations, inbox or outbox
	Kind string // a state; of games the rules and the state; of the outbox the kind and the state
	N    int
}

// StateCounts counts players, games, invitations and messages by their states. It reads the rows of games
// and players alone, once, which are few beside those of plies and messages: plies are
// counted as their games have them, and messages by the entries of indexes.
func (tx *Tx) StateCounts() (counts []RowCount, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var c RowCount
		err := scan(&c.Of, &c.Kind, &c.N)
		counts = append(counts, c)
		return err
	}, `WITH g AS MATERIALIZED (SELECT rules, CASE result WHEN 'none' THEN 'running'
		ELSE 'over' END AS state, count(*) AS n, sum(plies) AS plies FROM games GROUP BY 1, 2)
		SELECT 'players', CASE WHEN folded LIKE 'robot %' THEN 'robots' WHEN address = '' THEN 'left'
		WHEN stopped_at <> 0 THEN 'stopped' WHEN wrote_at = 0 THEN 'never wrote'
		ELSE 'active' END AS kind, count(*) FROM players GROUP BY kind
		UNION ALL SELECT 'invitations', state, count(*) FROM invitations GROUP BY state
		UNION ALL SELECT 'games', rules || ' ' || state, n FROM g
		UNION ALL SELECT 'plies', rules, CAST(sum(plies) AS BIGINT) FROM g GROUP BY rules HAVING sum(plies) > 0
		UNION ALL SELECT 'inbox', state, n FROM (
			SELECT 'new' AS state, count(*) AS n FROM inbox WHERE state = 'new'
			UNION ALL SELECT 'quarantined', count(*) FROM inbox WHERE state = 'quarantined'
			UNION ALL SELECT 'dropped', count(*) FROM inbox WHERE state = 'dropped'
			UNION ALL SELECT 'done', (SELECT count(*) FROM inbox) - (SELECT count(*) FROM inbox WHERE state = 'new')
				- (SELECT count(*) FROM inbox WHERE state = 'quarantined') - (SELECT count(*) FROM inbox
				WHERE state = 'dropped')) AS i WHERE n > 0
		UNION ALL SELECT 'outbox', kind || ' sent', n FROM (SELECT kind, count(*) AS n FROM outbox
		WHERE state = 'sent' GROUP BY kind) AS s
		UNION ALL SELECT 'outbox', kind || ' queued', n FROM (SELECT kind, count(*) AS n FROM outbox
		WHERE state = 'queued' GROUP BY kind) AS q
		UNION ALL SELECT 'outbox', kind || ' refused', n FROM (SELECT kind, count(*) AS n FROM outbox
		WHERE state = 'refused' GROUP BY kind) AS r
		ORDER BY 1, 2`)
	return counts, err
}

// MailDay is how many messages came and went on a day (UTC).
type MailDay struct {
	Date    string // 2026-11-20
	In, Out int
}

// MailDays lists those of the last days on which a message came or went, the newest first: of
// so many up to that of the newest message (limit < 0: all). What is older is not read.
func (tx *Tx) MailDays(limit int) ([]MailDay, error) {
	// Messages in are numbered as they come, and those out found by class and moment.
	newest, last, err := tx.twoNumbers(`SELECT arrived_at, id FROM inbox WHERE id = (SELECT max(id) FROM inbox)`)
	if err != nil {
		return nil, err
	}
	for class := range Classes {
		went, _, err := tx.twoNumbers(
			`SELECT coalesce(max(sent_at), 0), 0 FROM outbox WHERE state = 'sent' AND class = ?`, class)
		if err != nil {
			return nil, err
		}
		newest = max(newest, went)
	}
	since, first := int64(0), int64(0)
	if limit >= 0 {
		since = (newest/aDay - int64(limit) + 1) * aDay
		if first, err = tx.firstInboxSince(since, last); err != nil {
			return nil, err
		}
	}
	days := map[int64]*MailDay{}
	count := func(of func(*MailDay) *int, query string, args ...any) error {
		return tx.Rows(func(scan func(...any) error) error {
			var day int64 // since 1970
			var n int
			err := scan(&day, &n)
			if days[day] == nil {
				days[day] = &MailDay{Date: time.Unix(day*aDay/1000, 0).UTC().Format(time.DateOnly)}
			}
			*of(days[day]) += n
			return err
		}, query, args...)
	}
	err = count(func(d *MailDay) *int { return &d.In },
		`SELECT arrived_at / 86400000 AS day, count(*) FROM inbox WHERE id >= ? AND arrived_at >= ? GROUP BY day`,
		first, since)
	for class := range Classes {
		err = errors.Join(err,
			count(func(d *MailDay) *int { return &d.Out },
				`SELECT sent_at / 86400000 AS day, count(*) FROM outbox WHERE state = 'sent' AND class = ?
					AND sent_at >= ? GROUP BY day`, class, since))
	}
	var found []MailDay
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(days))) {
		found = append(found, *days[day])
	}
	return found, err
}

const aDay = 24 * 60 * 60 * 1000 // in milliseconds

// firstInboxSince finds the number of the first message in that came since a moment, or one
// that is greater than last.
func (tx *Tx) firstInboxSince(since, last int64) (int64, error) {
	low, high := int64(0), last+1
	for low < high {
		middle := low + (high-low)/2
		at, id, err := tx.twoNumbers(`SELECT arrived_at, id FROM inbox WHERE id >= ? ORDER BY id LIMIT 1`, middle)
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

// twoNumbers reads the two numbers of one row; zeros if there is none.
func (tx *Tx) twoNumbers(query string, args ...any) (a, b int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&a, &b) }, query, args...)
	return a, b, err
}

// SchemaVersion is the version of the database's schema.
func (tx *Tx) SchemaVersion() (version int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&version) },
		`SELECT max(version_id) FROM goose_db_version`)
	return version, err
}

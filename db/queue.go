package db

import (
	"errors"
	"time"
)

// Queues is what waits.
type Queues struct {
	In  int // letters in that are new
	Out int // letters out that are queued
	// When the oldest of them arrived or was written; zero: none waits.
	OldestIn, OldestOut time.Time
}

// Queues counts what waits. It costs as much as the queues are long, however
// much was ever settled: the counts come from the indexes of what waits alone,
// and the oldest, which has the lowest number, is one row.
func (tx *Tx) Queues() (Queues, error) {
	var q Queues
	var in, out int64
	err := errors.Join(
		tx.row(`SELECT count(*) FROM inbox`+tx.engine.by("inbox_new")+` WHERE state = 'new'`, nil, &q.In),
		tx.row(`SELECT count(*) FROM outbox`+tx.engine.by("outbox_queued")+` WHERE state = 'queued'`, nil, &q.Out),
		tx.row(`SELECT coalesce((SELECT arrived_at FROM inbox
			WHERE id = (SELECT min(id) FROM inbox`+tx.engine.by("inbox_new")+` WHERE state = 'new')), 0)`, nil, &in),
		tx.row(`SELECT coalesce((SELECT created_at FROM outbox
			WHERE id = (SELECT min(id) FROM outbox`+tx.engine.by("outbox_queued")+` WHERE state = 'queued')), 0)`, nil, &out),
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

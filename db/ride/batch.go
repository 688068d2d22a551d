package ride

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// batch is what was sent in one message.
type batch struct {
	conn    *conn
	results pgx.BatchResults
	writes  []write // before the question, of which the results come first
}

// send sends what waits, and questions behind it; and the commit of a transaction of Whole.
func (c *conn) send(ctx context.Context, questions ...*question) *batch {
	var b pgx.Batch
	for _, w := range c.waits {
		b.Queue(w.query, w.args...)
	}
	for _, q := range questions {
		b.Queue(q.query, q.args...)
	}
	if c.whole {
		b.Queue("commit")
	}
	out := &batch{conn: c, writes: c.waits}
	c.waits, c.noted, c.answers, c.open, c.over = nil, nil, nil, !c.whole, c.whole
	c.made.Add(1)
	out.results = c.Conn.Conn().SendBatch(ctx, &b)
	return out
}

// ridden hears of the writes that went along.
func (b *batch) ridden() error {
	for _, w := range b.writes {
		tag, err := b.results.Exec()
		if err != nil {
			return err
		}
		if w.one && tag.RowsAffected() != 1 {
			return ErrOther
		}
	}
	return nil
}

// last hears of all, the question being one without rows.
func (b *batch) last() (tag pgconn.CommandTag, err error) {
	if err = b.ridden(); err == nil {
		tag, err = b.results.Exec()
	}
	return tag, err
}

// close ends a batch, of which that is known so far.
func (b *batch) close(err error) error {
	if closed := b.results.Close(); err == nil {
		err = closed
	}
	if err != nil && b.conn.lost == nil {
		b.conn.lost = err
	}
	if err != nil && b.conn.over { // the commit was not heard
		b.conn.open = true
	}
	return err
}

// rows are the answer to a question.
func (b *batch) rows() (driver.Rows, error) {
	err := b.ridden()
	if err != nil {
		return nil, b.close(err)
	}
	r, err := b.next()
	if err != nil {
		return nil, b.close(err)
	}
	return r, nil
}

// next is the answer to the next question.
func (b *batch) next() (*rows, error) {
	found, err := b.results.Query()
	if err != nil {
		return nil, err
	}
	r := &rows{batch: b, found: found, more: found.Next()} // which knows the columns
	if err := found.Err(); err != nil {
		return nil, err
	}
	for _, f := range found.FieldDescriptions() {
		r.columns = append(r.columns, f.Name)
	}
	return r, nil
}

// rows is the rows of an answer.
type rows struct {
	batch   *batch
	found   pgx.Rows
	columns []string
	more    bool // found stands on a row that was not given yet
}

func (r *rows) Columns() []string { return r.columns }

func (r *rows) Close() error {
	r.found.Close()
	return r.batch.close(r.found.Err())
}

// Next gives a row.
func (r *rows) Next(dest []driver.Value) error {
	if !r.more {
		if err := r.found.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	values, err := r.found.Values()
	if err != nil {
		return err
	}
	for i, v := range values {
		if dest[i], err = plain(v); err != nil {
			return fmt.Errorf("column %s: %w", r.columns[i], err)
		}
	}
	r.more = r.found.Next()
	return nil
}

// plain is a value as database/sql knows it.
func plain(v any) (driver.Value, error) {
	switch v := v.(type) {
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case uint32: // an object's number
		return int64(v), nil
	case float32:
		return float64(v), nil
	case driver.Valuer: // a sum of large numbers
		return v.Value()
	}
	return v, nil
}

package ride

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"reflect"
	"slices"
)

// ErrNoted is the answer to a question of Ahead, which is asked with the next one.
var ErrNoted = errors.New("the question is noted, and asked with the next one")

type aheadKey struct{}

// Ahead lets the questions that are asked with a context go along with the next question
// of the transaction. They fail with ErrNoted; asked again without it, before anything is
// written, they are answered by what came then.
func Ahead(ctx context.Context) context.Context { return context.WithValue(ctx, aheadKey{}, true) }

type wholeKey struct{}

// Whole makes a transaction one message: its beginning, the questions of Ahead and the
// statement that comes first go with its commit, so that there is nothing to be said after
// them. What is asked or written then fails with ErrOver. It is committed whatever is made
// of the answer.
func Whole(ctx context.Context) context.Context { return context.WithValue(ctx, wholeKey{}, true) }

// ErrOver says that a transaction of Whole is committed.
var ErrOver = errors.New("the transaction is committed")

// question is one of Ahead, and its answer.
type question struct {
	query   string
	args    []any
	columns []string
	rows    [][]driver.Value
}

// is reports whether it is this question.
func (q *question) is(query string, args []any) bool {
	return q.query == query && reflect.DeepEqual(q.args, args)
}

// read reads the answer.
func (q *question) read(r *rows) error {
	defer r.found.Close()
	q.columns = r.columns
	for {
		row := make([]driver.Value, len(q.columns))
		switch err := r.Next(row); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		q.rows = append(q.rows, row)
	}
}

// known asks all that is noted, if anything is, and answers a question that was. Nil: it
// was not.
func (c *conn) known(ctx context.Context, query string, args []any) (*question, error) {
	if len(c.noted) > 0 {
		if err := c.askNoted(ctx); err != nil {
			return nil, err
		}
	}
	n := slices.IndexFunc(c.answers, func(q *question) bool { return q.is(query, args) })
	if n < 0 {
		return nil, nil
	}
	q := c.answers[n]
	c.answers = slices.Delete(c.answers, n, n+1)
	return q, nil
}

// askNoted asks all that is noted, in one message.
func (c *conn) askNoted(ctx context.Context) error {
	noted := c.noted
	b := c.send(ctx, noted...)
	err := b.ridden()
	for _, q := range noted {
		var r *rows
		if err == nil {
			r, err = b.next()
		}
		if err == nil {
			err = q.read(r)
		}
	}
	if err = b.close(err); err == nil {
		c.answers = noted
	}
	return err
}

func (q *question) Columns() []string { return q.columns }

func (q *question) Close() error { return nil }

// Next gives a row.
func (q *question) Next(dest []driver.Value) error {
	if len(q.rows) == 0 {
		return io.EOF
	}
	copy(dest, q.rows[0])
	q.rows = q.rows[1:]
	return nil
}

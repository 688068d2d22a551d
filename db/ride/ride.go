// Package ride saves ways to a PostgreSQL server and back. It is the driver of the
// standard library's database/sql by pgx, but that what nobody waits for goes along with
// the next question, in one message and in its order: the beginning of a transaction, and
// the writes that [Later] and [One] announce; and that several questions go together
// ([Ahead]), and a whole transaction may ([Whole]).
//
// What is promised: a write that rides is executed before any statement after it, and a
// transaction of which one fails is never committed. Its error is that of the statement
// with which it went, so who wants to know of a failure must not let it ride.
package ride

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Open makes a pool of connections.
func Open(cfg pgx.ConnConfig) *sql.DB {
	return sql.OpenDB(connector{stdlib.GetConnector(cfg), new(trips)})
}

// Trips is how often connections of a pool that Open made waited for their server, but
// for connecting; 0 for any other pool, and for none.
func Trips(d *sql.DB) int64 {
	if d == nil {
		return 0
	}
	if t, ok := d.Driver().(*trips); ok {
		return t.made.Load()
	}
	return 0
}

// ErrLost says that nothing more is asked in a transaction of which something that went
// along has failed: the server would refuse each question.
var ErrLost = errors.New("the transaction has failed before")

// ErrOther says that a write of One did not change one row.
var ErrOther = errors.New("a write changed no row, or several")

type key struct{}

// Later lets the writes that are executed with a context ride. Their results say nothing.
func Later(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, false) }

// One is Later for writes that must change exactly one row; else the transaction fails
// with ErrOther. They ride with no commit.
func One(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, true) }

// trips is a driver that counts.
type trips struct{ made atomic.Int64 }

func (*trips) Open(string) (driver.Conn, error) { return nil, errors.New("connections have no name") }

type connector struct {
	of driver.Connector
	*trips
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.of.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: inner.(*stdlib.Conn), trips: c.trips}, nil
}

func (c connector) Driver() driver.Driver { return c.trips }

// conn is a connection. One goroutine at a time uses it.
type conn struct {
	*stdlib.Conn
	*trips
	waits []write // for the next question
	open  bool    // the server knows that a transaction runs
	lost  error   // why what rode may not have been done: the transaction must not be committed

	noted, answers []*question // of Ahead: to be asked, and answered
	whole, over    bool        // of Whole: the transaction is one, and is committed
}

type write struct {
	query string
	args  []any
	one   bool // it must change one row
}

// BeginTx begins a transaction with its first statement.
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if c.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	begin := "begin"
	switch sql.IsolationLevel(o.Isolation) {
	case sql.LevelDefault:
	case sql.LevelReadCommitted:
		begin += " isolation level read committed"
	case sql.LevelRepeatableRead:
		begin += " isolation level repeatable read"
	case sql.LevelSerializable:
		begin += " isolation level serializable"
	default:
		return nil, fmt.Errorf("unsupported isolation: %v", o.Isolation)
	}
	if o.ReadOnly {
		begin += " read only"
	}
	c.waits, c.open, c.lost = []write{{query: begin}}, false, nil
	c.noted, c.answers, c.over = nil, nil, false
	c.whole, _ = ctx.Value(wholeKey{}).(bool)
	return transaction{ctx, c}, nil
}

// ExecContext executes a statement now, or lets it ride.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	one, later := ctx.Value(key{}).(bool)
	switch {
	case c.over:
		return nil, ErrOver
	case c.refused():
		return nil, fmt.Errorf("%w: %v", ErrLost, c.lost)
	case later && (c.open || len(c.waits) > 0):
		c.answers = nil
		c.whole = c.whole && !one
		c.waits = append(c.waits, write{query, values(args), one})
		return driver.RowsAffected(1), nil
	case len(c.waits) == 0:
		c.answers = nil
		c.made.Add(1)
		return c.Conn.ExecContext(ctx, query, args)
	}
	b := c.send(ctx, &question{query: query, args: values(args)})
	tag, err := b.last()
	return driver.RowsAffected(tag.RowsAffected()), b.close(err)
}

// QueryContext asks.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if c.refused() {
		return nil, fmt.Errorf("%w: %v", ErrLost, c.lost)
	}
	asked := values(args)
	if ctx.Value(aheadKey{}) != nil && (c.open || len(c.waits) > 0) {
		c.noted = append(c.noted, &question{query: query, args: asked})
		return nil, ErrNoted
	}
	if !strings.HasPrefix(query, "SELECT") { // it may write
		c.answers = nil
	}
	known, err := c.known(ctx, query, asked)
	switch {
	case err != nil:
		return nil, err
	case known != nil:
		return known, nil
	case c.over:
		return nil, ErrOver
	case len(c.waits) == 0:
		c.made.Add(1)
		return c.Conn.QueryContext(ctx, query, args)
	}
	return c.send(ctx, &question{query: query, args: asked}).rows()
}

// refused reports whether the server refuses all but the end of the transaction. Of a write
// that only changed other rows than it had to it knows nothing.
func (c *conn) refused() bool { return c.lost != nil && !errors.Is(c.lost, ErrOther) }

// PrepareContext sends what waits: a prepared statement does not know of it.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	c.made.Add(1)
	return c.Conn.PrepareContext(ctx, query)
}

func values(args []driver.NamedValue) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a.Value
	}
	return out
}

// flush sends what waits, alone.
func (c *conn) flush(ctx context.Context) error {
	if len(c.waits) == 0 {
		return nil
	}
	n := len(c.waits) - 1
	last := c.waits[n]
	c.waits = c.waits[:n]
	b := c.send(ctx, &question{query: last.query, args: last.args})
	tag, err := b.last()
	if err == nil && last.one && tag.RowsAffected() != 1 {
		err = ErrOther
	}
	return b.close(err)
}

// transaction is one that runs.
type transaction struct {
	ctx context.Context
	c   *conn
}

// Commit commits. Nothing has to be said of a transaction in which nothing was.
func (t transaction) Commit() error {
	c := t.c
	if lost := c.lost; lost != nil {
		return errors.Join(lost, t.Rollback())
	}
	c.noted, c.answers, c.whole = nil, nil, false // whatever comes last commits
	if c.over {
		c.over = false
		return nil
	}
	checked := false
	for _, w := range c.waits {
		checked = checked || w.one
	}
	if checked {
		if err := c.flush(t.ctx); err != nil {
			return errors.Join(err, t.Rollback())
		}
	}
	if !c.open && len(c.waits) <= 1 {
		c.waits = nil
		return nil
	}
	b := c.send(t.ctx, &question{query: "commit"})
	tag, err := b.last()
	if err = b.close(err); err != nil {
		c.lost = nil
		if c.open = c.Conn.Conn().PgConn().TxStatus() != 'I'; c.open {
			err = errors.Join(err, t.Rollback())
		}
		return err
	}
	if c.open = false; tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return nil
}

// Rollback rolls back. A connection on which that fails is of no use any more.
func (t transaction) Rollback() error {
	c := t.c
	c.waits, c.noted, c.answers = nil, nil, nil
	c.whole, c.over, c.lost = false, false, nil
	if !c.open {
		return nil
	}
	c.open = false
	c.made.Add(1)
	_, err := c.Conn.Conn().Exec(t.ctx, "rollback")
	if err != nil {
		_ = c.Conn.Conn().Close(t.ctx)
	}
	return err
}

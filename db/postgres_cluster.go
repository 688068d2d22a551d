package db

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// With several servers of one database, a server that freezes does not break its
// connections. A client that waits for its answer would wait longer than the others need to
// elect a new primary. So a connection that has waited for some time checks whether another
// server accepts writes.

// suspicion is how long a connection waits for an answer before it checks the other
// servers, and looking is the time between two such checks.
const (
	suspicion = 3 * time.Second
	looking   = time.Second
)

// A server that was found frozen is not used for passedOver. alive is how long it may take
// to answer a check.
const (
	passedOver = 10 * time.Second
	alive      = 2 * time.Second
)

// errOtherServer says that a server is not to be used now.
var errOtherServer = errors.New("it does not answer, and another one accepts writes")

// cluster is the servers of one database.
type cluster struct {
	cfg  *pgconn.Config
	dial pgconn.DialFunc

	mu     sync.Mutex
	silent map[string]time.Time               // servers not used for now: since when, by address
	open   map[string]map[*answeringConn]bool // the connections by address
}

// connect is a pgconn.DialFunc. If an answer is overdue, another server accepts writes, and
// this one does not answer on a new connection either, then all connections to it are
// closed, also idle ones. As with any broken connection, the last statement may have been
// executed.
func (c *cluster) connect(ctx context.Context, network, address string) (net.Conn, error) {
	c.mu.Lock()
	since, silent := c.silent[address]
	c.mu.Unlock()
	if silent && time.Since(since) < passedOver {
		return nil, errOtherServer
	}
	conn, err := c.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &answeringConn{Conn: conn}
	w.deposed = func() bool { return c.deposed(address) }
	w.ended = func() { c.forget(address, w) }
	w.timer = time.AfterFunc(suspicion, w.look)
	w.timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[address] == nil {
		c.open[address] = map[*answeringConn]bool{}
	}
	c.open[address][w] = true
	return w, nil
}

func (c *cluster) forget(address string, w *answeringConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open[address], w)
}

// deposed reports whether the server at an address does not answer and another one has
// taken its place. It then closes all connections to it, so that their readers get an
// error.
func (c *cluster) deposed(address string) bool {
	if !c.answers(address, false, dialTimeout, pgconn.ValidateConnectTargetSessionAttrsReadWrite) ||
		c.answers(address, true, alive, speaks) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent[address] = time.Now()
	for w := range c.open[address] {
		_ = w.Conn.Close()
	}
	return true
}

// speaks executes a statement. A connection alone proves nothing: a pooler in front of a
// frozen server accepts it.
func speaks(ctx context.Context, conn *pgconn.PgConn) error {
	_, err := conn.Exec(ctx, "SELECT 1").ReadAll()
	return err
}

// answers reports whether the server at an address (own) or any other one accepts a new
// connection in time.
func (c *cluster) answers(address string, own bool, within time.Duration, validate pgconn.ValidateConnectFunc) bool {
	probe := c.cfg.Copy()
	probe.ValidateConnect, probe.AfterConnect = validate, nil
	probe.DialFunc = func(ctx context.Context, network, at string) (net.Conn, error) {
		if (at == address) != own {
			return nil, errOtherServer
		}
		return c.dial(ctx, network, at)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	conn, err := pgconn.ConnectConfig(ctx, probe)
	if err != nil {
		return false
	}
	_ = conn.Close(ctx)
	return true
}

// answeringConn is a connection that knows whether an answer is due.
type answeringConn struct {
	net.Conn
	deposed func() bool
	ended   func()

	mu     sync.Mutex
	timer  *time.Timer
	turn   int  // how often something was sent or received
	asked  bool // sent last: an answer is due
	closed bool
}

func (w *answeringConn) Write(b []byte) (int, error) {
	w.said(true)
	return w.Conn.Write(b)
}

func (w *answeringConn) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if n > 0 {
		w.said(false)
	}
	return n, err
}

func (w *answeringConn) Close() error {
	w.mu.Lock()
	w.closed = true
	w.timer.Stop()
	w.mu.Unlock()
	w.ended()
	return w.Conn.Close()
}

// said notes that something was sent (asked) or received.
func (w *answeringConn) said(asked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.asked = asked
	if w.timer.Stop(); asked && !w.closed {
		w.timer.Reset(suspicion)
	}
}

// look checks whether the server was replaced, and looks again later if not.
func (w *answeringConn) look() {
	w.mu.Lock()
	turn := w.turn
	w.mu.Unlock()
	over := w.deposed()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !over && !w.closed && w.asked && w.turn == turn { // it has not answered
		w.timer.Reset(looking)
	}
}

package db

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Of several servers one that stands still breaks no connection, and who waits for its
// answer would wait for longer than the others need to replace it.

// suspicion is how long an answer is waited for before somebody asks whether another
// server writes, and looking is how long between two such questions.
const (
	suspicion = 3 * time.Second
	looking   = time.Second
)

// Who is passed over is asked again after a while, and has so long to answer whether it
// is there.
const (
	passedOver = 10 * time.Second
	alive      = 2 * time.Second
)

// errOtherServer says that a server is not the one to be asked.
var errOtherServer = errors.New("it stands still, and another one writes")

// cluster is several servers of one database.
type cluster struct {
	cfg  *pgconn.Config
	dial pgconn.DialFunc

	mu     sync.Mutex
	silent map[string]time.Time               // since when by address; who is passed over
	open   map[string]map[*answeringConn]bool // the connections by address
}

// connect is a DialFunc: when an answer is waited for, another server writes, and this one
// answers on no new connection, then all connections to it end, also those on which nothing
// was asked yet. What was asked may have been done, as whenever a connection breaks.
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

// deposed reports whether another server does the work of the one at an address, which
// does not answer. Then the connections to it are closed: who reads hears of it.
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

// speaks asks a server something: before one that stands still there may be a pooler, which
// takes connections by itself.
func speaks(ctx context.Context, conn *pgconn.PgConn) error {
	_, err := conn.Exec(ctx, "SELECT 1").ReadAll()
	return err
}

// answers reports whether the server at an address takes a new connection in time, or
// any other one does.
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

// answeringConn is a connection that knows since when an answer is waited for.
type answeringConn struct {
	net.Conn
	deposed func() bool
	ended   func()

	mu     sync.Mutex
	timer  *time.Timer
	turn   int  // how often something was said or heard
	asked  bool // and nothing was heard since
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

// said notes that something was asked, or heard.
func (w *answeringConn) said(asked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.asked = asked
	if w.timer.Stop(); asked && !w.closed {
		w.timer.Reset(suspicion)
	}
}

// look looks whether an answer is to be waited for any longer.
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

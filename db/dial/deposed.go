package dial

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

// errOther says that a server is not the one to be asked.
var errOther = errors.New("it stands still, and another one writes")

// cluster is several servers of one database.
type cluster struct {
	cfg  pgconn.Config
	dial pgconn.DialFunc

	mu     sync.Mutex
	silent map[string]time.Time // since when by address; who is passed over
}

// connect is a DialFunc: a connection on which an answer is waited for ends when another
// server writes, and its own answers no new connection. What was asked may have been
// done, as whenever a connection breaks.
func (c *cluster) connect(ctx context.Context, network, address string) (net.Conn, error) {
	c.mu.Lock()
	since, silent := c.silent[address]
	c.mu.Unlock()
	if silent && time.Since(since) < passedOver {
		return nil, errOther
	}
	conn, err := c.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &waiting{Conn: conn}
	w.deposed = func() bool { return c.deposed(address) }
	w.timer = time.AfterFunc(suspicion, w.look)
	w.timer.Stop()
	return w, nil
}

// deposed reports whether another server does the work of the one at an address, which
// does not answer.
func (c *cluster) deposed(address string) bool {
	if !c.answers(address, false, Patience, pgconn.ValidateConnectTargetSessionAttrsReadWrite) || c.answers(address, true, alive, nil) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent[address] = time.Now()
	return true
}

// answers reports whether the server at an address takes a new connection in time, or
// any other one does.
func (c *cluster) answers(address string, own bool, within time.Duration, validate pgconn.ValidateConnectFunc) bool {
	probe := c.cfg.Copy()
	probe.ValidateConnect, probe.AfterConnect = validate, nil
	probe.DialFunc = func(ctx context.Context, network, at string) (net.Conn, error) {
		if (at == address) != own {
			return nil, errOther
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

// waiting is a connection that knows since when an answer is waited for.
type waiting struct {
	net.Conn
	deposed func() bool

	mu     sync.Mutex
	timer  *time.Timer
	turn   int  // how often something was said or heard
	asked  bool // and nothing was heard since
	closed bool
}

func (w *waiting) Write(b []byte) (int, error) {
	w.said(true)
	return w.Conn.Write(b)
}

func (w *waiting) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if n > 0 {
		w.said(false)
	}
	return n, err
}

func (w *waiting) Close() error {
	w.mu.Lock()
	w.closed = true
	w.timer.Stop()
	w.mu.Unlock()
	return w.Conn.Close()
}

// said notes that something was asked, or heard.
func (w *waiting) said(asked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.asked = asked
	if w.timer.Stop(); asked && !w.closed {
		w.timer.Reset(suspicion)
	}
}

// look ends the connection if nothing is to be waited for on it.
func (w *waiting) look() {
	w.mu.Lock()
	turn := w.turn
	w.mu.Unlock()
	over := w.deposed()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed || !w.asked || w.turn != turn: // it has answered
	case over:
		_ = w.Conn.Close() // who reads hears of it
	default:
		w.timer.Reset(looking)
	}
}

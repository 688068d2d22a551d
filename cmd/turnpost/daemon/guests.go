package daemon

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// guests is a listener that limits the number of connections. When it is full it closes the
// connection that has been idle for longest, whatever its client does. New connections wait
// only while all others are being served.
type guests struct {
	net.Listener
	most int

	mu      sync.Mutex
	changed *sync.Cond
	at      map[*guest]bool
	closed  bool
}

// guest is one connection. Its state is guarded by the lock of guests.
type guest struct {
	net.Conn
	of   *guests
	busy bool      // a complete request is being served
	rest time.Time // since when it is idle
}

func newGuests(l net.Listener, most int) *guests {
	g := &guests{Listener: l, most: most, at: map[*guest]bool{}}
	g.changed = sync.NewCond(&g.mu)
	return g
}

// Accept implements net.Listener.
func (g *guests) Accept() (net.Conn, error) {
	conn, err := g.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.at) >= g.most && !g.closed {
		if oldest := g.oldest(); oldest != nil {
			delete(g.at, oldest)
			oldest.Conn.Close()
		} else {
			g.changed.Wait()
		}
	}
	if g.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	c := &guest{Conn: conn, of: g, rest: time.Now()}
	g.at[c] = true
	return c, nil
}

// oldest returns the connection that has been idle for longest, or nil.
func (g *guests) oldest() (oldest *guest) {
	for c := range g.at {
		if !c.busy && (oldest == nil || c.rest.Before(oldest.rest)) {
			oldest = c
		}
	}
	return oldest
}

// Close implements net.Listener.
func (g *guests) Close() error {
	g.mu.Lock()
	g.closed = true
	g.changed.Broadcast()
	g.mu.Unlock()
	return g.Listener.Close()
}

// Close implements net.Conn.
func (c *guest) Close() error {
	c.of.mu.Lock()
	delete(c.of.at, c)
	c.of.changed.Broadcast()
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// work records whether a connection is being served.
func (c *guest) work(busy bool) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if c.busy, c.rest = busy, time.Now(); !busy {
		c.of.changed.Broadcast()
	}
}

type guestKey struct{}

// withGuest stores a connection in the context of its requests; see http.Server.ConnContext.
func withGuest(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, guestKey{}, c)
}

// wholeRequests passes on requests when their body is complete, so that slow senders count as
// idle. It refuses bodies of more than most bytes.
func wholeRequests(most int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
		if err != nil {
			http.Error(w, "The body of the request cannot be read, or is too large.", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if c, ok := r.Context().Value(guestKey{}).(*guest); ok {
			c.work(true)
			defer c.work(false)
		}
		next.ServeHTTP(w, r)
	})
}

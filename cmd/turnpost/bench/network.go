package bench

import (
	"context"
	"io"
	"net"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// distant is the way to a PostgreSQL server by a network on which each message takes a while,
// in each direction. It is on loopback, and ends by end.
func distant(ctx context.Context, where string, delay time.Duration) (far string, end func(), err error) {
	server, err := pgconn.ParseConfig(where)
	if err != nil {
		return "", nil, err
	}
	u, err := url.Parse(where)
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	at := l.Addr().(*net.TCPAddr)
	query := u.Query()
	query.Set("host", at.IP.String())
	query.Set("port", strconv.Itoa(at.Port))
	u.RawQuery = query.Encode()
	if u.Host != "" {
		u.Host = at.String()
	}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { carry(ctx, near, server, delay) })
		}
	})
	context.AfterFunc(ctx, func() { l.Close() })
	return u.String(), func() { stop(); all.Wait() }, nil
}

// carry carries what is said on a connection to a server and back, until one side ends.
func carry(ctx context.Context, near net.Conn, server *pgconn.Config, delay time.Duration) {
	defer near.Close()
	network, address := pgconn.NetworkAddress(server.Host, server.Port)
	far, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return
	}
	defer far.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	context.AfterFunc(ctx, func() { near.Close(); far.Close() })
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		both.Go(func() {
			defer stop()
			slowly(way[1], way[0], delay)
		})
	}
	both.Wait()
}

// slowly copies, and lets each message arrive a while after it was said, not one after the
// other: a network carries many at the same time.
func slowly(to io.Writer, from io.Reader, delay time.Duration) {
	type message struct {
		at   time.Time
		text []byte
	}
	under := make(chan message, 1024)
	gone := make(chan struct{})
	go func() {
		defer close(under)
		for {
			text := make([]byte, 32<<10)
			n, err := from.Read(text)
			if n > 0 {
				select {
				case under <- message{time.Now().Add(delay), text[:n]}:
				case <-gone:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	defer close(gone)
	for m := range under {
		time.Sleep(time.Until(m.at))
		if _, err := to.Write(m.text); err != nil {
			return
		}
	}
}

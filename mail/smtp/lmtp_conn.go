package smtp

import (
	"net"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	// maxCommand is more than any command line has: RFC 5321, 4.5.3.1.4, allows 512 octets.
	maxCommand = 64 << 10
	// maxDataLine is the greatest length of a line of a message. RFC 5321, 4.5.3.1.6, allows
	// 1,000 octets, but programs write whole pages of HTML on one line.
	maxDataLine = 64 << 20
)

// limitedConn is a connection of a client that may neither be silent for long, nor take long
// for one message, nor send commands without end. It ignores other deadlines for reading.
type limitedConn struct {
	net.Conn
	idle, message time.Duration

	since  atomic.Int64 // in Unix nanoseconds: it was connected, or the last message was taken
	inData atomic.Bool  // a message is being taken
	line   int          // octets of the present line; used by the reader only
	failed error        // ends all reading
}

// limitedListener makes limitedConns.
type limitedListener struct {
	net.Listener
	idle, message time.Duration
}

func (l limitedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	limited := &limitedConn{Conn: c, idle: l.idle, message: l.message}
	limited.since.Store(time.Now().UnixNano())
	return limited, nil
}

// take runs f, which takes a message from the connection.
func (c *limitedConn) take(f func() error) error {
	c.inData.Store(true)
	defer func() {
		c.inData.Store(false)
		c.since.Store(time.Now().UnixNano())
	}()
	return f()
}

func (c *limitedConn) Read(b []byte) (int, error) {
	if c.failed != nil {
		return 0, c.failed
	}
	n, err := c.read(b)
	c.failed = err
	return n, err
}

func (c *limitedConn) read(b []byte) (int, error) {
	deadline := time.Now().Add(c.idle)
	if last := time.Unix(0, c.since.Load()).Add(c.message); last.Before(deadline) {
		deadline = last
	}
	if err := c.SetReadDeadline(deadline); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(b)
	most := maxCommand
	if c.inData.Load() {
		most = maxDataLine
	}
	for _, octet := range b[:n] {
		if c.line++; octet == '\n' {
			c.line = 0
		}
		if c.line > most {
			return 0, smtp.ErrTooLongLine
		}
	}
	return n, err
}

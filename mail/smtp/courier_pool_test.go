package smtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

// smarthost is a server that a test has the say in.
type smarthost struct {
	// welcome decides about a connection; taken about a message, when it is there
	// to its end. nil: all are taken.
	welcome, taken func() error

	messages atomic.Int64
}

func (h *smarthost) NewSession(*smtp.Conn) (smtp.Session, error) {
	if h.welcome != nil {
		if err := h.welcome(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func (*smarthost) Reset()                               {}
func (*smarthost) Logout() error                        { return nil }
func (*smarthost) Mail(string, *smtp.MailOptions) error { return nil }
func (*smarthost) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (h *smarthost) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if h.taken != nil {
		if err := h.taken(); err != nil {
			return err
		}
	}
	h.messages.Add(1)
	return nil
}

// courierTo is a Courier with so many connections to a smarthost.
func courierTo(t *testing.T, h *smarthost, connections int) *Courier {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtp.NewServer(h)
	s.Domain = "smarthost.test"
	var serving sync.WaitGroup
	serving.Go(func() { _ = s.Serve(l) }) // it ends by Close
	t.Cleanup(func() { s.Close(); serving.Wait() })
	addr := l.Addr().(*net.TCPAddr)
	c, err := NewCourier(CourierConfig{Host: addr.IP.String(), Port: addr.Port, TLS: mail.Plain, Connections: connections})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// sendAll sends so many messages at once, and returns what came of them.
func sendAll(t *testing.T, c *Courier, n int) error {
	t.Helper()
	results := make(chan error, n)
	for i := range n {
		go func() { results <- c.Send(t.Context(), envelope(i)) }()
	}
	var failed error
	for range n {
		failed = errors.Join(failed, <-results)
	}
	return failed
}

func envelope(n int) mail.Envelope {
	return mail.Envelope{From: "robot@test.example", To: fmt.Sprintf("anna%d@test.example", n), Raw: []byte("Subject: x\r\n\r\n")}
}

// A server that answers a message when it has three of them gets three at a time, on
// as many connections, which are kept.
func TestSeveralConnections(t *testing.T) {
	const connections, messages = 3, 12
	var opened, here atomic.Int64
	full := make(chan struct{}, messages)
	h := &smarthost{welcome: func() error { opened.Add(1); return nil }}
	h.taken = func() error {
		if here.Add(1)%connections == 0 {
			for range connections {
				full <- struct{}{}
			}
		}
		<-full
		return nil
	}
	c := courierTo(t, h, connections)
	for range messages / connections {
		require.NoError(t, sendAll(t, c, connections))
	}
	require.EqualValues(t, messages, h.messages.Load())
	require.EqualValues(t, connections, opened.Load())
}

// A server that takes two connections at a time gets all messages by two, whether it
// says so at the greeting or behind a message.
func TestAServerThatTakesFewConnections(t *testing.T) {
	for name, said := range map[string]*smtp.SMTPError{
		"at the greeting": {Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Too many concurrent SMTP connections"},
		"at the letter":   {Code: 432, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "sender thread limit exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			var here, refused atomic.Int64
			h := &smarthost{}
			// The first two stay until a third was refused.
			once := make(chan struct{})
			visit := func() error {
				if here.Add(1) > 2 && refused.Load() == 0 {
					here.Add(-1)
					refused.Add(1)
					close(once)
					return said
				}
				return nil
			}
			if said.Code == 421 {
				h.welcome = visit
				h.taken = func() error { <-once; return nil }
			} else {
				h.taken = func() error {
					if err := visit(); err != nil {
						return err
					}
					<-once
					return nil
				}
			}
			c := courierTo(t, h, 3)
			require.NoError(t, sendAll(t, c, 6))
			require.EqualValues(t, 6, h.messages.Load())
			require.EqualValues(t, 1, refused.Load())
			c.pool.mu.Lock()
			defer c.pool.mu.Unlock()
			require.Equal(t, 2, c.pool.room())
		})
	}
}

// Whoever stops waits for the answer to a message that was said to its end, though
// not for ever; and a message that was not is broken off.
func TestTheEndOfTheContext(t *testing.T) {
	t.Run("at a letter that is taken", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		c := courierTo(t, &smarthost{taken: func() error { stop(); return nil }}, 1)
		require.NoError(t, c.Send(ctx, envelope(0)))
	})
	t.Run("at a letter that is never answered", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		c := courierTo(t, &smarthost{taken: func() error { stop(); <-ended; return nil }}, 1)
		c.cfg.linger = time.Millisecond
		require.ErrorIs(t, c.Send(ctx, envelope(0)), mail.ErrUnanswered)
		close(ended)
	})
	t.Run("before a letter", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		h := &smarthost{welcome: func() error { stop(); <-ended; return nil }}
		err := courierTo(t, h, 1).Send(ctx, envelope(0))
		close(ended)
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, mail.ErrUnanswered)
		require.Zero(t, h.messages.Load())
	})
}

// A server that never answers a message holds up no other one, and is given more
// time for it at the next try.
func TestAServerThatIsSilentAfterTheDot(t *testing.T) {
	var messages atomic.Int64
	ended := make(chan struct{})
	c := courierTo(t, &smarthost{taken: func() error {
		if messages.Add(1) == 1 {
			<-ended
		}
		return nil
	}}, 2)
	c.cfg.answer = func(unheard int) time.Duration {
		return []time.Duration{50 * time.Millisecond, time.Hour}[unheard]
	}
	first := make(chan error, 1)
	go func() { first <- c.Send(t.Context(), envelope(0)) }()
	require.Eventually(t, func() bool { return messages.Load() == 1 }, time.Minute, time.Millisecond)
	other := envelope(1)
	other.Unanswered = 1 // as long as it takes on a busy machine
	require.NoError(t, c.Send(t.Context(), other))
	require.ErrorIs(t, <-first, mail.ErrUnanswered)
	close(ended)
	require.Equal(t, []time.Duration{time.Minute, 5 * time.Minute, 10 * time.Minute, 10 * time.Minute},
		[]time.Duration{answerWithin(time.Minute, 0), answerWithin(time.Minute, 1), answerWithin(time.Minute, 2), answerWithin(time.Minute, 9)})
}

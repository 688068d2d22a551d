package smtpout

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

const (
	maxIdle = 30 * time.Second // shorter than any server's patience
	maxAge  = 10 * time.Minute
)

// Courier is the mail.Courier over SMTP. Its methods may be called from several
// goroutines; letters then go one after the other.
type Courier struct {
	cfg     Config
	maxIdle time.Duration // maxIdle, but in tests

	mu   sync.Mutex // held for a whole letter
	kept *session   // nil: none
	idle *time.Timer
}

var _ mail.Courier = (*Courier)(nil)

// New checks the configuration; it does not dial.
func New(cfg Config) (*Courier, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	return &Courier{cfg: cfg, maxIdle: maxIdle}, nil
}

// Check dials, logs in and hangs up, to find out at the start whether letters
// can be sent at all.
func (c *Courier) Check(ctx context.Context) error {
	s, err := dial(ctx, &c.cfg)
	if err != nil {
		return err
	}
	s.hangUp(ctx, true)
	return nil
}

// Send sends one letter; see mail.Courier.
func (c *Courier) Send(ctx context.Context, e mail.Envelope) error {
	l, err := prepare(e)
	if err != nil {
		return err
	}
	if c.cfg.Sign != nil {
		if l.raw, err = c.cfg.Sign(l.raw); err != nil {
			// It is our own fault and this letter's alone: it waits for a version of
			// the program that can sign it, and no other letter waits with it.
			return fmt.Errorf("%w: it cannot be signed: %w", mail.ErrDeferred, err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if s := c.takeKept(); s != nil {
		err := s.send(ctx, l)
		if err == nil {
			c.keep(s)
			return nil
		}
		s.hangUp(ctx, answered(err))
		if !stale(err) || ctx.Err() != nil {
			return err
		}
		// The server hung up while the connection lay idle, as is its right.
	}
	s, err := dial(ctx, &c.cfg)
	if err != nil {
		return err
	}
	if err := s.send(ctx, l); err != nil {
		s.hangUp(ctx, answered(err))
		return err
	}
	c.keep(s)
	return nil
}

// answered tells whether the server still talks, so that QUIT makes sense.
func answered(err error) bool {
	var said *smtp.SMTPError
	return classified(err) || errors.As(err, &said)
}

// stale tells whether a letter that failed on a kept connection can be said again
// on a fresh one: the connection failed or the server closed it (421, RFC 5321
// section 3.8), and the final dot was not said.
func stale(err error) bool {
	var dotted errDotted
	if errors.As(err, &dotted) {
		return false
	}
	var said *smtp.SMTPError
	if errors.As(err, &said) {
		return said.Code == 421
	}
	return !answered(err)
}

// takeKept returns the kept session, if it is still young.
func (c *Courier) takeKept() *session {
	s := c.kept
	if s == nil {
		return nil
	}
	c.kept = nil
	c.idle.Stop() // if it runs already, it finds another session or none
	if time.Since(s.born) > maxAge {
		s.hangUp(context.Background(), true)
		return nil
	}
	return s
}

func (c *Courier) keep(s *session) {
	c.kept = s
	c.idle = time.AfterFunc(c.maxIdle, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.kept == s {
			c.kept = nil
			s.hangUp(context.Background(), true)
		}
	})
}

// Close hangs up; see mail.Courier.
func (c *Courier) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.kept; s != nil {
		c.kept = nil
		c.idle.Stop()
		s.hangUp(context.Background(), true)
	}
	return nil
}

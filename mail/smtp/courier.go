package smtp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// Courier implements mail.Courier over SMTP.
type Courier struct {
	cfg     CourierConfig
	pool    *pool
	maxIdle time.Duration // maxIdle, except in tests
}

var _ mail.Courier = (*Courier)(nil)

// NewCourier checks the configuration; it does not dial.
func NewCourier(cfg CourierConfig) (*Courier, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	return &Courier{cfg: cfg, pool: newPool(cfg.Connections), maxIdle: maxIdle}, nil
}

// Check connects, logs in and disconnects, to find out at the start whether messages can
// be sent.
func (c *Courier) Check(ctx context.Context) error {
	s, err := dial(ctx, &c.cfg)
	if err != nil {
		return err
	}
	s.hangUp(ctx, true)
	return nil
}

// Send sends one message; see mail.Courier. It waits while CourierConfig.Connections
// messages are being sent.
func (c *Courier) Send(ctx context.Context, e mail.Envelope) error {
	m, err := prepare(e)
	if err != nil {
		return err
	}
	if c.cfg.Sign != nil {
		if m.raw, err = c.cfg.Sign(m.raw); err != nil {
			// This is a bug of ours that concerns this message only: it waits for a version
			// of the program that can sign it, and the others go on.
			return fmt.Errorf("%w: it cannot be signed: %w", mail.ErrDeferred, err)
		}
	}
	for {
		s, err := c.pool.take(ctx)
		if err != nil {
			return err
		}
		s, dialled, err := c.say(ctx, s, m)
		// Each round allows one connection less, down to one.
		again := err != nil && ctx.Err() == nil && refusesBeside(err, dialled) && c.pool.narrow(ctx)
		c.pool.give(s, c.maxIdle)
		if !again {
			return err
		}
	}
}

// say sends a message on a session, or on a new one if s is nil or turns out to be dead.
// It returns the session if another message can use it. dialled reports that a new
// session could not be opened.
func (c *Courier) say(ctx context.Context, s *courierSession, m message) (kept *courierSession, dialled bool,
	err error) {
	if s != nil {
		if err := s.send(ctx, m); err == nil {
			return s, false, nil
		} else if c.pool.hangUp(ctx, s, answered(err)); !stale(err) || ctx.Err() != nil {
			return nil, false, err
		}
		// The server closed the connection while it was idle, as it may.
	}
	if s, err = c.pool.dial(ctx, &c.cfg); err != nil {
		return nil, true, err
	}
	if err := s.send(ctx, m); err != nil {
		c.pool.hangUp(ctx, s, answered(err))
		return nil, false, err
	}
	return s, false, nil
}

// answered reports whether the server still answers, so that QUIT makes sense.
func answered(err error) bool {
	var said *smtp.SMTPError
	return classified(err) || errors.As(err, &said)
}

// stale reports whether a message that failed on a kept connection can be sent again on a
// new one: the connection failed or the server closed it (421, RFC 5321 section 3.8), and
// the final dot was not sent.
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

// Close closes the connections; see mail.Courier.
func (c *Courier) Close() error {
	c.pool.close()
	return nil
}

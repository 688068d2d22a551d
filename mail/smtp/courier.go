package smtp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// Courier is the mail.Courier over SMTP.
type Courier struct {
	cfg     CourierConfig
	pool    *pool
	maxIdle time.Duration // maxIdle, but in tests
}

var _ mail.Courier = (*Courier)(nil)

// NewCourier checks the configuration; it does not dial.
func NewCourier(cfg CourierConfig) (*Courier, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	return &Courier{cfg: cfg, pool: newPool(cfg.Connections), maxIdle: maxIdle}, nil
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

// Send sends one letter; see mail.Courier. It waits while Config.Connections
// letters are on their way.
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
	for {
		s, err := c.pool.take(ctx)
		if err != nil {
			return err
		}
		s, dialled, err := c.say(ctx, s, l)
		// With each turn there is room for one connection less, and at last for one.
		again := err != nil && ctx.Err() == nil && refusesBeside(err, dialled) && c.pool.narrow(ctx)
		c.pool.give(s, c.maxIdle)
		if !again {
			return err
		}
	}
}

// say says a letter on a session, or on a fresh one if there is none or it turns out
// to be dead. It returns the session, if that is good for another letter; dialled
// says that it was the fresh one that could not be had.
func (c *Courier) say(ctx context.Context, s *courierSession, l letter) (kept *courierSession, dialled bool, err error) {
	if s != nil {
		if err := s.send(ctx, l); err == nil {
			return s, false, nil
		} else if c.pool.hangUp(ctx, s, answered(err)); !stale(err) || ctx.Err() != nil {
			return nil, false, err
		}
		// The server hung up while the connection lay idle, as is its right.
	}
	if s, err = c.pool.dial(ctx, &c.cfg); err != nil {
		return nil, true, err
	}
	if err := s.send(ctx, l); err != nil {
		c.pool.hangUp(ctx, s, answered(err))
		return nil, false, err
	}
	return s, false, nil
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

// Close hangs up; see mail.Courier.
func (c *Courier) Close() error {
	c.pool.close()
	return nil
}

package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail"
)

// growthDigests is what writing digests took, and moves beside it.
type growthDigests struct {
	written       int
	took, cpu     time.Duration
	alone, beside durations // from the mailbox to the courier
}

// writeDigests lets a daemon write digests that are due at once, with a stream
// of moves beside it.
func (g *growth) writeDigests(ctx context.Context, n Growth) error {
	s := &stream{growth: g, pause: n.Pause, carry: n.Carry, taken: make(chan bool, 1)}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- g.desk.Run(ctx, s, s) }()
	defer func() { stop(); <-ended }()
	// Half as many moves alone as letters were measured.
	for len(s.times) < max(n.Letters/2, 10) {
		if err := s.one(ctx, ended); err != nil {
			return err
		}
	}
	g.digests.alone, s.times = s.times, nil
	due, err := g.makeDue(ctx, n.Digests)
	if err != nil {
		return err
	}
	began, cpu := time.Now(), cli.ProcessorTime()
	for g.digests.took == 0 {
		if err := s.one(ctx, ended); err != nil {
			return err
		}
		waits := false
		err := g.db.View(ctx, func(tx *db.Tx) error {
			_, err := tx.NextDigest()
			if waits = err == nil; errors.Is(err, db.ErrNotFound) {
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
		if !waits {
			g.digests.took, g.digests.cpu = time.Since(began), cli.ProcessorTime()-cpu
		}
	}
	g.digests.beside, g.digests.written = s.times, due
	return nil
}

// makeDue makes at most so many digests due now.
func (g *growth) makeDue(ctx context.Context, most int) (due int, err error) {
	err = g.db.Update(ctx, func(tx *db.Tx) error {
		due = 0
		for id := int64(1); id <= g.players && due < most; id++ {
			p, err := tx.Player(id)
			if err != nil {
				return err
			}
			if p.Digest == "off" {
				continue
			}
			p.DigestDue = tx.Now
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
			due++
		}
		return nil
	})
	return due, err
}

// stream is a mailbox into which one move comes after the other, and the courier
// of the answers.
type stream struct {
	*growth
	pause, carry time.Duration
	offered      atomic.Pointer[growthMove]
	waits        atomic.Pointer[growthMove] // the move whose answer is waited for
	taken        chan bool
	times        durations
}

// one plays one move and waits until the courier has the answer.
func (s *stream) one(ctx context.Context, ended chan error) error {
	m, err := s.move(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	s.waits.Store(&m)
	s.offered.Store(&m)
	select {
	case <-s.taken:
	case err := <-ended:
		ended <- err
		return errors.Join(err, errors.New("the daemon ended"))
	case <-time.After(time.Minute):
		return fmt.Errorf("nothing came of a letter in game %d in a minute", m.game)
	}
	s.times = append(s.times, time.Since(began))
	if !sleepFor(ctx, s.pause) {
		return ctx.Err()
	}
	return s.check(ctx, m)
}

// Collect hands over what is offered.
func (s *stream) Collect(ctx context.Context, keep func(context.Context, ...mail.Arrival) error) (int, error) {
	m := s.offered.Swap(nil)
	if m == nil {
		return 0, nil
	}
	return 1, keep(ctx, m.arrival)
}

// Name is of no mailbox that a server has.
func (s *stream) Name() string { return "bench" }

// Wait waits a millisecond for the next.
func (s *stream) Wait(ctx context.Context) error {
	sleepFor(ctx, time.Millisecond)
	return ctx.Err()
}

// Send takes a letter, and tells if it is about the ply that is waited for.
func (s *stream) Send(ctx context.Context, e mail.Envelope) error {
	header, m := e.Raw[:min(len(e.Raw), 4096)], s.waits.Load()
	if m != nil && bytes.Contains(header, fmt.Appendf(nil, "\nTurnpost-Game: %d\r\n", m.game)) &&
		bytes.Contains(header, fmt.Appendf(nil, "\nTurnpost-Ply: %d\r\n", m.plies+1)) && s.waits.CompareAndSwap(m, nil) {
		s.taken <- true
	}
	sleepFor(ctx, s.carry)
	return nil
}

func (s *stream) Close() error { return nil }

// sleepFor waits, and reports false if ctx is done before.
func sleepFor(ctx context.Context, t time.Duration) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/mail/smtpout"
)

// correspondents write letters to the robot, of which so many seats have one
// each on its way, and hear the answers.
type correspondents interface {
	// write is the next letter of a seat; false when it has no more.
	write(seat int) (mail.Envelope, bool)
	// hear takes an answer. It reports the seat that it makes free, if any.
	hear(e mail.Envelope) (seat int, done bool)
}

// load drives one daemon through its servers, and keeps the time.
type load struct {
	people correspondents
	at     place
	heard  chan heard
	began  time.Time
}

func newLoad(people correspondents, at place) *load {
	return &load{people: people, at: at, heard: make(chan heard, 1<<16), began: time.Now()}
}

// accepted notes an answer at the moment when the server has taken it.
func (l *load) accepted(e mail.Envelope) {
	l.heard <- heard{e, time.Since(l.began).Nanoseconds()}
}

// during runs a daemon while f measures it. The daemon's failure ends f.
func (l *load) during(ctx context.Context, daemon, f func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group.Go(func() error { return daemon(ctx) })
	group.Go(func() error { defer cancel(); return f(ctx) })
	return group.Wait()
}

// silence is how long a letter may stay without an answer before the bench
// is given up.
const silence = time.Minute

var errSilence = fmt.Errorf("no answer came for %s", silence)

func (l *load) listen(ctx context.Context) (heard, error) {
	timer := time.NewTimer(silence)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return heard{}, ctx.Err()
	case <-timer.C:
		return heard{}, errSilence
	case h := <-l.heard:
		return h, nil
	}
}

// tempo is what a full mailbox took.
type tempo struct {
	letters   int
	took, cpu time.Duration
}

// witness looks on while the throughput is measured.
type witness struct {
	started  func() error // when the clock starts
	stopped  func()       // and when it stops
	answered func(seat int)
}

// nobody looks on.
func nobody() witness {
	return witness{func() error { return nil }, func() {}, func(int) {}}
}

// throughput plays letters while others wait in the mailbox all the time: each
// seat writes again as soon as it is answered. The first letters of all seats
// are not counted, and after the last that counts the others are answered too.
func (l *load) throughput(ctx context.Context, seats, letters int, w witness) (tempo, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	outbox := make(chan mail.Envelope, seats)
	for range 2 {
		courier, err := smtpout.New(l.at.submit)
		if err != nil {
			return tempo{}, err
		}
		group.Go(func() error {
			defer courier.Close()
			for e := range outbox {
				if err := courier.Send(ctx, e); err != nil {
					return fmt.Errorf("handing a letter in: %w", err)
				}
			}
			return nil
		})
	}
	var pace tempo
	group.Go(func() error {
		defer close(outbox)
		waiting, done := 0, 0
		write := func(seat int) {
			if e, ok := l.people.write(seat); ok {
				outbox <- e
				waiting++
			}
		}
		for seat := range seats {
			write(seat)
		}
		warm, last := seats, seats+letters
		var from int64
		var cpu time.Duration
		for waiting > 0 {
			h, err := l.listen(ctx)
			if err != nil {
				return fmt.Errorf("after %d letters: %w", done, err)
			}
			seat, ok := l.people.hear(h.Envelope)
			if !ok {
				continue
			}
			waiting--
			done++
			w.answered(seat)
			switch done {
			case warm:
				if err := w.started(); err != nil {
					return err
				}
				from, cpu = h.at, cli.ProcessorTime()
			case last:
				pace = tempo{letters, time.Duration(h.at - from), cli.ProcessorTime() - cpu}
				w.stopped()
			}
			if done < last {
				write(seat)
			}
		}
		return nil
	})
	err := group.Wait()
	if err == nil && pace.letters == 0 {
		err = errors.New("the games were over too soon")
	}
	return pace, err
}

// rest is the pause between two letters that are measured alone: long enough
// for the daemon to idle again.
const rest = 20 * time.Millisecond

// latency plays letters one at a time, each to a daemon at rest, and tells how
// long after a letter was handed in its second answer was accepted, sorted.
func (l *load) latency(ctx context.Context, seats, letters int) ([]time.Duration, error) {
	courier, err := smtpout.New(l.at.submit)
	if err != nil {
		return nil, err
	}
	defer courier.Close()
	var took []time.Duration
	for n := 0; len(took) < letters; n++ {
		if n > 2*letters+seats {
			return nil, errors.New("the games were over too soon")
		}
		e, ok := l.people.write(n % seats)
		if !ok {
			continue
		}
		if err := courier.Send(ctx, e); err != nil {
			return nil, fmt.Errorf("handing a letter in: %w", err)
		}
		delivered := time.Since(l.began)
		for done := false; !done; {
			h, err := l.listen(ctx)
			if err != nil {
				return nil, err
			}
			if _, done = l.people.hear(h.Envelope); done {
				// A daemon that is fast may have answered before we heard that the
				// letter was taken.
				took = append(took, max(time.Duration(h.at)-delivered, 0))
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rest):
		}
	}
	slices.Sort(took)
	return took, nil
}

// percentile is the least value that is not below p percent of sorted ones.
func percentile(sorted []time.Duration, p int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)*p+99)/100-1]
}

package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/mail"
	"turnpost/mail/postoffice"
)

// Daemons is what is to be measured of several daemons on one database.
type Daemons struct {
	URL     string // of a PostgreSQL database; empty: SQLite alone
	Letters int
	Pairs   int // games at the same time
	// Network is how long a message takes to the server, and how long back: PostgreSQL is
	// measured beside itself, too, and once more on each such network.
	Network []time.Duration
}

func (b *Bench) daemonsPart(ctx context.Context, full bool) ([]Table, error) {
	o := Daemons{URL: b.Postgres, Letters: 40, Pairs: 10}
	if full {
		o.Letters, o.Pairs = 2000, 50
	}
	return b.Daemons(ctx, o)
}

// run is some daemons on a database.
type run struct {
	server  bool // it is PostgreSQL's
	delay   time.Duration
	daemons int
}

func (r run) name() string {
	switch {
	case !r.server:
		return "SQLite"
	case r.delay == 0:
		return "PostgreSQL"
	}
	return fmt.Sprintf("PostgreSQL, %v away", r.delay)
}

// runs are all that is measured, in its order.
func (o Daemons) runs() []run {
	all := []run{{daemons: 1}}
	if o.URL == "" {
		return all
	}
	for _, delay := range append([]time.Duration{0}, o.Network...) {
		for _, daemons := range []int{1, 2, 4} {
			all = append(all, run{true, delay, daemons})
		}
	}
	return all
}

// together is what some daemons did.
type together struct {
	rate, cpu, anew, trips float64
}

// Daemons measures plays by one daemon on SQLite and by one, two and four on
// PostgreSQL, with a post that costs nothing, also where the server is on a network.
func (b *Bench) Daemons(ctx context.Context, o Daemons) ([]Table, error) {
	t := Table{
		title: "Letters: engines and daemons",
		head:  []string{"database", "daemons", "letters/s", "to SQLite", "to one", "CPU ms", "trips", "anew %"},
		notes: []string{fmt.Sprintf("%d plies of %d games without pictures, whose letters come and go at no cost. CPU is of this process, with all daemons, for a ply: what a PostgreSQL server takes beside it is not in it. Trips are how often its answer was waited for, for a ply. Anew are the transactions that began once more, to those that played. A server that is 1ms away answers 2 ms later, and its machine's processors are these: beside itself the processors are the limit, and away the way is, for which a daemon waits and another one does not.", o.Letters, o.Pairs)},
	}
	var files, ones float64
	for _, c := range o.runs() {
		where, clean := o.URL, func() {}
		var err error
		switch {
		case !c.server:
			dir, err := os.MkdirTemp("", "turnpost-bench-")
			if err != nil {
				return nil, exit.With(exit.Database, err)
			}
			where, clean = filepath.Join(dir, "turnpost.db"), func() { os.RemoveAll(dir) }
		case c.delay > 0:
			if where, clean, err = distant(ctx, o.URL, c.delay); err != nil {
				return nil, exit.With(exit.Database, err)
			}
		}
		f, err := b.together(ctx, o, where, c.daemons)
		clean()
		if err != nil {
			return nil, fmt.Errorf("%d daemons on %s: %w", c.daemons, c.name(), err)
		}
		if !c.server {
			files = f.rate
		}
		if c.daemons == 1 {
			ones = f.rate
		}
		t.add(c.name(), strconv.Itoa(c.daemons), fmt.Sprintf("%.0f", f.rate), fmt.Sprintf("%.2f", f.rate/files), fmt.Sprintf("%.2f", f.rate/ones),
			fmt.Sprintf("%.2f", f.cpu), fmt.Sprintf("%.1f", f.trips), fmt.Sprintf("%.1f", f.anew))
	}
	return []Table{t}, nil
}

// together lets some daemons play on one database.
func (b *Bench) together(ctx context.Context, o Daemons, where string, daemons int) (f together, err error) {
	player := *b
	player.Games = withoutPictures(b.Games)
	var begun, played atomic.Int64
	var all []*daemon.Daemon
	var at place
	for range daemons {
		a, d, release, err := player.openDaemon(ctx, Servers{}, where)
		if err != nil {
			return f, err
		}
		defer release()
		d.DB.Trace(func(query string) {
			if strings.HasPrefix(query, "UPDATE inbox SET sender") {
				begun.Add(1)
			}
		})
		d.OnStep(func(step string) {
			if step == "played" {
				played.Add(1)
			}
		})
		at, all = a, append(all, d)
	}
	tag := strconv.FormatInt(time.Now().UnixMilli(), 36)
	people, err := newCrowd(at.config.Robot.Address, player.Games, o.Pairs, o.Letters/o.Pairs+8, func(word string) string { return at.address(word + "-" + tag) })
	if err == nil {
		err = settleFloor(ctx, all[0]) // what the run before has left
	}
	if err == nil {
		err = people.seed(ctx, all[0], at.config.Trust.AuthservID)
	}
	if err != nil {
		return f, fmt.Errorf("beginning the games: %w", err)
	}
	trips := func() (n int64) {
		for _, d := range all {
			n += d.DB.Trips()
		}
		return n
	}
	var before int64
	l := newLoad(people, at)
	boxes := make([]*postoffice.Box, daemons)
	for i := range boxes {
		boxes[i] = postoffice.NewBox(fmt.Sprintf("box %d of %s", i, tag), o.Pairs+1)
	}
	err = l.during(ctx, func(ctx context.Context) error {
		group, ctx := errgroup.WithContext(ctx)
		for i, d := range all {
			group.Go(func() error { return d.Desk().Run(ctx, boxes[i], taker{l.accepted}) })
		}
		return group.Wait()
	}, func(ctx context.Context) error {
		pace, err := l.exchange(ctx, boxes, o, func() { begun.Store(0); played.Store(0); before = trips() })
		f.rate, f.cpu = perSecond(uint64(pace.letters), pace.took), float64(pace.cpu.Microseconds())/1000/float64(max(pace.letters, 1))
		f.trips = float64(trips()-before) / float64(max(pace.letters, 1))
		f.anew = 100 * float64(max(begun.Load()-played.Load(), 0)) / float64(max(played.Load(), 1))
		return err
	})
	return f, err
}

// exchange is throughput by boxes in memory. The first letters of all seats are not
// counted.
func (l *load) exchange(ctx context.Context, boxes []*postoffice.Box, o Daemons, started func()) (pace tempo, err error) {
	written, done := 0, 0
	write := func(seat int) {
		if e, ok := l.people.write(seat); ok {
			boxes[written%len(boxes)].Put(e.Raw)
			written++
		}
	}
	for seat := range o.Pairs {
		write(seat)
	}
	var from int64
	var cpu time.Duration
	for {
		h, err := l.listen(ctx)
		if err != nil {
			return pace, fmt.Errorf("after %d letters: %w", done, err)
		}
		seat, ok := l.people.hear(h.Envelope)
		if !ok {
			continue
		}
		switch done++; done {
		case o.Pairs:
			started()
			from, cpu = h.at, cli.ProcessorTime()
		case o.Pairs + o.Letters:
			return tempo{o.Letters, time.Duration(h.at - from), cli.ProcessorTime() - cpu}, nil
		}
		write(seat)
	}
}

// taker is a courier whose letters arrive at once.
type taker struct{ accepted func(mail.Envelope) }

func (t taker) Send(_ context.Context, e mail.Envelope) error { t.accepted(e); return nil }
func (taker) Close() error                                    { return nil }

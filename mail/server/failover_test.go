package server_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/patroni"
	"turnpost/db/dbtest/skiptest"
)

var (
	failovers = flag.Int("failovers", 1, "how often TestFailover takes the primary away")
	ttl       = flag.Duration("ttl", 30*time.Second, "for how long a primary that says nothing stays it (Patroni's ttl)")
	pooled    = flag.Bool("pooled", false, "whether TestFailover goes by PgBouncer")
	think     = flag.Duration("think", 100*time.Millisecond, "how long a player of TestFailover looks at a letter")
)

// TestFailover plays games by four daemons on a cluster of three PostgreSQL under
// Patroni with a synchronous standby, and takes its primary away, at random: its
// PostgreSQL is killed or stands still, or all of its machine does. Each ply must be
// there once, and a message may have come twice only around such a moment. What it logs
// says how long the players waited. Without flags a PostgreSQL is killed once, for which
// no standby waits until the ttl is over.
//
//	go test ./mail/server -run TestFailover -v -failovers 200 -ttl 20s -timeout 4h
//	go test ./mail/server -run TestFailover -v -failovers 50 -ttl 20s -pooled -timeout 1h
func TestFailover(t *testing.T) {
	if skiptest.Detector {
		t.Skip("what it waits for is in other processes")
	}
	if testing.Short() {
		t.Skip("a cluster takes half a minute")
	}
	t.Parallel()
	c := patroni.Start(t, *ttl)
	where := c.URL()
	if *pooled {
		where = c.Pooled()
	}
	l := &failing{fleet: newFleet(t, where, 0, 4, *think), cluster: c, timeline: 1, random: rand.New(rand.NewPCG(14, uint64(*failovers)))}
	l.watch(t)
	l.progress(t, 1)
	kinds := l.kinds()
	began := time.Now()
	for n := range *failovers {
		kind := kinds[l.random.IntN(len(kinds))]
		if n < len(kinds) {
			kind = kinds[n] // each of them once at least
		}
		l.fail(t, kind)
		if *failovers > 1 { // a cluster that ends need not get whole
			l.settle(t)
		}
	}
	took := time.Since(began)
	l.progress(t, 2)
	ledger := l.finish(t)
	l.primary(t, false)
	// A daemon that could reach no database for longer than its lease does not know
	// whether others took what it had sent over.
	l.stood = (len(l.waits)+l.others)*len(l.daemons) + max(0, l.registered(t)-l.starts)
	for _, d := range l.daemons {
		d.stop()
	}
	bots, lost, doubled := l.checkPlayed(t, ledger)
	copies, refused := ledger.checkCopies(t, l.load, bots)
	require.Zero(t, refused)
	for _, b := range bots {
		for _, r := range b.copies {
			i := slices.IndexFunc(ledger.out, func(o db.Outgoing) bool { return o.MessageID == r.id() })
			require.True(t, l.around(ledger.out[i].SentAt), "%s came twice, and nothing had happened at %v", r.id(), ledger.out[i].SentAt)
		}
	}
	t.Logf("%d failovers and %d by itself in %v (ttl %v, PgBouncer %v): %d plies acknowledged, %d lost, %d doubled; %d letters, %d copies, each around a failover; a PgBouncer ended by itself %d times\n%s",
		len(l.waits), l.others, took.Round(time.Second), *ttl, *pooled, ledger.acknowledged(bots), lost, doubled, len(ledger.out), copies, l.cluster.GivenUp(), l.table())
}

// failing is a fleet on a cluster whose primary goes away.
type failing struct {
	*fleet
	cluster  *patroni.Cluster
	random   *rand.Rand
	waits    []wait
	timeline int // see patroni.Cluster.Primary
	others   int // how often it became another one without us, as on a busy machine

	mu      sync.Mutex
	changes []wait // around each moment at which it became another one, whoever did it
}

// watch notes when the primary becomes another one, until the test ends. The one before may
// have been away for as long as the cluster takes to notice.
func (l *failing) watch(t *testing.T) {
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	last := l.timeline
	go func() {
		for {
			if node, now := l.cluster.Primary(); node >= 0 && now > last {
				last = now
				l.mu.Lock()
				l.changes = append(l.changes, wait{from: time.Now().Add(-2 * *ttl), to: time.Now()})
				l.mu.Unlock()
			}
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
}

// primary waits for a primary, and notes whether it is another one than it was, and
// whether that is our doing.
func (l *failing) primary(t *testing.T, ours bool) (node, timeline int) {
	t.Helper()
	began := time.Now()
	for node, timeline = l.cluster.Primary(); node < 0; node, timeline = l.cluster.Primary() {
		require.Less(t, time.Since(began), patience, "the cluster has no primary")
		time.Sleep(100 * time.Millisecond)
	}
	if !ours {
		l.others += timeline - l.timeline
	}
	l.timeline = timeline
	return node, timeline
}

// settle waits until all is as before the last time.
func (l *failing) settle(t *testing.T) {
	l.cluster.Whole()
	l.primary(t, true)
	last := &l.waits[len(l.waits)-1]
	last.to = time.Now()
	t.Logf("the cluster is whole after %v", last.to.Sub(last.from).Round(100*time.Millisecond))
}

// wait is what came of one time.
type wait struct {
	kind     string
	from, to time.Time     // when it happened, and when all was as before, or all played again
	promoted time.Duration // after that another primary was there; 0: the old one stayed it
	pause    time.Duration // the longest that a pair of players got no message
}

// outage is a way in which a primary goes away.
type outage struct {
	name   string
	happen func(node int)
	mend   func(node int)
	brief  bool // it is over before others notice, or about then
}

func (l *failing) kinds() []outage {
	c := l.cluster
	return []outage{
		{"PostgreSQL killed", c.Crash, func(int) {}, false},
		{"machine stands still", c.Freeze, c.Thaw, false},
		{"machine killed", c.Kill, c.Start, false},
		{"PostgreSQL stands still", c.FreezeServer, c.Thaw, false},
		{"machine stands still for a while", c.Freeze, c.Thaw, true},
	}
}

// fail takes the primary away, waits until all pairs play again, and mends it.
func (l *failing) fail(t *testing.T, kind outage) {
	t.Helper()
	node, timeline := l.primary(t, false)
	w := wait{kind: kind.name, from: time.Now()}
	kind.happen(node)
	mended := !kind.brief
	back := w.from.Add(time.Duration(l.random.Int64N(int64(*ttl) * 3 / 2)))
	promoted := make(chan time.Duration, 1)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			if _, now := l.cluster.Primary(); now > timeline {
				promoted <- time.Since(w.from)
				return
			}
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	counts, over := l.counts(), false
	got, last := make([]int, len(counts)), slices.Repeat([]time.Time{w.from}, len(counts))
	for !over || slices.Min(got) < 2 {
		if time.Since(w.from) > 2*patience {
			require.FailNow(t, "a pair gets no letters", "%s: %v\n%s", kind.name, got, l.waiting(t))
		}
		l.check(t)
		time.Sleep(10 * time.Millisecond)
		now := l.counts()
		for i := range now {
			if now[i] > counts[i] {
				w.pause = max(w.pause, time.Since(last[i]))
				got[i], last[i] = got[i]+1, time.Now()
			}
		}
		counts = now
		select {
		case w.promoted = <-promoted:
			over = true
			clear(got)
		default:
		}
		if !mended && time.Now().After(back) {
			kind.mend(node)
			mended, over = true, true
			clear(got)
		}
	}
	if !kind.brief {
		kind.mend(node)
	}
	l.primary(t, true)
	w.to = time.Now()
	l.waits = append(l.waits, w)
	t.Logf("%s: another primary after %v, the longest pause %v", w.kind, w.promoted.Round(100*time.Millisecond), w.pause.Round(100*time.Millisecond))
}

// around reports whether a moment was close to one at which the primary went away, by
// itself too.
func (l *failing) around(at time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(slices.Concat(l.waits, l.changes), func(w wait) bool {
		return at.After(w.from.Add(-time.Second)) && at.Before(w.to.Add(time.Minute))
	})
}

// table tells how long players waited, by what had happened.
func (l *failing) table() string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', tabwriter.Debug)
	fmt.Fprintln(w, "the primary's\t times\t another after, p50\t pause p50\t p99\t longest\t")
	row := func(name string, of func(wait) bool) {
		var pauses, promoted []time.Duration
		for _, x := range l.waits {
			if of(x) {
				pauses, promoted = append(pauses, x.pause), append(promoted, x.promoted)
			}
		}
		if len(pauses) == 0 {
			return
		}
		at := func(of []time.Duration, percent int) time.Duration {
			slices.Sort(of)
			return of[(len(of)*percent+99)/100-1].Round(100 * time.Millisecond)
		}
		fmt.Fprintf(w, "%s\t %d\t %v\t %v\t %v\t %v\t\n", name, len(pauses), at(promoted, 50), at(pauses, 50), at(pauses, 99), at(pauses, 100))
	}
	for _, kind := range l.kinds() {
		row(kind.name, func(x wait) bool { return x.kind == kind.name })
	}
	row("all", func(wait) bool { return true })
	w.Flush()
	return b.String()
}

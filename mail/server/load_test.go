package server_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
	"turnpost/mail/mailtest"
	"turnpost/rules/all"
)

// load is a station with a daemon that reaches its servers through proxies, and
// pairs of bots that play one game after the other, by their own way.
type load struct {
	station
	in    *mailtest.Proxy
	out   *mailtest.SMTPProxy
	pairs [][2]*scriptedPlayer

	ahead atomic.Int64    // of the daemon's clock
	spun  bool            // it was set forward and back, so that plies are of the future
	quiet atomic.Bool     // bots read, and write no more
	think time.Duration   // how long they look at a message before they answer
	mails []*atomic.Int64 // by bot: how many came
	posts []*atomic.Int64 // and how many it wrote
	busy  atomic.Int64    // bots that are writing
	turns []*sync.Mutex   // by bot: it reads and writes one mail at a time
	came  sync.Map        // Message-IDs that a bot has read

	troubles *troubles
	felt     string // what they say of the fault that happens; empty: nothing

	end    context.CancelFunc
	ending sync.WaitGroup
	failed chan error

	stood int // how often a daemon was stopped until others took it for dead
}

// newLoad puts proxies before the servers of a station. The daemon's timeouts
// are such that a test can wait for them.
func newLoad(t *testing.T, s station, pairs int, person func(user string) account) *load {
	l := &load{station: s, failed: make(chan error, 2*pairs)}
	l.in, l.out = mailtest.NewProxy(t, s.IMAP), mailtest.NewSMTPProxy(t, s.SMTP)
	l.IMAP, l.SMTP = l.in.Addr, l.out.Addr
	l.Challenges, l.Timeout, l.AccountPause = 1<<20, 1500*time.Millisecond, 300*time.Millisecond
	l.Connections = 4
	l.troubles = &troubles{Handler: slog.DiscardHandler}
	l.log = l.troubles
	l.now = func() time.Time { return time.Now().Add(time.Duration(l.ahead.Load())) }
	_, domain, _ := strings.Cut(s.Robot, "@")
	for i := range pairs {
		var pair [2]*scriptedPlayer
		for j, name := range []string{"Ada", "Bob"} {
			name += inLetters(i)
			a := person(strings.ToLower(name))
			a.stubborn = true
			pair[j] = newBot(name, domain, a, s.Robot, uint64(100+i), 1)
			l.mails, l.posts = append(l.mails, &atomic.Int64{}), append(l.posts, &atomic.Int64{})
			l.turns = append(l.turns, &sync.Mutex{})
		}
		// Who never wrote is invited once; Bob is an old acquaintance.
		l.knows(t, pair[1])
		l.pairs = append(l.pairs, pair)
	}
	return l
}

// play lets the bots play until finish.
func (l *load) play(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l.end = func() { cancel(); l.ending.Wait() }
	t.Cleanup(l.end)
	for i, pair := range l.pairs {
		game := all.Games()[i%len(all.Games())].Name
		require.NoError(t, pair[0].challenge(pair[1].address, game))
		l.posts[2*i].Store(1)
		for j, b := range pair {
			again := ""
			if j == 0 {
				again = fmt.Sprintf("challenge %s %s as black", pair[1].address, game)
			}
			l.ending.Go(func() {
				if err := l.live(ctx, b, 2*i+j, again); err != nil {
					l.failed <- err
				}
			})
		}
	}
}

// live reads a bot's mailbox for ever, whatever becomes of connections, and
// answers. again is what it writes when a game is over.
func (l *load) live(ctx context.Context, b *scriptedPlayer, number int, again string) error {
	next := imap.UID(1)
	for ctx.Err() == nil {
		box, err := b.account.open(ctx)
		for err == nil {
			box.next = next
			var mails [][]byte
			mails, err = box.wait(ctx)
			next = box.next
			for _, raw := range mails {
				l.busy.Add(1)
				time.Sleep(l.think)
				l.turns[number].Lock()
				err := l.read(b, raw, again)
				l.posts[number].Store(int64(b.posted))
				l.turns[number].Unlock()
				l.busy.Add(-1)
				if err != nil {
					return fmt.Errorf("%s: %w in\n%s", b.name, err, raw)
				}
				l.mails[number].Add(1)
			}
		}
		if box != nil {
			box.close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}

func (l *load) read(b *scriptedPlayer, raw []byte, again string) error {
	message, err := readReceived(raw)
	if err != nil {
		return err
	}
	defer l.came.Store(message.id(), true)
	if l.quiet.Load() {
		if b.wish != "" && (message.doubts("Did you write to me") || message.doubts("Somebody who claims to be you wrote") || message.doubts("could not be sure")) {
			b.doubted++
		} else {
			b.note(message)
		}
		return nil
	}
	ended := b.over[message.game()]
	if err := b.read(message); err != nil {
		return err
	}
	if again != "" && message.over() && !ended {
		return b.answer(message, again)
	}
	return nil
}

// counts is how many mails have come to each pair.
func (l *load) counts() []int64 {
	n := make([]int64, len(l.pairs))
	for i, c := range l.mails {
		n[i/2] += c.Load()
	}
	return n
}

// progress waits until each pair has got n messages more, and moves the daemon's
// clock on meanwhile: a message may wait for its next try. It returns how long it
// took on that clock.
func (l *load) progress(t *testing.T, n int64) time.Duration {
	t.Helper()
	before, began, from := l.counts(), time.Now(), l.now()
	for {
		done := true
		for i, c := range l.counts() {
			done = done && c >= before[i]+n
		}
		if done {
			return l.now().Sub(from)
		}
		select {
		case err := <-l.failed:
			require.NoError(t, err)
		case <-time.After(25 * time.Millisecond):
		}
		if time.Since(began) > patience {
			require.FailNow(t, "a pair gets no letters", "%v, then %v; %q\n%s", before, l.counts(), l.troubles.list(), l.waiting(t))
		}
		if time.Since(began) > time.Second {
			l.ahead.Add(int64(2 * time.Second)) // never as much at once as to seem an absence
		}
	}
}

// waiting tells what waits in the database, for whoever looks for a fault.
func (l *load) waiting(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	d := l.beside(t)
	defer d.Close()
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		in, err1 := tx.ListIncoming(db.IncomingNew, 20)
		out, err2 := tx.ListOutgoing(db.OutgoingQueued, 0, 20)
		daemons, err3 := tx.Daemons()
		leaders, err4 := tx.Leaderships()
		for _, i := range in {
			fmt.Fprintf(&b, "in %d: %d attempts, %d failures, arrived %v, %s\n", i.ID, i.Attempts, i.Failures, i.ArrivedAt, i.Remark)
		}
		for _, o := range out {
			fmt.Fprintf(&b, "out %d to %s: %d attempts, due %v, %s\n", o.ID, o.Recipient, o.Attempts, o.DueAt, o.Remark)
		}
		fmt.Fprintf(&b, "at %v: %v %v", tx.Now, daemons, leaders)
		return errors.Join(err1, err2, err3, err4)
	}))
	return b.String()
}

// beside is in what can be done about games and messages that are not as they were.
var beside = regexp.MustCompile(`until it is right|without the server|stop the server|its bytes are|prove nothing`)

// finish lets the bots write no more, and waits until each message is played and
// each answer has come.
func (l *load) finish(t *testing.T) *ledger {
	t.Helper()
	l.quiet.Store(true)
	d := l.beside(t)
	defer d.Close()
	d.Now = l.now // or what came by the daemon's clock would not have come yet
	for began, left := time.Now(), "all"; left != ""; time.Sleep(25 * time.Millisecond) {
		l.check(t)
		require.Less(t, time.Since(began), patience, "letters are left: %s", left)
		if l.busy.Load() > 0 {
			continue // it may be writing; who begins from now on is quiet
		}
		err := d.View(t.Context(), func(tx *db.Tx) (err error) { left, err = l.left(tx); return err })
		if db.Transient(err) {
			left = err.Error()
			continue
		}
		require.NoError(t, err)
		if strings.Contains(left, "queued") {
			l.ahead.Add(int64(2 * time.Second))
		}
	}
	l.end()
	l.check(t)
	ledger := l.readLedger(t)
	if l.spun { // times and clocks are what it was; games and messages are as they were
		ledger.faults = slices.DeleteFunc(ledger.faults, func(f consistency.Fault) bool { return !beside.MatchString(f.Mend) })
	}
	return ledger
}

// check ends the test when a bot has given up.
func (l *load) check(t *testing.T) {
	t.Helper()
	select {
	case err := <-l.failed:
		require.NoError(t, err)
	default:
	}
}

// left tells which messages are on their way: to the daemon, in its hands, and
// from there to the bots. Empty: none.
func (l *load) left(tx *db.Tx) (string, error) {
	queued, err := tx.ListOutgoing(db.OutgoingQueued, 0, -1)
	if err != nil || len(queued) > 0 {
		return fmt.Sprintf("%d are queued", len(queued)), err
	}
	posted := int64(0)
	for _, n := range l.posts {
		posted += n.Load()
	}
	in, err := tx.ListIncoming("", -1)
	if err != nil {
		return "", err
	}
	// Whatever they are dated: one may have come since this look began.
	unread := slices.ContainsFunc(in, func(i db.Incoming) bool { return i.State == db.IncomingNew })
	if int64(len(in)) < posted || unread {
		return fmt.Sprintf("%d of %d are in, not all of them played", len(in), posted), nil
	}
	sent, err := tx.ListOutgoing(db.OutgoingSent, 0, -1)
	for _, o := range sent {
		if _, came := l.came.Load(o.MessageID); !came {
			return fmt.Sprintf("letter %d has not come", o.ID), err
		}
	}
	return "", err
}

// feel waits until the daemon has met the fault that happens.
func (l *load) feel(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return l.felt == "" || l.troubles.count(l.felt) > 0 }, patience, 5*time.Millisecond, "the daemon feels nothing")
}

// troubles are what the daemon logs for its operator, and each try that failed: the same error
// in a row is logged for the operator only once.
type troubles struct {
	slog.Handler
	mu   sync.Mutex
	said []string
}

func (*troubles) Enabled(context.Context, slog.Level) bool { return true }

func (w *troubles) WithAttrs([]slog.Attr) slog.Handler { return w }

func (w *troubles) WithGroup(string) slog.Handler { return w }

func (w *troubles) Handle(_ context.Context, r slog.Record) error {
	if r.Level < slog.LevelInfo && r.Message != "will try again" {
		return nil
	}
	said := r.Message
	r.Attrs(func(a slog.Attr) bool { said += " " + a.String(); return true })
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, said)
	return nil
}

func (w *troubles) list() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.said...)
}

// count is how many of them hold a word.
func (w *troubles) count(word string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.said {
		if strings.Contains(s, word) {
			n++
		}
	}
	return n
}

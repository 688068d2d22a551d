package server_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

var (
	kills = flag.Int("kills", 12, "how often TestFaults kills the daemon; 1000 takes some minutes")
	stops = flag.Int("stops", 2, "how often TestFaults stops the daemon while letters are being taken")
	span  = flag.Duration("fault", 0, "how much longer each other fault of TestFaults lasts than until it is felt")
)

// fault is something that goes wrong while games are played.
type fault struct {
	name string
	// office makes the servers: the embedded post office, or real ones.
	office func(t *testing.T) *load
	// happen makes the fault, and returns when it is over.
	happen func(t *testing.T, l *load)
	// spawned: happen starts the daemon itself, and leaves one running.
	spawned func(t *testing.T, l *load) (stop func())
	// felt, if not empty, stands in what the daemon says of the fault. Where the
	// fault could be over before the daemon meets it, happen waits for that (feel).
	felt string
	long bool // left out of a short run
	// refused is how many messages the fault had refused for good.
	refused func(l *load) int
	// unrepeated: the fault gives no reason to send anything twice. stalls: it is the
	// daemon's own timeout that ends it.
	unrepeated, stalls bool
}

// TestFaults plays games while something goes wrong, and holds afterwards what
// each player wrote and got against the database: each ply is there once, each
// message came, and a copy came only where the connection broke between the dot
// and the daemon's next word, so that the server's answer may not have been
// heard, or not been noted. The table that it logs is the result.
//
//	go test ./mail/server -run TestFaults -v -kills 1000 -stops 20 -fault 20s -timeout 60m
func TestFaults(t *testing.T) {
	if testing.Short() && os.Getenv("TURNPOST_REAL") != "1" {
		t.Skip("each fault lasts its time; the tests on real servers play under them too")
	}
	t.Parallel() // it waits most of its time
	var (
		mu   sync.Mutex
		rows = map[int]string{}
	)
	began := time.Now()
	t.Run("table", func(t *testing.T) {
		// Faults are waited for: more of them than there are cores happen at once,
		// whatever go test's own limit is.
		var g errgroup.Group
		g.SetLimit(atOnce)
		for i, f := range slices.Backward(faults()) { // the last take longest
			if testing.Short() && f.long {
				continue
			}
			g.Go(func() error {
				t.Run(strings.ReplaceAll(f.name, " ", "_"), func(t *testing.T) {
					row := f.run(t)
					mu.Lock()
					defer mu.Unlock()
					rows[i] = row
				})
				return nil
			})
		}
		require.NoError(t, g.Wait())
	})
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 1, ' ', tabwriter.Debug)
	fmt.Fprintln(w, "fault\t plies acknowledged\t lost\t doubled\t letters\t copies (explained)\t refused\t errors\t recovered in\t")
	for _, i := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintln(w, rows[i])
	}
	w.Flush()
	t.Logf("in %v:\n%s", time.Since(began).Round(time.Second), table.String())
}

// atOnce is how many faults happen at once.
const atOnce = 6

// run plays under one fault, and returns its row of the table.
func (f fault) run(t *testing.T) string {
	l := f.office(t)
	l.felt = f.felt
	// On a busy machine a server's answer may take longer than the usual timeout of
	// these tests, and the message would be sent again.
	switch {
	case f.stalls:
		l.Timeout = 4 * time.Second
	case f.unrepeated:
		l.Timeout = time.Minute
	}
	stop := func() {}
	if f.spawned == nil {
		stop = l.start(t)
	}
	l.play(t)
	if f.spawned == nil {
		l.progress(t, 2) // games run
		f.happen(t, l)
	} else {
		stop = f.spawned(t, l)
	}
	recovered := l.progress(t, 1)
	l.progress(t, 3)
	ledger := l.finish(t)
	stop()

	bots, lost, doubled := l.checkPlayed(t, ledger)
	copies, refused := ledger.checkCopies(t, l, bots)
	if f.unrepeated {
		require.Zero(t, copies)
	}
	if f.felt != "" {
		require.Positive(t, l.troubles.count(f.felt), "the daemon has felt nothing: %q", l.troubles.list())
	}
	want := 0
	if f.refused != nil {
		want = f.refused(l)
	}
	require.Equal(t, want, refused, "letters refused for good")
	return fmt.Sprintf("%s\t %d\t %d\t %d\t %d\t %d (%d)\t %d\t %d\t %v\t", f.name, ledger.acknowledged(bots), lost, doubled,
		len(ledger.out), copies, copies, refused, l.troubles.count(""), recovered.Round(10*time.Millisecond))
}

// checkPlayed holds what the players wrote against the database: each mail counts
// once, and no ply is lost or doubled. It returns the players,
// and those counts.
func (l *load) checkPlayed(t *testing.T, ledger *ledger) (bots []*scriptedPlayer, lost, doubled int) {
	t.Helper()
	posted := 0
	for _, p := range l.pairs {
		bots = append(bots, p[0], p[1])
		posted += p[0].posted + p[1].posted
	}
	require.Equal(t, posted, len(ledger.in), "each mail counts once")
	lost, doubled = ledger.compare(bots)
	require.Zero(t, lost, "plies lost")
	require.Zero(t, doubled, "plies doubled")
	ledger.checkPlies(t, bots...)
	for _, p := range l.pairs {
		checkSecrets(t, p[0], p[1])
	}
	return bots, lost, doubled
}

// acknowledged counts the plies that a message told a player.
func (l *ledger) acknowledged(bots []*scriptedPlayer) (n int) {
	told := map[int64]int{}
	for _, b := range bots {
		for _, r := range b.messages {
			told[r.game()] = max(told[r.game()], r.ply())
		}
	}
	for _, plies := range told {
		n += plies
	}
	return n
}

// compare counts the plies that players wrote and that are not in the games, and
// those that are in the games without being written.
func (l *ledger) compare(bots []*scriptedPlayer) (lost, doubled int) {
	wrote := map[int64]map[int]string{}
	for _, b := range bots {
		for _, r := range b.sent {
			for i, m := range r.moves {
				if wrote[r.game] == nil {
					wrote[r.game] = map[int]string{}
				}
				wrote[r.game][r.ply+i] = string(m)
			}
		}
	}
	for game, moves := range wrote {
		for n, m := range moves {
			if n >= len(l.plies[game]) || l.plies[game][n].Move != m {
				lost++
			}
		}
	}
	for game, plies := range l.plies {
		doubled += max(0, len(plies)-len(wrote[game]))
	}
	return lost, doubled
}

// checkCopies holds the outbox against the mailboxes as checkDelivery does, and
// asks of each copy why it came.
func (l *ledger) checkCopies(t *testing.T, at *load, bots []*scriptedPlayer) (copies, refused int) {
	t.Helper()
	byID := map[string]db.Outgoing{}
	sent := 0
	for _, o := range l.out {
		require.NotContains(t, byID, o.MessageID)
		byID[o.MessageID] = o
		switch o.State {
		case db.OutgoingRefused:
			refused++
		default:
			require.Equal(t, db.OutgoingSent, o.State, "letter %d: %s", o.ID, o.Remark)
			sent++
		}
	}
	arrived := 0
	came, seen := map[string]int{}, map[string]bool{}
	for _, b := range bots {
		arrived += len(b.messages) + b.doubted
		for _, r := range append(slices.Clone(b.messages), b.copies...) {
			o, ok := byID[r.id()]
			require.True(t, ok, "%s has a letter that was never sent: %s", b.name, r.id())
			require.Equal(t, b.address, o.Recipient)
			require.True(t, bytes.HasSuffix(r.raw, servertest.Whole(t, o.Raw)), "letter %d has changed on its way", o.ID)
			// A server that delivers one letter of its queue twice does so by itself.
			if m := queued.FindString(strings.Join(r.Header["Received"], "\n")); m != "" && seen[m] {
				continue
			} else if m != "" {
				seen[m] = true
			}
			came[r.id()]++
		}
		copies += len(b.copies)
	}
	require.Equal(t, sent, arrived, "each letter arrived")
	hopes := at.out.PossibleDuplicates()
	stood := at.stood * max(at.Connections, 1)
	for id, n := range came {
		if n-1 > hopes[id] {
			stood -= n - 1 - hopes[id] // it stood still before the dot of some, or before it noted them
		}
		require.GreaterOrEqual(t, stood, 0, "letter %d (%s) came %d times without a reason", byID[id].ID, id, n)
	}
	return copies, refused
}

// queued is Postfix's name for a message that it took.
var queued = regexp.MustCompile(`\(Postfix\)[^;]* id [0-9A-Za-z]+`)

// officeLoad is a load at the embedded post office.
func officeLoad(t *testing.T) *load {
	s, _ := newOffice(t)
	return newLoad(t, s, 2, s.person)
}

// realLoad is a load at Postfix and Dovecot.
type realLoad struct {
	dovecot *mailtest.Dovecot
	postfix *mailtest.Postfix
}

func (r *realLoad) office(cfg mailtest.DovecotConfig) func(t *testing.T) *load {
	return func(t *testing.T) *load {
		const domain = "play.example"
		r.dovecot = mailtest.StartDovecot(t, cfg)
		r.postfix = mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{domain}, Dovecot: r.dovecot, Login: true})
		s := station{
			Robot: "games@" + domain, IMAP: r.dovecot.IMAPAddr, SMTP: r.postfix.SMTPAddr, User: "games", Password: mailtest.Password,
			Database: dbtest.File(t, "turnpost.db"),
		}
		return newLoad(t, s, 2, func(user string) account {
			a := s.person(user)
			a.glance = 50 * time.Millisecond
			return a
		})
	}
}

package server_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/postoffice"
)

var several = flag.Int("several", 6, "how often TestSeveralDaemons kills one of its daemons")

// TestSeveralDaemons plays games by four daemons on one PostgreSQL database and
// two mailboxes, two daemons at each, kills them at random, and stops some for
// so long that the others take their work over. Each ply must be there once, and
// a message may have come twice only where a daemon died, or stood still, between
// the server's word and its own.
//
//	go test ./mail/server -run TestSeveralDaemons -v -several 200 -timeout 30m
func TestSeveralDaemons(t *testing.T) {
	t.Parallel()
	l := newFleet(t, dbtest.Postgres(t), 1500*time.Millisecond, 4, 0)
	s := l.station
	kills := *several
	if testing.Short() {
		kills /= 4
	}
	random := rand.New(rand.NewPCG(4, 0))
	l.progress(t, 1)
	began := time.Now()
	for n := range kills {
		i := random.IntN(len(l.daemons))
		if n%4 == 3 { // it is taken for dead, and comes back
			l.stood++
			require.NoError(t, l.daemons[i].cmd.Process.Signal(syscall.SIGSTOP))
			time.Sleep(s.Lease + time.Second/2)
			require.NoError(t, l.daemons[i].cmd.Process.Signal(syscall.SIGCONT))
		}
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		l.daemons[i].kill()
		require.Error(t, l.daemons[i].wait())
		if n%2 == 0 { // the others take over
			time.Sleep(time.Duration(random.Int64N(int64(2 * s.Lease))))
		}
		l.launch(t, i)
	}
	l.progress(t, 2)
	played := time.Since(began)

	// A daemon holds a mailbox; when it is killed another one at that mailbox
	// follows, and messages go on. Nobody may hold it just now: its holder was killed last.
	var holder string
	require.Eventually(t, func() bool {
		holder = l.holder(t, "localhost")
		return holder != ""
	}, patience, 10*time.Millisecond, "nobody holds the mailbox")
	var failover time.Duration
	for i, d := range l.daemons {
		if holder == fmt.Sprint("daemon ", i) {
			at := time.Now()
			d.kill()
			require.Error(t, d.wait())
			require.Eventually(t, func() bool {
				h := l.holder(t, "localhost")
				return h != "" && h != holder
			}, patience, 10*time.Millisecond)
			failover = time.Since(at)
			l.launch(t, i)
		}
	}
	require.NotZero(t, failover, "none of the daemons has the name of the holder")
	l.progress(t, 2)
	ledger := l.finish(t)
	// Who came back after it was taken for dead has a new number: as we made some be,
	// and as a busy machine may without us.
	l.stood += max(0, s.registered(t)-l.starts)
	for _, d := range l.daemons {
		d.stop()
	}

	bots, lost, doubled := l.checkPlayed(t, ledger)
	copies, refused := ledger.checkCopies(t, l.load, bots)
	require.Zero(t, refused)
	t.Logf("%d kills, at most %d times stood still, in %v: %d plies acknowledged, %d lost, %d doubled; %d letters, %d copies (explained); a mailbox is taken over within %v (lease %v)",
		kills, l.stood, played.Round(time.Second), ledger.acknowledged(bots), lost, doubled, len(ledger.out), copies, failover.Round(time.Millisecond), s.Lease)
}

// fleet is a load whose messages four daemons answer, on one database and two mailboxes,
// each in a process of its own.
type fleet struct {
	*load
	second  string // the other mailbox
	daemons []*daemon
	starts  int
}

// newFleet lets daemons with a lease serve a database, and some pairs of players play.
func newFleet(t *testing.T, database string, lease time.Duration, pairs int, think time.Duration) *fleet {
	t.Helper()
	s, _ := newOffice(t)
	other, err := postoffice.Start(postoffice.Config{Domain: officeDomain, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0", MaxMailboxBytes: roomy})
	require.NoError(t, err)
	t.Cleanup(func() { other.Close() })
	s.Database, s.Lease = database, lease
	people := 0
	f := &fleet{daemons: make([]*daemon, 4)}
	f.load = newLoad(t, s, pairs, func(user string) account {
		a := s.person(user)
		if people++; people%4 == 1 || people%4 == 2 { // every other pair writes to the other mailbox
			a.smtp = other.SMTPAddr()
		}
		return a
	})
	f.think = think
	// A mailbox is known by its host, without the port.
	_, port, err := net.SplitHostPort(other.IMAPAddr())
	require.NoError(t, err)
	f.second = net.JoinHostPort("localhost", port)
	for i := range f.daemons {
		f.launch(t, i)
	}
	f.play(t)
	return f
}

// launch starts a daemon.
func (f *fleet) launch(t *testing.T, i int) {
	t.Helper()
	f.starts++
	at := f.station
	if at.Name = fmt.Sprint("daemon ", i); i%2 == 1 {
		at.IMAP = f.second
	}
	f.daemons[i] = at.spawn(t, "", 0)
}

// A daemon whose claim was made without its knowledge, because the answer to COMMIT was
// lost, finds the message and sends it, and does not wait for the end of its lease.
func TestALostClaimIsFound(t *testing.T) {
	t.Parallel()
	s, _ := newOffice(t)
	s.Database, s.Lease = dbtest.Postgres(t), 1500*time.Millisecond
	s.start(t)
	s.joined(t, 1)
	d, err := db.Open(t.Context(), s.Database)
	require.NoError(t, err)
	defer d.Close()
	var message int64
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		daemons, err := tx.Daemons()
		require.NoError(t, err)
		ada, err := tx.AddPlayer("ada@"+officeDomain, "ada@"+officeDomain, "Ada")
		require.NoError(t, err)
		message, err = tx.EnqueueAs(db.Outgoing{Player: ada.ID, Kind: "turn", MessageID: "1@" + officeDomain, Sender: s.Robot, Recipient: "ada@" + officeDomain, Raw: []byte("Subject: x\r\n\r\n")}, db.ClassGame)
		require.NoError(t, err)
		claimed, err := tx.Claim(daemons[0].ID, 15*time.Minute, db.Everything)
		require.NoError(t, err)
		require.Equal(t, message, claimed.ID)
		return err
	}))
	require.Eventually(t, func() bool {
		var o db.Outgoing
		require.NoError(t, d.View(t.Context(), func(tx *db.Tx) (err error) { o, err = tx.Message(message); return err }))
		return o.State == db.OutgoingSent
	}, patience, 10*time.Millisecond, "it is frozen")
}

// holder is the daemon that collects from the mailbox at a host; "": none.
func (s station) holder(t *testing.T, host string) (name string) {
	t.Helper()
	d := s.beside(t)
	defer d.Close()
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		leaders, err := tx.Leaderships()
		if err != nil {
			return err
		}
		for _, l := range leaders {
			if l.Leader != 0 && strings.HasPrefix(l.Name, "mailbox ") && strings.Contains(l.Name, host) {
				d, err := tx.Daemon(l.Leader)
				name = d.Name
				return err
			}
		}
		return nil
	}))
	return name
}

// registered is how often a daemon has joined those at a database.
func (s station) registered(t *testing.T) (last int) {
	t.Helper()
	d := s.beside(t)
	defer d.Close()
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		there, err := tx.Daemons()
		for _, one := range there {
			last = max(last, int(one.ID))
		}
		return err
	}))
	return last
}

// joined waits until so many daemons share the database.
func (s station) joined(t *testing.T, daemons int) {
	t.Helper()
	d := s.beside(t)
	defer d.Close()
	require.Eventually(t, func() bool {
		var there []db.Daemon
		require.NoError(t, d.View(t.Context(), func(tx *db.Tx) (err error) { there, err = tx.Daemons(); return err }))
		return len(there) == daemons
	}, patience, 10*time.Millisecond)
}

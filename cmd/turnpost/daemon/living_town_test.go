package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/tournament"
	"turnpost/mail/handler"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
	"turnpost/rules"
	"turnpost/rules/all"
)

// What makes the test binary a daemon that can be killed: the file of its configuration, and
// the one that says how far its clock is ahead of the machine's, in nanoseconds.
const (
	configEnv = "TURNPOST_TEST_CONFIG"
	aheadEnv  = "TURNPOST_TEST_AHEAD"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(configEnv); path != "" {
		if err := serve(path, os.Getenv(aheadEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// serve serves until standard input ends, so that it does not outlive the test.
func serve(path, ahead string) error {
	c, err := config.Load(path)
	if err != nil {
		return err
	}
	c.Archive.Every.Duration = time.Second // less than a configuration may say
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	d, err := New(ctx, c, all.Games(), "", slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		return err
	}
	defer d.Close()
	d.SetClock(clockOf(ahead), 1<<62) // no leap of it is taken for an absence
	d.server.Lease = lease
	return d.Run(ctx)
}

// clockOf is a clock that is ahead of the machine's as a file says.
func clockOf(path string) func() time.Time {
	return func() time.Time {
		text, err := os.ReadFile(path)
		ahead, wrong := strconv.ParseInt(string(text), 10, 64)
		if err != nil || wrong != nil {
			panic(fmt.Sprint(err, wrong)) // of a test alone
		}
		return time.Now().Add(time.Duration(ahead))
	}
}

// town is a post office and people, whom four daemons on one database of PostgreSQL serve,
// each in a process of its own.
type town struct {
	*testing.T
	config   config.Config
	path     string // of its file
	dir      string
	ahead    string
	smtp     *mailtest.SMTPProxy // before the post office, for the daemons
	db       *db.DB
	handler  *handler.Handler // of the test itself, which only asks
	people   map[string]*postoffice.Person
	posted   int
	daemons  [4]*exec.Cmd
	inputs   [4]io.Closer
	random   *rand.Rand
	kills    int
	stood    int          // how many stood still
	launched atomic.Int64 // daemons
	killing  sync.WaitGroup
}

func newTown(t *testing.T, names ...string) *town {
	t.Helper()
	o := openOffice(t)
	w := &town{T: t, dir: dbtest.Dir(t), people: map[string]*postoffice.Person{}, random: rand.New(rand.NewPCG(16, 0)), smtp: mailtest.NewSMTPProxy(t, o.SMTPAddr())}
	w.path, w.ahead = filepath.Join(w.dir, "turnpost.toml"), filepath.Join(w.dir, "ahead")
	where := dbtest.Postgres(t)
	server := func(address string) string {
		host, port, _ := strings.Cut(address, ":")
		return fmt.Sprintf("host = %q\nport = %s\ntls = \"plain\"\nuser = %q\npassword = %q\n", host, port, serverAddress, postoffice.Password)
	}
	require.NoError(t, os.WriteFile(w.path, fmt.Appendf(nil, "[robot]\naddress = %q\n[imap]\npoll = \"1s\"\n%s[smtp]\n%s[database]\nurl = %q\n[trust]\nauthserv_id = %q\n[archive]\ndir = %q\nrecords = true\ncommand = %q\n",
		serverAddress, server(o.IMAPAddr()), server(w.smtp.Addr), where, postoffice.Domain, filepath.Join(w.dir, "site"), "echo run >> ../runs; cp SHA256SUMS ../copying$$ && mv ../copying$$ ../published"), 0o600))
	var err error
	w.config, err = config.Load(w.path)
	require.NoError(t, err)
	w.leap(0)
	w.db, err = db.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { w.db.Close() })
	w.db.Now = clockOf(w.ahead)
	w.handler, err = newHandler(w.config, w.db, all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	for _, name := range names {
		w.people[name], err = postoffice.NewPerson(o, name)
		require.NoError(t, err)
	}
	for i := range w.daemons {
		w.launch(i)
	}
	t.Cleanup(func() {
		w.killing.Wait()
		for i := range w.daemons {
			w.kill(i)
		}
	})
	return w
}

// launch starts a daemon, and kill ends it as a power failure would.
func (w *town) launch(i int) {
	self, err := os.Executable()
	require.NoError(w, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), configEnv+"="+w.path, aheadEnv+"="+w.ahead, "GORACE=atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	cmd.Stderr = os.Stderr
	w.inputs[i], err = cmd.StdinPipe()
	require.NoError(w, err)
	require.NoError(w, cmd.Start())
	w.daemons[i] = cmd
	w.launched.Add(1)
}

func (w *town) kill(i int) {
	if w.daemons[i] == nil {
		return
	}
	_ = w.daemons[i].Process.Kill() // it may have ended, which none does by itself
	err := w.daemons[i].Wait()
	if how, ok := w.daemons[i].ProcessState.Sys().(syscall.WaitStatus); !ok || !how.Signaled() || how.Signal() != syscall.SIGKILL {
		w.Errorf("daemon %d ended before it was killed: %v", i, err)
	}
	w.daemons[i] = nil
}

// patience is how long it waits for what must come: far longer than it takes on a busy machine.
const patience = 3 * time.Minute

// lease is how long a daemon of which nothing is heard is taken for alive.
const lease = 1500 * time.Millisecond

// trouble kills one daemon or two soon, and starts them again. Some stand still before for so
// long that others take their work over, and then go on for a moment.
func (w *town) trouble() {
	w.killing.Wait()
	victims := w.random.Perm(len(w.daemons))[:1+w.random.IntN(2)]
	after := time.Duration(w.random.IntN(900)) * time.Millisecond
	w.kills += len(victims)
	still := w.kills%5 == 0
	if still {
		w.stood += len(victims)
	}
	w.killing.Go(func() {
		if still {
			for _, i := range victims {
				_ = w.daemons[i].Process.Signal(syscall.SIGSTOP)
			}
			time.Sleep(lease + time.Second/2)
			for _, i := range victims {
				_ = w.daemons[i].Process.Signal(syscall.SIGCONT)
			}
		}
		time.Sleep(after)
		for _, i := range victims {
			w.kill(i)
			w.smtp.Died()
		}
		for _, i := range victims {
			w.launch(i)
		}
	})
}

// stop lets all daemons end by themselves.
func (w *town) stop() {
	w.killing.Wait()
	for i, cmd := range w.daemons {
		require.NoError(w, w.inputs[i].Close())
		require.NoError(w, cmd.Wait())
		w.daemons[i] = nil
	}
}

// leap sets the clock ahead.
func (w *town) leap(span time.Duration) {
	at := int64(span)
	if text, err := os.ReadFile(w.ahead); err == nil {
		before, err := strconv.ParseInt(string(text), 10, 64)
		require.NoError(w, err)
		at += before
	}
	require.NoError(w, os.WriteFile(w.ahead+".new", strconv.AppendInt(nil, at, 10), 0o600))
	require.NoError(w, os.Rename(w.ahead+".new", w.ahead))
}

// until sets it to a moment.
func (w *town) until(at time.Time) { w.leap(at.Sub(w.db.Now())) }

// say sends the server a message of somebody's.
func (w *town) say(name string, lines ...string) {
	p := w.people[name]
	require.NoError(w, p.Send(postoffice.FreshMessage(p.Self, serverAddress, strings.Join(lines, "\n"), time.Now())))
	w.posted++
}

// view asks the database.
func (w *town) view(f func(tx *db.Tx) error) {
	require.NoError(w, w.db.View(context.Background(), f))
}

// settle waits until each message is answered and sent, and nothing is due.
func (w *town) settle() {
	began := time.Now()
	for leapt := began; ; time.Sleep(50 * time.Millisecond) {
		left := ""
		w.view(func(tx *db.Tx) (err error) { left, err = w.left(tx); return err })
		if left == "" {
			return
		}
		require.Less(w, time.Since(began), patience, "left: %s", left)
		if strings.Contains(left, "to be sent") && time.Since(leapt) > 2*time.Second {
			w.leap(2 * time.Second) // one may wait for its next try
			leapt = time.Now().Add(-time.Second)
		}
	}
}

// left tells what is still to be done; "": nothing.
func (w *town) left(tx *db.Tx) (string, error) {
	counted := func(query string) (n int, err error) {
		err = tx.Rows(func(scan func(...any) error) error { return scan(&n) }, query)
		return n, err
	}
	in, err := counted(`SELECT count(*) FROM inbox WHERE state <> 'new'`)
	if err != nil || in < w.posted {
		return fmt.Sprintf("%d letters of %d are answered", in, w.posted), err
	}
	out, err := counted(`SELECT count(*) FROM outbox WHERE state = 'queued'`)
	if err != nil || out > 0 {
		return fmt.Sprintf("%d letters are to be sent", out), err
	}
	for _, next := range []func() (string, error){
		func() (string, error) { d, err := handler.NextDue(tx, 0); return d.Name, err },
		func() (string, error) {
			s, err := tournament.NextStep(w.handler.Club, tx)
			if err != nil {
				return "", err
			}
			return s.Name(), nil
		},
		func() (string, error) { d, err := handler.NextFollowerDue(tx); return d.Name, err },
		func() (string, error) {
			_, err := analysis.NextPostMortem(w.handler.Club.Begin(tx, 0), 0)
			return "a post-mortem", err
		},
	} {
		if name, err := next(); !errors.Is(err, db.ErrNotFound) {
			return name, err
		}
	}
	return "", nil
}

// pass lets time pass, in which daemons are killed.
func (w *town) pass(span time.Duration) {
	w.leap(span)
	w.trouble()
	w.settle()
}

// record is a game as it stands.
func (w *town) record(game int64) (r *rules.Record, g db.Game) {
	w.view(func(tx *db.Tx) (err error) {
		if g, err = tx.Game(game); err != nil {
			return err
		}
		table, err := w.handler.Club.Begin(tx, 0).Open(g)
		if err == nil {
			r = table.Record
		}
		return err
	})
	return r, g
}

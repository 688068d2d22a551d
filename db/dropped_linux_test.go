package db_test

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// droppedAt is the environment's name for the server that a test in a network of its own
// is to reach.
const droppedAt = "TURNPOST_TEST_DROPPED_AT"

// A server from whose way packets vanish, with no word to either side: nobody waits for it
// longer than bytes may stay unacknowledged (TCP_USER_TIMEOUT), whatever the system's own
// patience; the server ends the transaction that nobody goes on with, and another daemon
// has what the one that is cut off held as soon as its lease is over. The packets are
// dropped in truth, in a network of the test's own, for which it must be root.
func TestDroppedPackets(t *testing.T) {
	if where := os.Getenv(droppedAt); where != "" {
		w := newNetwork(t, where)
		checkCutOff(t, where, w.url, 0, w.cut, w.mend)
		return
	}
	t.Parallel()
	s := dbtest.OwnPostgres(t)
	if out, err := exec.Command("unshare", "-n", "ip", "link", "add", "va", "type", "veth", "peer", "name", "vb").CombinedOutput(); err != nil {
		t.Skipf("no network of its own (it takes root, unshare and ip): %v: %s", err, out)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command("unshare", "-n", self, "-test.run=^TestDroppedPackets$", "-test.v")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Env = append(os.Environ(), droppedAt+"="+s.URL)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	require.NoError(t, err)
}

// A way that takes everything and carries nothing, as a firewall or a proxy that stands
// still: what was sent is acknowledged, so that only the limit of the asking side ends the wait.
func TestADeafWay(t *testing.T) {
	t.Parallel()
	s := dbtest.OwnPostgres(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := newWay(t, l, s.URL)
	checkCutOff(t, s.URL, w.url, 5*time.Second, w.fallDeaf, w.hear)
}

// checkCutOff cuts the way of a daemon amid a transaction that changes a message that it
// has claimed, and requires that it hears so, that another one gets the message, and that
// the first, when its way is mended, knows that it is no longer its own.
func checkCutOff(t *testing.T, direct, cuttable string, patience time.Duration, cut, mend func()) {
	const lease = 10 * time.Second
	ctx := t.Context()
	one, other := open(t, cuttable), open(t, direct)
	one.Patience = patience
	var a, b int64
	update(t, one, func(tx *db.Tx) (err error) {
		if a, err = tx.Join("a", lease); err != nil {
			return err
		}
		if _, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte("d"), Raw: []byte("mail")}); err != nil {
			return err
		}
		_, err = tx.ClaimIncoming(a)
		return err
	})
	began := time.Now()
	cutOff, amid := make(chan error, 1), make(chan struct{})
	once := sync.OnceFunc(func() { cut(); close(amid) })
	go func() {
		cutOff <- one.Update(ctx, func(tx *db.Tx) error {
			if err := tx.NoteFailure(1, a, "amid"); err != nil {
				return err
			}
			once()
			return tx.NoteSender(1, 1)
		})
	}()
	<-amid
	update(t, other, func(tx *db.Tx) (err error) { b, err = tx.Join("b", time.Hour); return err })
	require.Eventually(t, func() bool {
		err := other.Update(ctx, func(tx *db.Tx) error {
			living, err := tx.Living()
			if err != nil {
				return err
			}
			if len(living) > 1 {
				return errors.New("the first one's lease lasts")
			}
			if err := tx.Leave(a); err != nil {
				return err
			}
			in, err := tx.ClaimIncoming(b)
			if err == nil && in.ID != 1 {
				return errors.New("it is another letter")
			}
			return err
		})
		return err == nil
	}, 5*time.Minute, 100*time.Millisecond)
	t.Logf("taken over %.1f s after the way was cut, with a lease of %s", time.Since(began).Seconds(), lease)
	err := <-cutOff
	t.Logf("who was cut off heard so after %.1f s: %v", time.Since(began).Seconds(), err)
	require.Error(t, err)
	require.True(t, db.Transient(err), "%v", err)
	mend()
	require.Eventually(t, func() bool {
		err = one.Update(ctx, func(tx *db.Tx) error { return tx.NoteFailure(1, a, "after") })
		return errors.Is(err, db.ErrNotFound)
	}, 5*time.Minute, 100*time.Millisecond, "it is the other's: %v", err)
	update(t, other, func(tx *db.Tx) error {
		in, err := tx.Incoming(1)
		require.Zero(t, in.Failures, "what was cut off was not done")
		return err
	})
}

// carrier is a way: it carries connections to a server of tests, which has no other address than a socket.
type carrier struct {
	url  string
	deaf sync.RWMutex // locked while nothing is carried
}

// newWay is a way from a listener to the server of a URL.
func newWay(t *testing.T, l net.Listener, where string) *carrier {
	u, err := url.Parse(where)
	require.NoError(t, err)
	query := u.Query()
	server := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	query.Del("host")
	query.Set("sslmode", "disable") // it is another machine by its address alone
	u.RawQuery, u.Host = query.Encode(), l.Addr().String()
	w := &carrier{url: u.String()}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			s, err := net.Dial("unix", server)
			if err != nil {
				client.Close()
				continue
			}
			go w.carry(client, s)
			go w.carry(s, client)
		}
	}()
	return w
}

func (w *carrier) fallDeaf() { w.deaf.Lock() }
func (w *carrier) hear()     { w.deaf.Unlock() }

func (w *carrier) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		w.deaf.RLock() // also before it hangs up
		if err == nil {
			_, err = to.Write(buf[:n])
		}
		w.deaf.RUnlock()
		if err != nil {
			return
		}
	}
}

// network is a way through two networks with a cable between them, which can be pulled.
type network struct {
	*carrier
	do chan func() // what is done in the other network
}

// newNetwork lays the cable from the network of this process, which has nothing in it.
func newNetwork(t *testing.T, where string) *network {
	w := &network{do: make(chan func())}
	t.Cleanup(func() { close(w.do) })
	tid := make(chan int)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with its network
		if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
			panic(err)
		}
		tid <- syscall.Gettid()
		for f := range w.do {
			f()
		}
	}()
	ip("link", "set", "lo", "up")
	ip("link", "add", "va", "type", "veth", "peer", "name", "vb")
	ip("link", "set", "vb", "netns", fmt.Sprint(<-tid))
	ip("addr", "add", "192.0.2.1/30", "dev", "va") // RFC 5737
	// Each knows where the other is, so that nothing says that it has gone.
	ip("link", "set", "va", "address", "02:00:00:00:00:01")
	ip("neigh", "replace", "192.0.2.2", "lladdr", "02:00:00:00:00:02", "dev", "va", "nud", "permanent")
	ip("link", "set", "va", "up")
	listening := make(chan net.Listener)
	w.do <- func() {
		ip("addr", "add", "192.0.2.2/30", "dev", "vb")
		ip("link", "set", "vb", "address", "02:00:00:00:00:02")
		ip("link", "set", "vb", "up")
		l, err := net.Listen("tcp", "192.0.2.2:0")
		if err != nil {
			panic(err)
		}
		listening <- l
	}
	w.carrier = newWay(t, <-listening, where)
	return w
}

func (w *network) cut()  { w.pull("down") }
func (w *network) mend() { w.pull("up") }

func (w *network) pull(to string) {
	done := make(chan error)
	w.do <- func() { done <- exec.Command("ip", "link", "set", "vb", to).Run() }
	if err := <-done; err != nil {
		panic(err)
	}
}

func ip(args ...string) {
	out, err := exec.Command("ip", args...).CombinedOutput()
	if err != nil {
		panic(fmt.Sprintf("ip %v: %v: %s", args, err, out))
	}
}

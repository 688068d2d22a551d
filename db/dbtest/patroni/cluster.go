// Package patroni starts clusters of PostgreSQL for tests, as operators have them:
// three servers, one of them the primary and another its synchronous standby, that
// Patroni looks after by way of an etcd, each with a PgBouncer beside it
// (https://patroni.readthedocs.io). Nodes can be killed and made to stand still.
//
// All run on loopback addresses of their own, as ordinary processes whose working
// folders are below the cluster's, by which they are found.
package patroni

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"turnpost/db/dbtest"
)

// Nodes is how many a cluster has.
const Nodes = 3

// patience is how long a cluster may take for what it does by itself: far longer than it
// takes on a busy machine.
const patience = 5 * time.Minute

// Cluster is a running one. It ends with the test, however that ends.
type Cluster struct {
	t     testing.TB
	dir   string
	net   string // its addresses but for the last octet
	ttl   time.Duration
	ports ports
	as    *syscall.SysProcAttr
	// speaks is the interface of etcd by which Patroni asks it, as its configuration calls it.
	speaks string
	etcd   *process
	nodes  [Nodes]*node
}

// ports are those of each node on its own address, and of the etcd.
type ports struct{ postgres, pgbouncer, patroni, etcd, peer int }

// node is a machine of the cluster.
type node struct {
	name, dir, address string
	patroni, pooler    *process
}

// process is a program that was started.
type process struct {
	log   string
	ended chan struct{} // closed when it has
}

// reap waits until its standard input ends, which it does however the test binary
// ends, and then ends everything below the folder, and removes it: first in the way in
// which PostgreSQL gives its shared memory back.
const reap = `read end
for how in QUIT KILL KILL; do
	for p in /proc/[0-9]*; do
		case $(readlink "$p/cwd") in "$1"/*) kill -CONT "${p#/proc/}"; kill -$how "${p#/proc/}" ;; esac
	done
	sleep 0.5
done
rm -rf "$1"`

// missing says which programs are missing; "" if none is.
func missing() string {
	for _, program := range []string{"patroni", "etcd", "pgbouncer"} {
		if find(program) == "" {
			return program + " is not installed; on Debian, install patroni, etcd-server and pgbouncer"
		}
	}
	if initdb, _ := dbtest.FindPostgres(); initdb == "" {
		return "initdb is not installed; on Debian, install postgresql"
	}
	return ""
}

// find looks for a program, also where only root's PATH leads.
func find(program string) string {
	for _, dir := range []string{"", "/usr/sbin"} {
		if path, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return path
		}
	}
	return ""
}

// Start starts a cluster with an empty database, and returns when it is whole. ttl is
// for how long a primary that says nothing stays the primary. Without the programs,
// and in a short run, the test is skipped, or fails if TURNPOST_REAL says that this must
// not be.
func Start(t testing.TB, ttl time.Duration) *Cluster {
	t.Helper()
	dbtest.SkipShort(t)
	if why := missing(); why != "" && os.Getenv("TURNPOST_REAL") == "1" {
		t.Fatal("a cluster: " + why)
	} else if why != "" {
		t.Skip("a cluster: " + why)
	}
	dir, err := dbtest.MemoryFolder("tp")
	if err != nil {
		t.Fatal(err)
	}
	as, err := dbtest.Unprivileged(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := &Cluster{t: t, dir: dir, net: fmt.Sprintf("127.%d.%d.", 1+rand.IntN(250), rand.IntN(250)), ttl: ttl,
		ports: freePorts(t), as: as, speaks: "etcd3"}
	reaper := exec.Command("/bin/sh", "-c", reap, "sh", dir)
	reaper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	life, err := reaper.StdinPipe()
	if err != nil || reaper.Start() != nil {
		t.Fatal("nobody to end the cluster", err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			c.tell()
		}
		life.Close()
		_ = reaper.Wait()
	})
	etcd := c.folder("etcd")
	at := fmt.Sprintf("http://%s4:%d", c.net, c.ports.etcd)
	peer := fmt.Sprintf("http://%s4:%d", c.net, c.ports.peer)
	arguments := []string{find("etcd"), "--name", "etcd", "--data-dir", etcd + "/data", "--listen-client-urls", at,
		"--advertise-client-urls", at,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "etcd=" + peer,
		"--logger", "zap", "--log-level", "error"}
	if stale(t) {
		c.speaks, arguments = "etcd", append(arguments, "--enable-v2")
	}
	c.etcd = c.run(etcd, "etcd", arguments...)
	for i := range c.nodes {
		n := &node{name: fmt.Sprintf("node%d", i+1), address: fmt.Sprintf("%s%d", c.net, i+1)}
		n.dir = c.folder(n.name)
		c.nodes[i] = n
		c.configure(n)
		c.Start(i)
	}
	c.Whole()
	c.execute("CREATE DATABASE turnpost TEMPLATE template0")
	// who asks a standby that has not heard of it is told that there is none, and asks no other
	for _, n := range c.nodes {
		c.until(n.name+" does not hear of the database", func() bool { return c.knows(n) == nil })
	}
	return c
}

// freePorts are ports on which nobody listens, on any address of this machine, and which
// the system gives nobody who asks for any.
func freePorts(t testing.TB) (p ports) {
	t.Helper()
	for _, port := range []*int{&p.postgres, &p.pgbouncer, &p.patroni, &p.etcd, &p.peer} {
		for range 100 {
			l, err := net.Listen("tcp", fmt.Sprintf("0.0.0.0:%d", 10_000+rand.IntN(20_000)))
			if err == nil {
				*port = l.Addr().(*net.TCPAddr).Port
				defer l.Close() // when all have theirs
				break
			}
		}
		if *port == 0 {
			t.Fatal("a cluster: of a hundred ports, none is free")
		}
	}
	return p
}

// until waits for something, as long as all programs run that ought to.
func (c *Cluster) until(not string, done func() bool) {
	c.t.Helper()
	for began := time.Now(); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > patience {
			c.t.Fatal("a cluster: " + not)
		}
		for _, n := range c.nodes {
			for _, p := range []*process{c.etcd, n.patroni, n.pooler} {
				select {
				case <-p.ended: // why, tell tells
					c.t.Fatalf("a cluster: a program has ended, see %s", p.log)
				default:
				}
			}
		}
	}
}

// knows returns an error while a node has no database of ours.
func (c *Cluster) knows(n *node) error {
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://turnpost@%s:%d/turnpost", n.address, c.ports.postgres))
	if err == nil {
		err = conn.Close(ctx)
	}
	return err
}

// URL names the database of the cluster by all its nodes, as operators do.
func (c *Cluster) URL() string { return c.url(c.ports.postgres, "turnpost") }

// Pooled is URL by way of the PgBouncer of each node.
func (c *Cluster) Pooled() string { return c.url(c.ports.pgbouncer, "turnpost") }

func (c *Cluster) url(port int, database string) string {
	var hosts []string
	for _, n := range c.nodes {
		hosts = append(hosts, fmt.Sprintf("%s:%d", n.address, port))
	}
	return fmt.Sprintf("postgres://turnpost@%s/%s?target_session_attrs=read-write", strings.Join(hosts, ","), database)
}

// execute executes a statement on the primary.
func (c *Cluster) execute(query string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url(c.ports.postgres, "postgres"))
	if err == nil {
		_, err = conn.Exec(ctx, query)
		err = errors.Join(err, conn.Close(ctx))
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// folder makes a folder of the cluster's.
func (c *Cluster) folder(name string) string {
	dir := filepath.Join(c.dir, name)
	err := os.Mkdir(dir, 0o755)
	if id := c.as.Credential; id != nil {
		err = errors.Join(err, os.Chown(dir, int(id.Uid), int(id.Gid)))
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return dir
}

// run starts a command in a folder, where its log lies under a name.
func (c *Cluster) run(dir, name string, command ...string) *process {
	c.t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.SysProcAttr = dir, c.as
	p := &process{log: filepath.Join(dir, name+".log"), ended: make(chan struct{})}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func() { _ = cmd.Wait(); close(p.ended) }()
	return p
}

// tell logs what the programs said at last.
func (c *Cluster) tell() {
	logs, _ := filepath.Glob(filepath.Join(c.dir, "*", "*.log"))
	for _, name := range logs {
		text, err := os.ReadFile(name)
		if err == nil {
			c.t.Logf("%s:\n%s", name, text[max(0, len(text)-3000):])
		}
	}
}

// get asks a node's Patroni.
func (c *Cluster) get(n *node, path string) (string, error) {
	client := http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get(fmt.Sprintf("http://%s:%d%s", n.address, c.ports.patroni, path))
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return string(text), err
}

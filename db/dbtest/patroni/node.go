package patroni

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/db/dbtest"
)

// configuration is a node's, for Patroni: its name, address and folder, the address of
// etcd, the folder of PostgreSQL's programs, the times in seconds, the ports of Patroni and
// of PostgreSQL, and the interface of etcd. A primary that crashed is not waited for, and
// what is answered is on a standby.
const configuration = `scope: turnpost
name: %[1]s
restapi: {listen: '%[2]s:%[9]d', connect_address: '%[2]s:%[9]d'}
%[11]s: {host: '%[4]s'}
bootstrap:
  dcs:
    ttl: %[6]d
    loop_wait: %[7]d
    retry_timeout: %[8]d
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 100, shared_buffers: 32MB, fsync: 'off', full_page_writes: 'off', wal_keep_size: 512MB, max_wal_size: 256MB, wal_log_hints: 'on', dynamic_shared_memory_type: mmap}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, {auth: trust}, no-sync]
postgresql:
  listen: '%[2]s:%[10]d'
  connect_address: '%[2]s:%[10]d'
  data_dir: %[3]s/data
  bin_dir: %[5]s
  pgpass: %[3]s/pgpass
  pg_hba: ['local all all trust', 'host all all 127.0.0.0/8 trust', 'host replication all 127.0.0.0/8 trust']
  parameters: {unix_socket_directories: '%[3]s'}
  basebackup: [{checkpoint: fast}]
  authentication: {superuser: {username: turnpost}, replication: {username: replicator}}
`

// pooler is the configuration of a node's PgBouncer: its address, the port of its
// PostgreSQL, and its own.
const pooler = `[databases]
* = host=%[1]s port=%[2]d
[pgbouncer]
listen_addr = %[1]s
listen_port = %[3]d
unix_socket_dir =
auth_type = trust
auth_file = users
pool_mode = session
default_pool_size = 60
server_login_retry = 1
`

func (c *Cluster) configure(n *node) {
	c.t.Helper()
	initdb, _ := dbtest.FindPostgres()
	ttl := int(c.ttl.Seconds())
	loop := max(1, ttl/10)
	for name, text := range map[string]string{
		"patroni.yml": fmt.Sprintf(configuration, n.name, n.address, n.dir,
			fmt.Sprintf("%s4:%d", c.net, c.ports.etcd), filepath.Dir(initdb),
			ttl, loop, max(1, (ttl-loop)/2), c.ports.patroni, c.ports.postgres, c.speaks),
		"pooler.ini": fmt.Sprintf(pooler, n.address, c.ports.postgres, c.ports.pgbouncer),
		"users":      "\"turnpost\" \"\"\n",
	} {
		if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
}

// Start starts a node that does not run.
func (c *Cluster) Start(i int) {
	c.t.Helper()
	n := c.nodes[i]
	n.patroni = c.run(n.dir, "patroni", find("patroni"), "patroni.yml")
	n.pooler = c.run(n.dir, "pgbouncer", "/bin/sh", "-c", again, "sh", find("pgbouncer"), ended)
}

// again runs a node's PgBouncer as a service manager does: one that fails is started again.
// PgBouncer 1.18 gives itself up now and then while servers vanish ("bad client state").
const again = `while ! "$1" pooler.ini; do echo "$2"; sleep 1; done`

// ended is the line that then stands in its log.
const ended = "it has ended, and is started again"

// GivenUp is how often a PgBouncer ended by itself.
func (c *Cluster) GivenUp() (times int) {
	for _, n := range c.nodes {
		if text, err := os.ReadFile(n.pooler.log); err == nil {
			times += strings.Count(string(text), ended)
		}
	}
	return times
}

// Kill ends all of a node, as a power failure would.
func (c *Cluster) Kill(i int) {
	for len(signal(c.nodes[i].dir, syscall.SIGKILL)) > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	<-c.nodes[i].patroni.ended
	<-c.nodes[i].pooler.ended
}

// Crash kills the PostgreSQL of a node, whose Patroni sees that.
func (c *Cluster) Crash(i int) {
	for len(signal(c.data(i), syscall.SIGKILL)) > 0 {
		time.Sleep(10 * time.Millisecond)
	}
}

// Freeze lets all of a node stand still: it is there, takes connections, and answers
// nothing.
func (c *Cluster) Freeze(i int) { freeze(c.nodes[i].dir) }

// FreezeServer lets the PostgreSQL of a node stand still.
func (c *Cluster) FreezeServer(i int) { freeze(c.data(i)) }

// Thaw lets all of a node go on.
func (c *Cluster) Thaw(i int) { signal(c.nodes[i].dir, syscall.SIGCONT) }

func (c *Cluster) data(i int) string { return filepath.Join(c.nodes[i].dir, "data") }

// freeze stops processes until none is left that could start another.
func freeze(dir string) {
	for moving := true; moving; {
		moving = false
		for _, pid := range signal(dir, syscall.SIGSTOP) {
			moving = moving || !stopped(pid)
		}
		time.Sleep(time.Millisecond)
	}
}

// signal sends one to all processes that work in a folder or below it, and lists them.
func signal(dir string, what syscall.Signal) (pids []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range folders {
		at, err := os.Readlink(link)
		if err != nil || at != dir && !strings.HasPrefix(at, dir+"/") {
			continue
		}
		pid := filepath.Base(filepath.Dir(link))
		if n, err := strconv.Atoi(pid); err == nil && syscall.Kill(n, what) == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// stopped reports whether a process stands still, or is gone (proc(5)).
func stopped(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	i := bytes.LastIndexByte(text, ')')
	return err != nil || i < 0 || bytes.ContainsAny(text[i+2:i+3], "TZX")
}

// state is what Patroni says of its node.
type state struct {
	State       string
	Role        string
	Timeline    int
	Replication []replication
}

type replication struct {
	Name  string `json:"application_name"`
	State string
	Sync  string `json:"sync_state"`
}

// Primary is the node that is the primary now, and the timeline that it writes, which
// is another one after each failover, also if the same node follows itself. -1: none
// answers.
func (c *Cluster) Primary() (node, timeline int) {
	node = -1
	for i, n := range c.nodes {
		if s, ok := c.ask(n); ok && s.leads() && s.State == "running" && s.Timeline > timeline {
			node, timeline = i, s.Timeline
		}
	}
	return node, timeline
}

func (c *Cluster) ask(n *node) (s state, ok bool) {
	text, err := c.get(n, "/patroni")
	return s, err == nil && json.Unmarshal([]byte(text), &s) == nil
}

// Whole waits until one node is the primary and the others follow, one of them
// synchronously, and returns the primary.
func (c *Cluster) Whole() (primary int) {
	c.t.Helper()
	patient := renewed
	late := time.Now().Add(patient)
	c.until("it does not get whole", func() bool {
		if time.Now().After(late) {
			c.renew()
			patient *= 2 // the machine may be that busy
			late = time.Now().Add(patient)
		}
		for i, n := range c.nodes {
			if s, ok := c.ask(n); !ok || !s.leads() || !s.whole() {
				continue
			}
			// The standby that etcd knows may follow, and no other.
			if text, err := c.get(n, "/cluster"); err == nil && strings.Contains(text, `"sync_standby"`) {
				primary = i
				return true
			}
		}
		return false
	})
	return primary
}

// renewed is after how long a node that does not follow is recreated, as operators do.
// One that was ahead of the standby that was promoted is started again and again by
// Patroni 3.0, which brings it back only sometimes ("requested timeline does not
// contain minimum recovery point").
const renewed = 20 * time.Second

// renew recreates the nodes that do not follow.
func (c *Cluster) renew() {
	leader, _ := c.Primary()
	if leader < 0 {
		return
	}
	s, _ := c.ask(c.nodes[leader])
	for i, n := range c.nodes {
		if i == leader ||
			slices.ContainsFunc(s.Replication,
				func(r replication) bool { return r.Name == n.name && r.State == "streaming" }) {
			continue
		}
		c.t.Logf("%s does not follow, and is made again", n.name)
		c.Kill(i)
		if err := os.RemoveAll(c.data(i)); err != nil {
			c.t.Fatal(err)
		}
		c.Start(i)
	}
}

// leads reports whether a node is the primary: Patroni 4 calls it by another name.
func (s state) leads() bool { return s.Role == "master" || s.Role == "primary" }

func (s state) whole() bool {
	streaming, sync := 0, 0
	for _, r := range s.Replication {
		if r.State == "streaming" {
			streaming++
		}
		if r.Sync == "sync" || r.Sync == "quorum" {
			sync++
		}
	}
	return s.State == "running" && streaming == Nodes-1 && sync > 0
}

// stale reports whether this Patroni must not ask etcd by its third interface. Before 3.1
// one that stood still goes on from an old copy of what that told it, and stays without a
// synchronous standby (https://github.com/patroni/patroni/pull/2783); and in two runs of
// seven what had been acknowledged was lost with the primary. etcd has had no second
// interface since 3.6.
func stale(t testing.TB) bool {
	t.Helper()
	text, err := exec.Command(find("patroni"), "--version").Output()
	if err != nil {
		t.Fatal("a cluster: ", err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(text), "patroni %d.%d", &major, &minor); err != nil {
		t.Fatalf("a cluster: %q is no version of Patroni: %v", text, err)
	}
	return major < 3 || major == 3 && minor < 1
}

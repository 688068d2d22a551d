package dbtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"turnpost/db"
)

// server is the PostgreSQL of this test binary: the first test that wants one
// starts it.
var server = sync.OnceValues(func() (*postgresServer, error) {
	s, err := startPostgres()
	if err != nil {
		return nil, err
	}
	return s, s.administrator(context.Background())
})

// errMissing says that there is no PostgreSQL to start.
var errMissing = errors.New("real PostgreSQL: initdb and postgres are not installed; on Debian, install postgresql")

var databases atomic.Int64

// Postgres makes a database on a real server that has the schema and nothing
// else, and returns its URL. It is dropped at the end of the test. Without the
// server's programs, and in a short run, the test is skipped, or fails if
// TURNPOST_REAL says that this must not be.
func Postgres(t testing.TB) string {
	t.Helper()
	return needPostgres(t).create(t, template)
}

// BarePostgres is Postgres without the schema: a database that nobody opened yet.
func BarePostgres(t testing.TB) string {
	t.Helper()
	return needPostgres(t).create(t, "template0")
}

// SkipShort skips a test on a real server in a short run, in which TURNPOST_REAL
// does not ask for them.
func SkipShort(t testing.TB) {
	t.Helper()
	if testing.Short() && os.Getenv("TURNPOST_REAL") != "1" {
		t.Skip("a short run leaves out real servers")
	}
}

func needPostgres(t testing.TB) *postgresServer {
	t.Helper()
	SkipShort(t)
	s, err := server()
	if errors.Is(err, errMissing) && os.Getenv("TURNPOST_REAL") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// create copies a database for a test.
func (s *postgresServer) create(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("t%d", databases.Add(1))
	if err := s.administer(`CREATE DATABASE ` + name + ` TEMPLATE ` + from + s.strategy); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.administer(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return s.url(name)
}

// template is the database that the tests' are copies of: to bring the schema
// forward each time takes longer.
const template = "turnpost"

// migrate brings the template forward, which hardly takes time if it is there.
func (s *postgresServer) migrate(ctx context.Context) error {
	d, err := db.Open(ctx, s.url(template))
	if err != nil {
		return err
	}
	return d.Close()
}

// postgresServer is a running server.
type postgresServer struct {
	dir  string         // of its socket
	life io.WriteCloser // it ends when this closes, as it does when the process ends
	cmd  *exec.Cmd

	mu       sync.Mutex // of admin
	admin    *pgx.Conn
	strategy string // of CREATE DATABASE
}

// administrator gives it the connection on which databases are made for tests and dropped:
// a new one each time takes the server longer than many a statement.
func (s *postgresServer) administrator(ctx context.Context) (err error) {
	if s.admin, err = pgx.Connect(ctx, s.url("postgres")); err != nil {
		return err
	}
	// To copy the files takes half as much as to copy their pages by way of the log, which is
	// usual from version 15 on; before, there is no other way.
	var version int
	err = s.admin.QueryRow(ctx, `SELECT current_setting('server_version_num')::int`).Scan(&version)
	if version >= 150000 {
		s.strategy = ` STRATEGY file_copy`
	}
	return err
}

// administer executes a statement on that connection.
func (s *postgresServer) administer(query string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.admin.Exec(context.Background(), query)
	return err
}

// execute executes a statement as its administrator, on a connection that ends with it.
func (s *postgresServer) execute(ctx context.Context, query string) error {
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, query)
	return errors.Join(err, conn.Close(ctx))
}

// url is the URL of one of its databases.
func (s *postgresServer) url(name string) string {
	return "postgres://turnpost@/" + name + "?" + url.Values{"host": {s.dir}}.Encode()
}

// supervise runs the server until its standard input ends, which it does however
// the test binary ends, and removes everything then. Lines of it kill the server
// and start it again, which takes until the last process of the killed one is gone, or end
// it and leave its files. Tables
// of a test are too small to vacuum, and looking at those of hundreds of databases takes a
// process a second.
const supervise = `program=$1 dir=$2
launch() {
	"$program" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 \
		-c shared_buffers=64MB -c wal_level=minimal -c max_wal_senders=0 -c log_min_messages=fatal \
		-c autovacuum=off </dev/null & server=$!
}
launch
while read order; do
	case $order in
	kill) kill -KILL $server; wait $server ;;
	end) kill -INT $server; wait $server; exit ;;
	start) launch; while sleep 0.2; ! kill -0 $server; do launch; done ;;
	esac
done
kill -CONT $server
kill -QUIT $server
wait $server
cd / && rm -rf "$dir"`

func startPostgres() (*postgresServer, error) {
	initdb, postgres := FindPostgres()
	if initdb == "" {
		return nil, errMissing
	}
	// A socket's path has at most 107 bytes, and a test's own folder may be longer.
	dir, err := MemoryFolder("tp")
	if err != nil {
		return nil, fmt.Errorf("no folder for PostgreSQL: %w", err)
	}
	as, err := Unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx := context.Background()
	m := maker{initdb, postgres, dir, func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.SysProcAttr = as
		return cmd
	}}
	if err := m.furnish(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s, err := m.launch()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err = s.answers(); err == nil {
		err = s.migrate(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.life.Close())
	}
	return s, nil
}

// launch starts the server of a folder.
func (m maker) launch() (*postgresServer, error) {
	log, err := os.Create(filepath.Join(m.dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := m.run("/bin/sh", "-c", supervise, "sh", m.postgres, m.dir)
	cmd.Stdout, cmd.Stderr = log, log
	life, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not start: %w", err)
	}
	return &postgresServer{dir: m.dir, life: life, cmd: cmd}, nil
}

// answers waits until the server answers.
func (s *postgresServer) answers() error {
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		err := s.execute(context.Background(), `SELECT 1`)
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, said)
		}
	}
}

// FindPostgres looks for the programs, also where Debian keeps those of each
// version; the newest counts.
func FindPostgres() (initdb, postgres string) {
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.Sort(folders)
	slices.Reverse(folders)
	for _, dir := range append(folders, "") {
		initdb, err1 := exec.LookPath(filepath.Join(dir, "initdb"))
		postgres, err2 := exec.LookPath(filepath.Join(dir, "postgres"))
		if err1 == nil && err2 == nil {
			return initdb, postgres
		}
	}
	return "", ""
}

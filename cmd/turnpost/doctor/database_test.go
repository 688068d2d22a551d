package doctor

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// The doctor's step of a database on a server; the tests' own runs without fsync.
func TestDoctorExaminesAServer(t *testing.T) {
	t.Parallel()
	good, newer, others := dbtest.Postgres(t), dbtest.Postgres(t), dbtest.BarePostgres(t)
	dbtest.Execute(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
	dbtest.Execute(t, others, `CREATE TABLE theirs (id INTEGER)`)
	for _, c := range []struct{ name, where, status, saw, mend, server string }{
		{"right but for fsync", good, statusWarn, "fsync is off", "set fsync = on", statusOK},
		{"newer", newer, statusFail, "its schema is version 9999", "use the newer turnpost", statusSkip},
		{"somebody else's", others, statusFail, "has 1 tables", "correct database.url", statusSkip},
		{"away", "postgres://turnpost:hunter2@127.0.0.1:1/turnpost", statusFail, "refused", "start the PostgreSQL server", statusSkip},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &Doctor{means: means{timeout: 10 * time.Second}, config: config.Config{Database: config.Database{URL: config.Secret(c.where)}}}
			d.examineDisk()
			d.examineDatabase(t.Context())
			byStep := map[string]Finding{}
			for _, f := range d.found {
				byStep[f.Step] = f
			}
			require.Equal(t, statusSkip, byStep["disk"].Status)
			require.Equal(t, c.server, byStep["server"].Status)
			f := byStep["database"]
			require.Equal(t, c.status, f.Status)
			require.Contains(t, f.Saw, c.saw)
			require.Contains(t, f.Mend, c.mend)
			require.NotContains(t, f.Saw, "hunter2")
		})
	}
}

// A server elsewhere that has no TLS is told no password, and the doctor says why.
func TestDoctorWantsTLS(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	var heard []byte
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			request := make([]byte, 8) // SSLRequest
			if _, err := io.ReadFull(conn, request); err == nil {
				_, _ = conn.Write([]byte("N"))
				rest, _ := io.ReadAll(conn)
				heard = append(heard, rest...)
			}
			conn.Close()
		}
	})
	// It is no loopback address by its name, and leads to this machine.
	where := fmt.Sprintf("postgres://turnpost:hunter2@0.0.0.0:%d/turnpost", l.Addr().(*net.TCPAddr).Port)
	d := &Doctor{means: means{timeout: 10 * time.Second}, config: config.Config{Database: config.DatabaseAt(where)}}
	d.examineDatabase(t.Context())
	l.Close()
	wait.Wait()
	require.Empty(t, heard, "nothing more was said")
	require.Equal(t, "database", d.found[0].Step)
	require.Equal(t, statusFail, d.found[0].Status)
	require.Contains(t, d.found[0].Saw, "refused TLS")
	require.Contains(t, d.found[0].Mend, "sslrootcert=FILE")
}

// The doctor asks a database on a server who serves.
func TestDoctorNamesTheDaemons(t *testing.T) {
	t.Parallel()
	where := dbtest.Postgres(t)
	base, err := db.Open(t.Context(), where)
	require.NoError(t, err)
	defer base.Close()
	for _, lease := range []time.Duration{10 * time.Second, time.Hour} {
		require.NoError(t, base.Update(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Join(fmt.Sprint("host:", int(lease.Seconds())), lease)
			return err
		}))
		d := &Doctor{means: means{timeout: 10 * time.Second}, config: config.Config{Database: config.DatabaseAt(where)}}
		d.examineDatabase(t.Context())
		require.Len(t, d.found, 2)
		f := d.found[1]
		require.Equal(t, "server", f.Step)
		if lease < time.Minute {
			require.Equal(t, statusOK, f.Status, f.Saw)
			require.Contains(t, f.Saw, "running on the database: host:10 ")
		} else {
			require.Equal(t, statusWarn, f.Status, f.Saw)
			require.Regexp(t, `^the lease of host:3600 ends in (1h0m0s|59m5\ds): its clock is ahead$`, f.Saw)
		}
	}
}

// What the doctor says of clocks that differ.
func TestDoctorJudgesDaemons(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name, status, saw string
		left              []time.Duration
	}{
		{"none", statusOK, "no server is running on the database", nil},
		{"two", statusOK, "running on the database: a, b ", []time.Duration{6 * time.Second, 9 * time.Second}},
		{"one ahead", statusWarn, "the lease of b ends in 1m0s: its clock is ahead", []time.Duration{6 * time.Second, time.Minute}},
		{"one behind", statusWarn, "the lease of a expired 30s ago: it died, or its clock is behind", []time.Duration{-30 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &Doctor{}
			var daemons []db.Daemon
			for i, left := range c.left {
				daemons = append(daemons, db.Daemon{ID: int64(i + 1), Name: string(rune('a' + i)), LeaseUntil: now.Add(left)})
			}
			d.judgeDaemons(daemons, now)
			require.Len(t, d.found, 1)
			require.Equal(t, "server", d.found[0].Step)
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
		})
	}
}

package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// playedHall is a hall where games of several rules were played.
func playedHall(t *testing.T, where string) *hall {
	t.Helper()
	h := newHall(t, where)
	h.play(h.begin("tug"), 100)
	h.play(h.begin("rooya"), 12)
	h.write("ada", "#1 rematch")
	h.write("cleo", "challenge anyone turro")
	h.deliver()
	return h
}

// exported is what the operator sees of a database.
func exported(t *testing.T, where string) (out []string) {
	t.Helper()
	for _, args := range [][]string{
		{"games", "--json"}, {"players", "--json"}, {"game", "2", "--json"}, {"inbox", "--json"}, {"outbox", "--json"}, {"keys", "list"},
		{"verify", "--json"},
	} {
		got := run(t, "", append(args, "--db", where)...)
		require.Equal(t, exitOK, got.status, "%v: %s", args, got.err)
		out = append(out, got.out)
	}
	return out
}

// Real games move to PostgreSQL, go on there, and move back.
func TestDBCopy(t *testing.T) {
	server := dbtest.BarePostgres(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "turnpost.db")
	h := playedHall(t, path)

	unlock, err := lockFile(path + ".lock")
	require.NoError(t, err)
	got := run(t, "", "db", "copy", path, server)
	require.Equal(t, exitDatabase, got.status)
	require.Contains(t, got.err, "stop the server first, or use --while-serving")
	rehearsal := filepath.Join(dir, "rehearsal.db")
	got = run(t, "", "db", "copy", "--while-serving", path, rehearsal)
	require.Equal(t, exitOK, got.status, got.err)
	require.NoError(t, unlock())

	got = run(t, "", "db", "copy", path, server)
	require.Equal(t, result{exitOK, "2 games replayed, all as stored\n" + path + " is in " + db.Redacted(server) + " now\n", ""}, got)
	want := exported(t, path)
	require.Equal(t, want, exported(t, server))
	require.Equal(t, want, exported(t, rehearsal))
	got = run(t, "", "db", "copy", path, server)
	require.Equal(t, exitDatabase, got.status)
	require.Contains(t, got.err, "the target is not empty")

	moved := newHall(t, server)
	moved.serial = h.serial
	require.Equal(t, 5, moved.play(2, 5), "the games go on")
	back := filepath.Join(dir, "back.db")
	got = run(t, "", "db", "copy", server, back)
	require.Equal(t, exitOK, got.status, got.err)
	require.Equal(t, exported(t, server), exported(t, back))
}

// Nothing is copied from a database of a server on which somebody plays.
func TestDBCopyOfAServedDatabase(t *testing.T) {
	server, path := dbtest.Postgres(t), filepath.Join(t.TempDir(), "copy.db")
	d, err := db.Open(t.Context(), server)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Join("elsewhere:7", time.Minute)
		return err
	}))
	got := run(t, "", "db", "copy", server, path)
	require.Equal(t, exitDatabase, got.status)
	require.Contains(t, got.err, "another turnpost is using it: elsewhere:7 (until ")
	require.Contains(t, got.err, "stop the server first, or use --while-serving")
	require.NoFileExists(t, path)
	got = run(t, "", "db", "copy", "--while-serving", server, path)
	require.Equal(t, exitOK, got.status, got.err)
	require.Contains(t, run(t, "", "daemons", "--db", server).out, "elsewhere:7")

	d.Now = func() time.Time { return time.Now().Add(-time.Hour) } // one that died
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.Renew(1, time.Minute) }))
	got = run(t, "", "db", "copy", server, path+".2")
	require.Equal(t, exitOK, got.status, got.err)
}

// A backup of a server's database is a file, and goes back into an empty one.
func TestBackupOfAServer(t *testing.T) {
	server, empty := dbtest.Postgres(t), dbtest.BarePostgres(t)
	playedHall(t, server)
	dir := t.TempDir()
	file := filepath.Join(dir, "backup.db")
	got := run(t, "", "backup", file, "--db", server)
	require.Equal(t, exitOK, got.status, got.err)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.Equal(t, exported(t, server), exported(t, file))

	got = run(t, "", "restore", file, "--db", server)
	require.Equal(t, exitDatabase, got.status)
	require.Contains(t, got.err, "the target is not empty")
	got = run(t, "", "restore", file, "--db", empty)
	require.Equal(t, exitOK, got.status, got.err)
	require.Equal(t, exported(t, server), exported(t, empty))
}

// The doctor's step of a database on a server; the tests' own runs without fsync.
func TestDoctorExaminesAServer(t *testing.T) {
	good, newer, others := dbtest.Postgres(t), dbtest.Postgres(t), dbtest.BarePostgres(t)
	execute := func(where, query string) {
		conn, err := sql.Open("pgx", where)
		require.NoError(t, err)
		defer conn.Close()
		_, err = conn.Exec(query)
		require.NoError(t, err)
	}
	execute(newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
	execute(others, `CREATE TABLE theirs (id INTEGER)`)
	for _, c := range []struct{ name, where, status, saw, mend, server string }{
		{"right but for fsync", good, statusWarn, "fsync is off", "set fsync = on", statusOK},
		{"newer", newer, statusFail, "its schema is version 9999", "use a newer turnpost", statusSkip},
		{"somebody else's", others, statusFail, "holds 1 tables", "correct database.url", statusSkip},
		{"away", "postgres://turnpost:hunter2@127.0.0.1:1/turnpost", statusFail, "refused", "start the PostgreSQL server", statusSkip},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &doctor{means: means{timeout: 10 * time.Second}, tell: func(finding) {}, config: Config{Database: DatabaseConfig{URL: Secret(c.where)}}}
			d.examineDisk()
			d.examineDatabase(t.Context())
			byStep := map[string]finding{}
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

// The doctor asks a database on a server who serves.
func TestDoctorNamesTheDaemons(t *testing.T) {
	where := dbtest.Postgres(t)
	base, err := db.Open(t.Context(), where)
	require.NoError(t, err)
	defer base.Close()
	for _, lease := range []time.Duration{10 * time.Second, time.Hour} {
		require.NoError(t, base.Update(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Join(fmt.Sprint("host:", int(lease.Seconds())), lease)
			return err
		}))
		d := &doctor{means: means{timeout: 10 * time.Second}, tell: func(finding) {}, config: Config{Database: databaseAt(where)}}
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

func TestDatabaseConfig(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "p@ss/word")
	for _, c := range []struct{ name, section, where, want string }{
		{"nothing", ``, "turnpost.db", ""},
		{"a URL", `url = "postgres://me@host/games"`, "postgres://me@host/games", ""},
		{"a password in the environment", "url = \"postgres://me@host/games\"\npassword_env = \"TURNPOST_TEST_SECRET\"", "postgres://me:p%40ss%2Fword@host/games", ""},
		{"a password in the URL", `url = "postgresql://me:secret@host/games"`, "postgresql://me:secret@host/games", ""},
		{"both", "path = \"x\"\nurl = \"postgres://me@host/games\"", "", "database.path stands beside database.url; give one of them alone"},
		{"a URL as path", `path = "postgres://me@host/games"`, "", "give it as database.url"},
		{"no URL", `url = "mysql://me:hunter2@host/games"`, "", "is no URL of a PostgreSQL database"},
		{"no name", `url = "postgres://me:hunter2@host/"`, "", "names no database"},
		{"two passwords", "url = \"postgres://me:hunter2@host/games\"\npassword_env = \"TURNPOST_TEST_SECRET\"", "", "another one is given"},
		{"a password of a file", `password_env = "TURNPOST_TEST_SECRET"`, "", "stands without database.url"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parseConfig([]byte(least + "[database]\n" + c.section))
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
				require.NotContains(t, err.Error(), "hunter2")
				return
			}
			require.NoError(t, err)
			require.NoError(t, got.Database.findSecret(got.warn))
			require.Equal(t, c.where, got.Database.where())
		})
	}
}

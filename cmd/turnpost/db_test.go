package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
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
		require.Equal(t, cli.ExitOK, got.status, "%v: %s", args, got.err)
		out = append(out, got.out)
	}
	return out
}

// Real games move to PostgreSQL, go on there, and move back.
func TestDBCopy(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	server := dbtest.BarePostgres(t)
	dir := dbtest.Dir(t)
	path := filepath.Join(dir, "turnpost.db")
	h := playedHall(t, path)

	unlock, err := daemon.LockDatabaseFile(path + ".lock")
	require.NoError(t, err)
	got := run(t, "", "db", "copy", path, server)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "stop the server first, or use --while-serving")
	rehearsal := filepath.Join(dir, "rehearsal.db")
	got = run(t, "", "db", "copy", "--while-serving", path, rehearsal)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.NoError(t, unlock())

	got = run(t, "", "db", "copy", path, server)
	require.Equal(t, result{cli.ExitOK, "2 games replayed, no faults\n" + path + " is copied to " + db.Redacted(server) + "\n", ""}, got)
	want := exported(t, path)
	require.Equal(t, want, exported(t, server))
	require.Equal(t, want, exported(t, rehearsal))
	got = run(t, "", "db", "copy", path, server)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "the target is not empty")

	moved := newHall(t, server)
	moved.serial = h.serial
	require.Equal(t, 5, moved.play(2, 5), "the games go on")
	back := filepath.Join(dir, "back.db")
	got = run(t, "", "db", "copy", server, back)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Equal(t, exported(t, server), exported(t, back))
}

// Nothing is copied from a database of a server on which somebody plays.
func TestDBCopyOfAServedDatabase(t *testing.T) {
	t.Parallel()
	server, path := dbtest.Postgres(t), filepath.Join(dbtest.Dir(t), "copy.db")
	d, err := db.Open(t.Context(), server)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Join("elsewhere:7", time.Minute)
		return err
	}))
	got := run(t, "", "db", "copy", server, path)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "another turnpost is using it: elsewhere:7 (until ")
	require.Contains(t, got.err, "stop the server first, or use --while-serving")
	require.NoFileExists(t, path)
	got = run(t, "", "db", "copy", "--while-serving", server, path)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Contains(t, run(t, "", "daemons", "--db", server).out, "elsewhere:7")

	d.Now = func() time.Time { return time.Now().Add(-time.Hour) } // one that died
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.Renew(1, time.Minute) }))
	got = run(t, "", "db", "copy", server, path+".2")
	require.Equal(t, cli.ExitOK, got.status, got.err)
}

// A backup of a server's database is a file, and goes back into an empty one.
func TestBackupOfAServer(t *testing.T) {
	t.Parallel()
	server, empty := dbtest.Postgres(t), dbtest.BarePostgres(t)
	playedHall(t, server)
	dir := dbtest.Dir(t)
	file := filepath.Join(dir, "backup.db")
	got := run(t, "", "backup", file, "--db", server)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.Equal(t, exported(t, server), exported(t, file))

	got = run(t, "", "restore", file, "--db", server)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "the target is not empty")
	got = run(t, "", "restore", file, "--db", empty)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Equal(t, exported(t, server), exported(t, empty))
}

// An operator sees what takes room, and gives room back while no server runs.
func TestSizeAndVacuumByCommand(t *testing.T) {
	skiptest.Long(t)
	h := atHall(t)
	require.Contains(t, h.ok("db", "size"), "a ply takes 0 bytes, a game 0 bytes")
	h.play(h.begin("turro"), 3)
	var sheet db.DatabaseSize
	require.NoError(t, json.Unmarshal([]byte(h.ok("db", "size", "--json")), &sheet))
	rows := map[string]int64{}
	for _, table := range sheet.Tables {
		rows[table.Name] = table.Rows
		require.GreaterOrEqual(t, sheet.Octets, table.Octets, table.Name)
	}
	require.EqualValues(t, 3, rows["plies"])
	require.Positive(t, sheet.Tables[0].Octets)
	require.Equal(t, (sheet.Octets-sheet.Free)/3, sheet.PerPly)
	require.Contains(t, h.ok("db", "size"), "texts")

	unlock, err := daemon.LockDatabaseFile(h.path + ".lock")
	require.NoError(t, err)
	got := run(t, "", "db", "vacuum", "--db", h.path)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "stop the server first")
	require.NoError(t, unlock())
	require.NoError(t, h.db.Close())
	require.Regexp(t, `^.* before, .* now\n$`, h.ok("db", "vacuum"))
	require.Equal(t, cli.ExitOK, run(t, "", "verify", "--db", h.path).status)
}

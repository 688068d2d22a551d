package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// While messages are played, backups are taken one after the other. Each is one
// state between two letters: it verifies, and the last one that was begun after
// a message was answered holds that message's plies.
func TestBackupUnderLoadRestores(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for games that play")
	}
	t.Parallel()
	dir := dbtest.Dir(t)
	path := filepath.Join(dir, "turnpost.db")
	h := newHall(t, path)
	id := h.begin("tug")
	other := h.begin("turro")
	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() {
		// Messages, and much else to copy.
		for n := 0; ctx.Err() == nil; n++ {
			h.play(id, 1)
			h.play(other, 1)
			h.write("ada", "rules turro")
		}
	})
	plies := func(d *db.DB) (n int) {
		require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
			return dbtest.EachGame(tx, func(g db.Game) error { n += g.Plies; return nil })
		}))
		return n
	}
	var least, copied []int
	for n := range 5 {
		time.Sleep(150 * time.Millisecond)
		least = append(least, plies(h.db))
		file := filepath.Join(dir, "backup"+string(rune('0'+n)))
		got := run(t, "", "backup", file, "--db", path)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		require.NoFileExists(t, file+".part")
		got = run(t, "", "verify", "--db", file)
		require.Equal(t, result{cli.ExitOK, "2 games replayed, no faults\n", ""}, got)
		d, err := db.OpenReadOnly(t.Context(), file)
		require.NoError(t, err)
		copied = append(copied, plies(d))
		require.NoError(t, d.Close())
	}
	stop()
	wait.Wait()
	after := plies(h.db)
	require.NoError(t, h.db.Close())
	for n := range copied {
		require.LessOrEqual(t, least[n], copied[n], "what was committed before is in it")
	}
	require.Greater(t, copied[4], copied[0], "letters were played meanwhile")
	require.Greater(t, after, copied[0])

	got := run(t, "", "restore", filepath.Join(dir, "backup0"), "--db", path)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Contains(t, got.out, "the old database is in "+path+".before-restore")
	for file, want := range map[string]int{path: copied[0], path + ".before-restore": after} {
		d, err := db.OpenReadOnly(t.Context(), file)
		require.NoError(t, err)
		require.Equal(t, want, plies(d), file)
		require.NoError(t, d.Close())
	}
	// And play goes on where it was.
	h = newHall(t, path)
	h.serial = 1 << 20
	require.Equal(t, 1, h.play(other, 1))
	require.Equal(t, cli.ExitOK, run(t, "", "verify", "--db", path).status)

	got = run(t, "", "restore", filepath.Join(dir, "backup1"), "--db", path)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "from an earlier restore")
}

func TestBackupOverwritesNothing(t *testing.T) {
	dir := dbtest.Dir(t)
	path, file := filepath.Join(dir, "turnpost.db"), filepath.Join(dir, "backup")
	newHall(t, path)
	require.NoError(t, os.WriteFile(file, []byte("dear"), 0o600))
	got := run(t, "", "backup", file, "--db", path)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "it is not overwritten")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "dear", string(text))
	got = run(t, "", "backup", filepath.Join(dir, "other"), "--db", file)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.NoFileExists(t, filepath.Join(dir, "other"))
	require.NoFileExists(t, filepath.Join(dir, "other.part"))
}

// A backup that is stopped leaves nothing, and what one that was killed has left is in
// nobody's way; but what another is making is.
func TestBackupStopped(t *testing.T) {
	dir := dbtest.Dir(t)
	path, file := filepath.Join(dir, "turnpost.db"), filepath.Join(dir, "backup")
	newHall(t, path)
	ctx, stop := context.WithCancel(t.Context())
	heard := 0
	err := backup.Pages(ctx, path, file, func(done, total int) {
		heard++
		require.LessOrEqual(t, done, total)
		stop()
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 1, heard)
	left, err := filepath.Glob(file + "*")
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, os.WriteFile(file+"3.part", nil, 0o600))
	require.NoError(t, backup.Pages(t.Context(), path, file+"3", nil))
	require.NoFileExists(t, file+"3.part")
	unlock, err := daemon.LockDatabaseFile(file + "4.part.lock")
	require.NoError(t, err)
	require.ErrorContains(t, backup.Pages(t.Context(), path, file+"4", nil), "by another turnpost")
	require.NoError(t, unlock())
}

// What is no good is refused, and the database stays as it is.
func TestRestoreRefuses(t *testing.T) {
	dir := dbtest.Dir(t)
	path, good := filepath.Join(dir, "turnpost.db"), filepath.Join(dir, "good")
	h := newHall(t, path)
	h.play(h.begin("tug"), 2)
	require.Equal(t, cli.ExitOK, run(t, "", "backup", good, "--db", path).status)
	require.NoError(t, h.db.Close())
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	whole, err := os.ReadFile(good)
	require.NoError(t, err)

	change := func(query string) func(string) {
		return func(file string) { dbtest.Execute(t, file, query) }
	}
	for _, c := range []struct {
		name   string
		change func(file string)
		status int
		says   string
	}{
		{"missing", func(file string) { require.NoError(t, os.Remove(file)) }, cli.ExitDatabase, "no such file"},
		{"no database", func(file string) { require.NoError(t, os.WriteFile(file, []byte("hello"), 0o600)) }, cli.ExitDatabase, damageAdvice},
		{"newer", change(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`), cli.ExitDatabase, "use a newer turnpost"},
		{"cut off", func(file string) { require.NoError(t, os.Truncate(file, int64(len(whole)/2/4096*4096))) }, cli.ExitDatabase, damageAdvice},
		{"a reference to nothing", change(`UPDATE plies SET message = 999`), cli.ExitDatabase, "refers to one of inbox that is not there"},
		{"another ply", change(`UPDATE plies SET move = 'somewhere'`), cli.ExitFailed, "has faults: nothing was changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(dbtest.Dir(t), "backup")
			require.NoError(t, os.WriteFile(file, whole, 0o600))
			c.change(file)
			got := run(t, "", "restore", file, "--db", path)
			require.Equal(t, c.status, got.status, got.err)
			require.Contains(t, got.err, c.says)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, before, after)
			left, err := filepath.Glob(path + "*")
			require.NoError(t, err)
			require.ElementsMatch(t, []string{path, path + ".lock"}, left)
		})
	}
	t.Run("a server runs", func(t *testing.T) {
		unlock, err := daemon.LockDatabaseFile(path + ".lock")
		require.NoError(t, err)
		defer unlock()
		got := run(t, "", "restore", good, "--db", path)
		require.Equal(t, cli.ExitDatabase, got.status)
		require.Contains(t, got.err, "stop the server first")
	})
	t.Run("a program has it open", func(t *testing.T) {
		h := newHall(t, path)
		h.serial = 1 << 20
		got := run(t, "", "restore", good, "--db", path)
		require.Equal(t, cli.ExitDatabase, got.status)
		require.Contains(t, got.err, "some program has it open")
		require.NoFileExists(t, path+backup.BeforeRestore)
		require.Equal(t, 1, h.play(1, 1), "and can go on")
		require.NoError(t, h.db.Close())
	})
	t.Run("over one that cannot be read", func(t *testing.T) {
		require.NoError(t, os.WriteFile(path, []byte("what a disk left of it"), 0o600))
		got := run(t, "", "restore", good, "--db", path)
		require.Equal(t, cli.ExitOK, got.status, got.err)
		require.Equal(t, cli.ExitOK, run(t, "", "verify", "--db", path).status)
		kept, err := os.ReadFile(path + backup.BeforeRestore)
		require.NoError(t, err)
		require.Equal(t, "what a disk left of it", string(kept))
	})
}

// Databases that earlier versions made come forward with their games. That those of every
// other schema open is a test of package db.
func TestEverySchemaComesForward(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	dumps, err := filepath.Glob("../../db/testdata/schema-*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, dumps)
	for _, dump := range dumps {
		t.Run(filepath.Base(dump), func(t *testing.T) {
			path := filepath.Join(dbtest.Dir(t), "turnpost.db")
			text, err := os.ReadFile(dump)
			require.NoError(t, err)
			conn, err := sql.Open("sqlite3", path)
			require.NoError(t, err)
			_, err = conn.Exec(string(text))
			require.NoError(t, err)
			var games int
			require.NoError(t, conn.QueryRow(`SELECT count(*) FROM games`).Scan(&games))
			require.NoError(t, conn.Close())
			clean := result{cli.ExitOK, fmt.Sprintf("%d games replayed, no faults\n", games), ""}
			backup := path + ".backup"
			require.Equal(t, cli.ExitOK, run(t, "", "backup", backup, "--db", path).status, "an older one can be saved")
			h := newHall(t, path)
			h.serial = 1 << 20
			require.Equal(t, clean, run(t, "", "verify", "--db", path))
			require.Equal(t, 2, h.play(1, 2), "and play goes on")
			require.Equal(t, clean, run(t, "", "verify", "--db", path))
			other := filepath.Join(dbtest.Dir(t), "other.db")
			got := run(t, "", "restore", backup, "--db", other)
			require.Equal(t, cli.ExitOK, got.status, "and restored: %s", got.err)
		})
	}
}

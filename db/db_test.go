package db_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

func open(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), path)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

func TestSQLite(t *testing.T) {
	contract(t, func(t *testing.T) *db.DB { return open(t, dbtest.File(t, "a file?100%.db")) })
}

func TestAdministration(t *testing.T) {
	administration(t, func(t *testing.T) *db.DB { return open(t, dbtest.File(t, "turnpost.db")) })
}

// Two programs on one file: what a second connection of the pool must hold too.
func TestTwoProcessesOnOneFile(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	a, b := open(t, path), open(t, path)
	for range 20 {
		for _, d := range []*db.DB{a, b} {
			require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() }))
		}
	}
	require.NoError(t, a.View(context.Background(), func(tx *db.Tx) error {
		keys, err := tx.Keys()
		require.Len(t, keys, 40)
		return err
	}))
}

func TestNewerSchemaIsRefused(t *testing.T) {
	skiptest.Sequential(t)
	path := dbtest.File(t, "turnpost.db")
	require.NoError(t, open(t, path).Close())
	dbtest.Execute(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	_, err := db.Open(context.Background(), path)
	require.ErrorContains(t, err, "use a newer turnpost")
}

func TestMissingFolderIsNamed(t *testing.T) {
	_, err := db.Open(context.Background(), filepath.Join(dbtest.Dir(t), "no", "such.db"))
	require.ErrorContains(t, err, "the folder of the database")
}

func TestOpenReadOnly(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(dbtest.Dir(t), "a file?100%.db")
	_, err := db.OpenReadOnly(ctx, path)
	require.ErrorContains(t, err, "there is no database yet")
	require.NoFileExists(t, path)

	d := open(t, path)
	keys := func(d *db.DB) (n int) {
		require.NoError(t, d.View(ctx, func(tx *db.Tx) error {
			keys, err := tx.Keys()
			n = len(keys)
			return err
		}))
		return n
	}
	add := func(d *db.DB) error { return d.Update(ctx, func(tx *db.Tx) error { return tx.AddKey() }) }
	require.NoError(t, add(d))
	r, err := db.OpenReadOnly(ctx, path)
	require.NoError(t, err)
	require.Equal(t, 1, keys(r))
	require.ErrorContains(t, add(r), "for reading only")
	require.NoError(t, add(d))
	require.Equal(t, 2, keys(r), "another program writes meanwhile")
	require.NoError(t, r.Close())
	require.NoError(t, d.Close())

	before, err := os.ReadFile(path)
	require.NoError(t, err)
	r, err = db.OpenReadOnly(ctx, path)
	require.NoError(t, err, "nobody else has it open")
	require.Equal(t, 2, keys(r))
	require.NoError(t, r.Close())
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestOpenReadOnlyRefusesOtherSchemas(t *testing.T) {
	skiptest.Sequential(t)
	for _, c := range []struct{ name, change, says string }{
		{"newer", `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`, "use a newer turnpost"},
		{"older", `DELETE FROM goose_db_version WHERE version_id > 1`, "serve brings it forward"},
		{"none", `DELETE FROM goose_db_version WHERE version_id > 0`, "it is not a database of turnpost"},
		{"another program's", `DROP TABLE goose_db_version`, "it is not a database of turnpost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := dbtest.File(t, "turnpost.db")
			require.NoError(t, open(t, path).Close())
			dbtest.Execute(t, path, c.change)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			_, err = db.OpenReadOnly(context.Background(), path)
			require.ErrorContains(t, err, c.says)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, before, after, "it is not touched")
		})
	}
}

// A database of before bounces were counted: what stood still after one refused
// message goes on, and the clockwork looks at it; a vacation stays.
func TestPausesOfOldBouncesEnd(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	old, err := goose.NewProvider(goose.DialectSQLite3, conn, os.DirFS("migrations/sqlite"))
	require.NoError(t, err)
	_, err = old.UpTo(ctx, 1)
	require.NoError(t, err)
	for _, q := range []string{
		`INSERT INTO players (id, address, folded, name, created_at) VALUES (1, 'a@x', 'a@x', 'A', 1), (2, 'b@x', 'b@x', 'B', 1), (3, 'c@x', 'c@x', 'C', 1)`,
		`INSERT INTO invitations (id, rules, challenger, invitee, side, pace, subject, state, created_at, expires_at)
			VALUES (1, 'r', 1, 2, 'black', 'p', 's', 'accepted', 1, 2), (2, 'r', 1, 3, 'black', 'p', 's', 'accepted', 1, 2)`,
		`INSERT INTO games (id, rules, black, white, subject, position, started_at, pace, black_left, white_left, turn_at)
			VALUES (1, 'r', 1, 2, 's', 'p', 1, 'p', 1, 1, 7000), (2, 'r', 1, 3, 's', 'p', 1, 'p', 1, 1, 7000)`,
		`INSERT INTO pauses (player, why, from_at) VALUES (2, 'bounce', 8000), (3, 'vacation', 8000)`,
	} {
		_, err := conn.Exec(q)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close())
	d := open(t, path)
	require.NoError(t, d.View(ctx, func(tx *db.Tx) error {
		_, err := tx.OpenBounce(2)
		require.ErrorIs(t, err, db.ErrNotFound)
		g, err := tx.Game(1)
		require.NoError(t, err)
		require.Equal(t, int64(7000), g.ClockDue.UnixMilli())
		g, err = tx.Game(2)
		require.NoError(t, err)
		require.True(t, g.ClockDue.IsZero())
		pauses, err := tx.Pauses(time.Time{}, 2, 3)
		require.NoError(t, err)
		require.Len(t, pauses, 2)
		require.WithinDuration(t, time.Now(), pauses[0].To, time.Minute)
		require.True(t, pauses[1].To.IsZero())
		return nil
	}))
}

// Two programs that open a new file at the same moment: one makes the schema.
func TestOpenAtTheSameMoment(t *testing.T) {
	skiptest.Long(t)
	for range 10 {
		path := filepath.Join(dbtest.Dir(t), "turnpost.db")
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				d, err := db.Open(context.Background(), path)
				if err == nil {
					err = errors.Join(d.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() }), d.Close())
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		left, err := filepath.Glob(path + "*")
		require.NoError(t, err)
		// Of some who close at once each may take another for the last, and leave SQLite's own
		// files there, which the next one to open takes up.
		left = slices.DeleteFunc(left, func(name string) bool { return name == path+"-wal" || name == path+"-shm" })
		require.Equal(t, []string{path}, left, "the lock is gone")
	}
}

// Of a message that is settled not even a hash says who wrote it.
func TestSettledMessagesKeepNoWriter(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	d := open(t, path)
	require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte{1}, Raw: []byte("raw"), Writer: "5ad4"})
		require.NoError(t, err)
		in, err := tx.ClaimIncoming(7)
		require.NoError(t, err)
		return tx.Settle(in.ID, db.IncomingDone, "")
	}))
	for _, row := range dump(t, path)["inbox"] {
		require.NotContains(t, row, "5ad4")
	}
}

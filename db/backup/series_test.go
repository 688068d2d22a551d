package backup_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/db/dbtest"
	"turnpost/db/migrations"
)

// store makes a database in a file and closes it.
func store(t *testing.T) string {
	t.Helper()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
	require.NoError(t, d.Close())
	return path
}

// The newest backups stay, each can be read, and what was killed is in nobody's way.
func TestSeriesKeepsTheNewest(t *testing.T) {
	path := store(t)
	s := backup.Series{Dir: dbtest.Dir(t), Every: time.Hour, Keep: 2}
	begun := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	next, err := s.Next(begun)
	require.NoError(t, err)
	require.Equal(t, begun, next, "there is none yet")
	other := filepath.Join(s.Dir, "other.db")
	killed := filepath.Join(s.Dir, "turnpost-20261120T100000Z.db.part")
	for _, file := range []string{other, killed} {
		require.NoError(t, os.WriteFile(file, []byte("half a page"), 0o600))
	}
	var last string
	for n := range 4 {
		last, err = s.Take(t.Context(), path, begun.Add(time.Duration(n)*time.Hour))
		require.NoError(t, err)
		require.NoError(t, backup.Check(t.Context(), last))
	}
	files, err := s.Files()
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(s.Dir, "turnpost-20261120T110000Z.db"), last}, files)
	require.NoFileExists(t, killed)
	require.FileExists(t, other, "it is none of ours")
	next, err = s.Next(begun.Add(3*time.Hour + time.Minute))
	require.NoError(t, err)
	require.Equal(t, begun.Add(4*time.Hour), next)
	next, err = s.Next(begun)
	require.NoError(t, err)
	require.Equal(t, begun, next, "the clock was ahead")

	// One that cannot be made leaves those that are there.
	require.NoError(t, os.WriteFile(path, []byte("what a disk left of it"), 0o600))
	_, err = s.Take(t.Context(), path, begun.Add(5*time.Hour))
	require.Error(t, err)
	after, err := s.Files()
	require.NoError(t, err)
	require.Equal(t, files, after)
}

// Backups are made as they are due, and what fails is tried again before long.
func TestSeriesRuns(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "missing.db")
	synctest.Test(t, func(t *testing.T) {
		s := backup.Series{Dir: dbtest.Dir(t), Every: 10 * time.Hour, Keep: 2}
		ctx, stop := context.WithCancel(t.Context())
		begun := time.Now()
		var at []time.Duration
		s.Run(ctx, path, time.Now, func(name string, err error) {
			require.ErrorIs(t, err, db.ErrMissing)
			if at = append(at, time.Since(begun)); len(at) == 3 {
				stop()
			}
		})
		require.Equal(t, []time.Duration{0, time.Hour, 2 * time.Hour}, at)
	})
}

// A database is saved before its schema is changed, and a program that is older than
// the schema says which file to go back to.
func TestSavedBeforeTheSchemaChanges(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	path := store(t)
	saved := ""
	open := func() {
		d, err := db.OpenAfter(t.Context(), path, func(ctx context.Context, have int64) (err error) {
			saved, err = backup.BeforeSchema(ctx, path, "", have, now)
			return errors.Join(err, errors.New("and no further"))
		})
		if err == nil {
			err = d.Close()
			require.NoError(t, err)
		}
	}
	open()
	require.Empty(t, saved, "it has this program's")
	change := func(query string) {
		conn, err := sql.Open("sqlite3", path)
		require.NoError(t, err)
		_, err = conn.Exec(query)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
	}
	newest := `(SELECT max(version_id) FROM goose_db_version)`
	change(`DELETE FROM goose_db_version WHERE version_id = ` + newest)
	open()
	require.Regexp(t, `turnpost\.db\.schema-000\d\d-20261120T090000Z$`, saved)
	require.NoError(t, backup.Check(t.Context(), saved))

	change(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	_, err := db.Open(t.Context(), path)
	require.ErrorIs(t, err, migrations.ErrNewer)
	require.ErrorContains(t, err, "'turnpost restore "+saved+"'")
	_, err = db.OpenReadOnly(t.Context(), path)
	require.ErrorContains(t, err, "'turnpost restore "+saved+"'")
	require.NoError(t, os.Remove(saved))
	_, err = db.Open(t.Context(), path)
	require.ErrorContains(t, err, "restore a backup of before")
}

// A backup removes what one that was killed has left in its folder, whatever its name was, and
// nothing of one that is being made.
func TestABackupRemovesWhatAKilledOneLeft(t *testing.T) {
	path, dir := store(t), dbtest.Dir(t)
	killed, made := filepath.Join(dir, "monday.db.part"), filepath.Join(dir, "tuesday.db.part")
	for _, file := range []string{killed, killed + ".lock", made} {
		require.NoError(t, os.WriteFile(file, nil, 0o600))
	}
	unlock, err := db.LockFile(t.Context(), made+".lock")
	require.NoError(t, err)
	defer unlock()
	require.NoError(t, backup.Pages(t.Context(), path, filepath.Join(dir, "wednesday.db"), nil))
	require.NoFileExists(t, killed)
	require.NoFileExists(t, killed+".lock")
	require.FileExists(t, made)
}

// A restore removes what one that was killed has left beside the database, and uses nothing of it.
func TestARestoreRemovesWhatAKilledOneLeft(t *testing.T) {
	path := store(t)
	saved := filepath.Join(dbtest.Dir(t), "saved.db")
	require.NoError(t, backup.Pages(t.Context(), path, saved, nil))
	for _, end := range []string{"", "-wal", "-shm", "-journal", ".opening"} {
		require.NoError(t, os.WriteFile(path+".restoring"+end, []byte("half of a file"), 0o600))
	}
	prepared, err := backup.Prepare(t.Context(), saved, path)
	require.NoError(t, err)
	_, err = backup.Replace(t.Context(), prepared, path)
	require.NoError(t, err)
	require.NoError(t, backup.Check(t.Context(), path))
	left, err := filepath.Glob(path + ".restoring*")
	require.NoError(t, err)
	require.Empty(t, left)
}

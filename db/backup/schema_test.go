package backup_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/db/dbtest"
	"turnpost/db/migrations"
)

// failing fills a database with one of schema 43 that cannot be brought forward: what has
// the name of a table of the next one is in its way.
func failing(t *testing.T, where, dump string) {
	t.Helper()
	dbtest.ExecuteFile(t, where, "../testdata/"+dump)
	dbtest.Execute(t, where, `CREATE VIEW puzzle_games AS SELECT 1 AS one`)
}

// A change that fails again and again leaves one copy of what was there before, the newest,
// and nothing of one whose making was killed. What is of another database stays.
func TestAChangeThatFailsLeavesOneCopy(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite3", "pgx"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			dir := dbtest.Dir(t)
			where := filepath.Join(dir, "turnpost.db")
			saved, dump := where, "schema-00043.sql"
			if engine == "pgx" {
				where, saved, dump = dbtest.BarePostgres(t), filepath.Join(dir, "turnpost"), "postgres-00043.sql"
			}
			failing(t, where, dump)
			begun := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
			try := func(hour int) string {
				t.Helper()
				name := ""
				_, err := db.OpenAfter(t.Context(), where, func(ctx context.Context, have int64) (err error) {
					name, err = backup.BeforeSchema(ctx, where, dir, have, begun.Add(time.Duration(hour)*time.Hour))
					require.NoError(t, err)
					return nil
				})
				require.ErrorContains(t, err, "migrations: ")
				require.NoError(t, backup.Check(t.Context(), name))
				return name
			}
			first := try(0)
			killed := saved + ".schema-00007-20261120T080000Z.part"
			older := saved + ".schema-00007-20261120T080000Z"
			for _, name := range []string{killed, killed + ".lock", killed + "-journal", older} {
				require.NoError(t, os.WriteFile(name, []byte("half a page"), 0o600))
			}
			second := try(1)
			require.NoFileExists(t, first)
			require.FileExists(t, second)
			left, err := filepath.Glob(saved + ".schema-*")
			require.NoError(t, err)
			require.Equal(t, []string{older, second}, left)
		})
	}
}

// What was saved of a database that another one took the place of has what that one lacks.
func TestWhatWasSavedBeforeARestoreStays(t *testing.T) {
	t.Parallel()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	failing(t, path, "schema-00043.sql")
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	save := func() string {
		t.Helper()
		now = now.Add(time.Hour)
		name, err := backup.BeforeSchema(t.Context(), path, "", 43, now)
		require.NoError(t, err)
		require.NoError(t, os.Chtimes(name, now, now))
		return name
	}
	first := save()
	now = now.Add(time.Hour)
	replaced := path + backup.BeforeRestore
	require.NoError(t, os.WriteFile(replaced, nil, 0o600))
	require.NoError(t, os.Chtimes(replaced, now, now))
	second := save()
	require.FileExists(t, first)
	third := save()
	require.FileExists(t, first)
	require.NoFileExists(t, second)
	require.FileExists(t, third)
}

// Who was not alone while the database was saved finds that another one has changed it.
func TestTheSchemaIsLookedAtAgainAfterItWasSaved(t *testing.T) {
	t.Parallel()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	failing(t, path, "schema-00043.sql")
	_, err := db.OpenAfter(t.Context(), path, func(context.Context, int64) error {
		dbtest.Execute(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
		return nil
	})
	require.ErrorIs(t, err, migrations.ErrNewer)
}

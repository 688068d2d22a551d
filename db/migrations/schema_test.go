package migrations

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"
)

func TestSameSchema(t *testing.T) {
	require.NoError(t, sameSchema(2, 2))
	require.EqualError(t, sameSchema(1, 2), "its schema is version 1 and this turnpost reads version 2; serve brings it forward")
	require.ErrorContains(t, sameSchema(3, 2), "use a newer turnpost")
}

// A new file has no row in any schema: all that is copied into it finds its number free.
func TestEverySchemaIsEmptyAtFirst(t *testing.T) {
	t.Parallel()
	conn, err := sql.Open("sqlite3", ":memory:")
	require.NoError(t, err)
	defer conn.Close()
	conn.SetMaxOpenConns(1) // each has a database of its own
	s := EngineSchema{Dialect: goose.DialectSQLite3, Folder: "sqlite", Tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`}
	known, err := s.Known(conn)
	require.NoError(t, err)
	for version := int64(1); version <= known; version++ {
		require.NoError(t, s.ForwardTo(t.Context(), conn, version))
		for _, table := range named(t, conn, s.Tables+` AND name <> 'goose_db_version'`) {
			var rows int
			require.NoError(t, conn.QueryRowContext(t.Context(), `SELECT count(*) FROM "`+table+`"`).Scan(&rows))
			require.Zero(t, rows, "%s in schema %d", table, version)
		}
	}
	require.NoError(t, s.Check(t.Context(), conn))
}

// A database with a later migration and without earlier ones is brought forward.
func TestMissingMigrationsAreMadeUpFor(t *testing.T) {
	t.Parallel()
	conn, err := sql.Open("sqlite3", ":memory:")
	require.NoError(t, err)
	defer conn.Close()
	conn.SetMaxOpenConns(1)
	without := fstest.MapFS{}
	names, err := fs.Glob(files, "sqlite/*.sql")
	require.NoError(t, err)
	for _, name := range names {
		base := filepath.Base(name)
		if base > "00052" || base[:5] == "00047" || base[:5] == "00048" {
			continue
		}
		text, err := files.ReadFile(name)
		require.NoError(t, err)
		without[base] = &fstest.MapFile{Data: text}
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, conn, without)
	require.NoError(t, err)
	_, err = p.Up(t.Context())
	require.NoError(t, err)
	s := EngineSchema{Dialect: goose.DialectSQLite3, Folder: "sqlite"}
	require.NoError(t, s.Forward(t.Context(), conn, nil))
	for _, table := range []string{"rungs", "followers"} {
		_, err := conn.ExecContext(t.Context(), "SELECT count(*) FROM "+table)
		require.NoError(t, err)
	}
}

// A migration never gets a number below one that is in use: each one appends its file's name to
// the list of those that were published, in which numbers only rise.
func TestMigrationsComeInTheOrderOfTheirNumbers(t *testing.T) {
	text, err := os.ReadFile("testdata/published.txt")
	require.NoError(t, err)
	published := strings.Fields(string(text))
	require.True(t, slices.IsSorted(published), "a new migration comes after all others")
	for _, engine := range []string{"sqlite", "postgres"} {
		names, err := fs.Glob(files, engine+"/*.sql")
		require.NoError(t, err)
		for i, name := range names {
			names[i] = filepath.Base(name)
		}
		first := slices.Index(names, published[0]) // the engines begin differently
		require.Equal(t, published, names[max(first, 0):], engine)
	}
}

// named lists what a query names.
func named(t *testing.T, conn *sql.DB, query string) (names []string) {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		names = append(names, name)
	}
	require.NoError(t, rows.Err())
	require.NotEmpty(t, names)
	return names
}

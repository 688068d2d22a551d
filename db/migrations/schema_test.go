package migrations

import (
	"database/sql"
	"testing"

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
	s := Schema{Dialect: goose.DialectSQLite3, Folder: "sqlite", Tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`}
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

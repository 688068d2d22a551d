package dbtest

import (
	"database/sql"
	"os"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // a server's
	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// Execute executes statements on a database, a file or a URL, behind everybody's back: what
// is there of its schema is not changed, and nothing is made sure of.
func Execute(t testing.TB, where, query string, args ...any) {
	t.Helper()
	driver := "sqlite3"
	if db.IsURL(where) {
		driver = "pgx"
	}
	conn, err := sql.Open(driver, where)
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Exec(query, args...)
	require.NoError(t, err)
}

// ExecuteFile executes what stands in a file, such as a dump of an older schema.
func ExecuteFile(t testing.TB, where, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	Execute(t, where, string(text))
}

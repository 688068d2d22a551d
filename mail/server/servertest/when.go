package servertest

import (
	"os"
	"strings"
	"testing"
)

// OnPostgres reports whether a test has its world on PostgreSQL: one that runs
// within TestOnPostgreSQL, or with TURNPOST_DATABASE=postgres every one.
func OnPostgres(t testing.TB) bool {
	return os.Getenv("TURNPOST_DATABASE") == "postgres" || strings.HasPrefix(t.Name(), "TestOnPostgreSQL/")
}

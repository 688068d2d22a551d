package servertest

import (
	"os"
	"strings"
	"testing"
	"time"
)

// OnPostgres reports whether a test has its world on PostgreSQL: one that runs
// within TestOnPostgreSQL, or with TURNPOST_DATABASE=postgres every one.
func OnPostgres(t testing.TB) bool {
	return os.Getenv("TURNPOST_DATABASE") == "postgres" || strings.HasPrefix(t.Name(), "TestOnPostgreSQL/")
}

// Live lets the world's time be that of the machine from now on: of its letters, which are
// proven while they are fresh, and of its database.
func (w *World) Live() { w.Now, w.DB.Now = time.Now(), time.Now }

package clubtest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/club"
	"turnpost/mail/verify"
	"turnpost/rules/all"
)

// Planted is a fault that a statement plants in a database that was right, beside the
// server, and what is to be said of it.
type Planted = struct{ Of, What, Query string }

// Image is the file of a database, which it closes.
func Image(t *testing.T, d *db.DB, where string) []byte {
	t.Helper()
	require.NoError(t, d.Close())
	dbtest.Execute(t, where, `PRAGMA wal_checkpoint(TRUNCATE)`)
	image, err := os.ReadFile(where)
	require.NoError(t, err)
	return image
}

// CheckPlanted checks that the database of an image, as it is at a moment, is right, and that
// each fault is found in a copy of it, and said with what to do. A short test plants one in
// so many.
func CheckPlanted(t *testing.T, image []byte, at time.Time, short int, faults []Planted) {
	t.Helper()
	path := filepath.Join(dbtest.Dir(t), "planted.db")
	require.Empty(t, planted(t, path, image, at, `SELECT 1`), "it was right")
	for i, p := range faults {
		if testing.Short() && i%short != 0 {
			continue
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			found := planted(t, path, image, at, p.Query)
			for _, f := range found {
				require.NotEmpty(t, f.Mend)
			}
			require.True(t, slices.ContainsFunc(found, func(f verify.Fault) bool { return f.Of == p.Of && strings.Contains(f.What, p.What) }),
				"%s\n%s: %s\nis not among %v", p.Query, p.Of, p.What, found)
		})
	}
}

// planted is what is found in a copy of an image after a statement.
func planted(t *testing.T, path string, image []byte, at time.Time, query string) []verify.Fault {
	t.Helper()
	require.NoError(t, os.WriteFile(path, image, 0o600))
	dbtest.Execute(t, path, query)
	d, err := db.OpenReadOnly(context.Background(), path)
	require.NoError(t, err)
	defer d.Close()
	d.Now = func() time.Time { return at }
	faults, err := verify.Database(context.Background(), club.New(all.Games(), slog.New(slog.DiscardHandler)), d, nil)
	require.NoError(t, err)
	return faults
}

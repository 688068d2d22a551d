package dbtest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/memory"
)

// Dir is a new folder for a test's databases, in memory where that is possible,
// which goes with the test. A test of the disk itself takes t.TempDir.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := memory.Folder("turnpost")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
)

// The doctor says when calendars cannot be written, and when others can list their names.
func TestDoctorLooksAtTheCalendars(t *testing.T) {
	examine := func(dir string) []Finding {
		var d Doctor
		d.config.Calendar.Dir = dir
		d.examineCalendars()
		return d.found
	}
	require.Empty(t, examine(""))
	dir := filepath.Join(dbtest.Dir(t), "deadlines")
	require.Equal(t, statusOK, examine(dir)[0].Status, "the server makes it")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.Chmod(dir, 0o755))
	require.Equal(t, statusWarn, examine(dir)[0].Status)
	require.Contains(t, examine(dir)[0].Mend, "chmod o-r "+dir)
	require.NoError(t, os.Chmod(dir, 0o711))
	require.Equal(t, statusOK, examine(dir)[0].Status)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.Equal(t, statusFail, examine(file)[0].Status)
}

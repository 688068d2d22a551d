package doctor

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// The doctor tells when backups are not made, and tries to restore one if asked to.
func TestDoctorTriesBackups(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	base, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, base.Close())
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	faults := 0
	examine := func(dir, restore string) []Finding {
		c := config.Config{Database: config.DatabaseAt(path)}
		c.Database.Backup = config.Backup{Dir: dir, Every: config.Duration{Duration: time.Hour}, Keep: 2}
		d := &Doctor{means: means{now: func() time.Time { return now }}, config: c, Restore: restore,
			Verify: func(_ context.Context, prepared string) (int, int, error) {
				require.NotEqual(t, path, prepared)
				return 3, faults, nil
			}}
		examineBackup(t.Context(), d)
		return d.found
	}
	require.Empty(t, examine("", ""), "none are wanted")
	onServer := &Doctor{config: config.Config{Database: config.Database{URL: "postgres://server/turnpost"}}}
	examineBackup(t.Context(), onServer)
	require.Len(t, onServer.found, 1)
	require.Equal(t, statusWarn, onServer.found[0].Status)
	require.Contains(t, onServer.found[0].Saw, "will refuse to start")
	dir := dbtest.Dir(t)
	found := examine(dir, Newest)
	require.Equal(t, statusWarn, found[0].Status)
	require.Contains(t, found[0].Saw, "there is no backup in")
	require.Equal(t, statusFail, found[1].Status)

	series, ok := config.Backup{Dir: dir, Every: config.Duration{Duration: time.Hour}, Keep: 2}.Series()
	require.True(t, ok)
	made, err := series.Take(t.Context(), path, now)
	require.NoError(t, err)
	found = examine(dir, Newest)
	require.Equal(t, statusOK, found[0].Status, found[0].Saw)
	require.Equal(t, statusOK, found[1].Status, found[1].Saw)
	require.Contains(t, found[1].Saw, made+" can be restored: 3 games replayed")
	faults = 1
	require.Equal(t, statusFail, examine(dir, made)[1].Status)
	require.Equal(t, statusFail, examine(dir, made+".missing")[1].Status)
	now = now.Add(3 * time.Hour)
	found = examine(dir, "")
	require.Len(t, found, 1)
	require.Equal(t, statusWarn, found[0].Status)
	require.Equal(t, statusFail, examine(dir+".missing", "")[0].Status)
}

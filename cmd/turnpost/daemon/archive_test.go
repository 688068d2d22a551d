package daemon

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/website"
	"turnpost/rules/all"
)

// TestTheCommandIsRunUntilItSucceeds, though nothing has changed since it failed, and not
// once more.
func TestTheCommandIsRunUntilItSucceeds(t *testing.T) {
	t.Parallel()
	top := dbtest.Dir(t)
	store, err := db.Open(t.Context(), filepath.Join(top, "turnpost.db"))
	require.NoError(t, err)
	defer store.Close()
	require.NoError(t, store.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
	log := &syncBuffer{}
	d := &Daemon{DB: store, log: slog.New(slog.NewTextHandler(log, nil))}
	var c config.Config
	c.Policy.Language = "en"
	c.Archive = config.Archive{Dir: filepath.Join(top, "site"), Command: "echo run >> ../runs; test -e ../open"}
	c.Archive.Every.Duration = time.Hour
	runs := func() string {
		text, err := os.ReadFile(filepath.Join(top, "runs"))
		require.NoError(t, err)
		return string(text)
	}
	require.Equal(t, 6*time.Minute, d.archive(t.Context(), c, all.Games()))
	require.Equal(t, 6*time.Minute, d.archive(t.Context(), c, all.Games()))
	require.Equal(t, "run\nrun\n", runs())
	require.Contains(t, log.String(), "the command of the archive failed")
	require.NoError(t, os.WriteFile(filepath.Join(top, "open"), nil, 0o644))
	require.Equal(t, time.Hour, d.archive(t.Context(), c, all.Games()))
	require.Equal(t, time.Hour, d.archive(t.Context(), c, all.Games()))
	require.Equal(t, "run\nrun\nrun\n", runs())
	require.NoFileExists(t, filepath.Join(c.Archive.Dir, website.OwedFile))
}

// TestACommandThatLastsIsKilled, with what it has started.
func TestACommandThatLastsIsKilled(t *testing.T) {
	t.Parallel()
	c := config.Archive{Dir: t.TempDir(), Command: "sleep 3600 | cat"}
	err := runAfter(context.Background(), c, 10*time.Millisecond, nil)
	require.ErrorContains(t, err, "killed after 10ms")
}

// TestACommandHoldsTheFolderBeyondItsDaemon: who dies does not unlock it while its command
// runs, and who ends does.
func TestACommandHoldsTheFolderBeyondItsDaemon(t *testing.T) {
	if skiptest.Detector {
		t.Skip("that the command has begun is known by a file of its own, which the detector does not see")
	}
	t.Parallel()
	top := t.TempDir()
	c := config.Archive{Dir: filepath.Join(top, "site"), Command: "touch ../began; until test -e ../end; do sleep 0.01; done"}
	inherit, _, err := lockArchive(c.Dir)
	require.NoError(t, err)
	if len(inherit) == 0 {
		t.Skip("nothing is inherited here")
	}
	ran := make(chan error, 1)
	go func() { ran <- runAfter(t.Context(), c, time.Hour, inherit) }()
	require.Eventually(t, func() bool { return exists(filepath.Join(top, "began")) }, time.Minute, time.Millisecond)
	require.NoError(t, inherit[0].Close()) // as when the process ends
	_, _, err = lockArchive(c.Dir)
	require.ErrorContains(t, err, "another turnpost is using it")
	require.NoError(t, os.WriteFile(filepath.Join(top, "end"), nil, 0o644))
	require.NoError(t, <-ran)
	for range 2 {
		// What another test has just forked holds it until it becomes another program.
		require.EventuallyWithT(t, func(now *assert.CollectT) {
			_, unlock, err := lockArchive(c.Dir)
			require.NoError(now, err)
			require.NoError(now, unlock())
		}, time.Minute, 10*time.Millisecond)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/db/dbtest"
	"turnpost/rules/all"
)

// The folder of what older schemas left.
const dumps = "../../../db/testdata/"

// looked is what is known of a database without its schema being changed.
func looked(t *testing.T, where string) (schema int64, plies int) {
	t.Helper()
	raw, err := db.OpenRaw(where)
	require.NoError(t, err)
	schema, err = raw.Schema(t.Context())
	require.NoError(t, err)
	require.NoError(t, raw.QueryRowContext(t.Context(), `SELECT count(*) FROM plies`).Scan(&plies))
	require.NoError(t, raw.Close())
	return schema, plies
}

// opened makes a daemon, which opens its database, and ends it.
func opened(ctx context.Context, c config.Config) error {
	d, err := New(ctx, c, all.Games(), "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return d.Close()
}

// isSaved holds a file against the database that was saved in it.
func isSaved(t *testing.T, name string, plies int) {
	t.Helper()
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
	require.NoError(t, backup.Check(t.Context(), name))
	schema, there := looked(t, name)
	require.EqualValues(t, 43, schema)
	require.Equal(t, plies, there)
}

// A daemon saves its file before it changes the schema, once, and an older program says
// which file to go back to. The service manager hears meanwhile that it lives.
func TestAFileIsSavedBeforeItsSchemaChanges(t *testing.T) {
	told := serviceManager(t)
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	c := officeConfig(t, openOffice(t), path)
	dbtest.ExecuteFile(t, path, dumps+"schema-00043.sql")
	_, plies := looked(t, path)
	require.Positive(t, plies)
	for range 2 {
		require.NoError(t, opened(t.Context(), c))
	}
	saved, err := filepath.Glob(path + ".schema-*")
	require.NoError(t, err)
	require.Len(t, saved, 1)
	isSaved(t, saved[0], plies)
	now, _ := looked(t, path)
	require.Greater(t, now, int64(43))
	require.Contains(t, told(), "EXTEND_TIMEOUT_USEC=180000000\nWATCHDOG=1\nSTATUS=saving the database")

	dbtest.Execute(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	require.ErrorContains(t, opened(t.Context(), c), "'turnpost restore "+saved[0]+"'")
}

// The same of a server's database, which lies beside no file: it goes into the folder of
// backups, and says itself where. Of daemons that are started at once one saves it.
func TestAServersDatabaseIsSavedBeforeItsSchemaChanges(t *testing.T) {
	t.Parallel()
	where := dbtest.BarePostgres(t)
	c := officeConfig(t, openOffice(t), where)
	dbtest.ExecuteFile(t, where, dumps+"postgres-00043.sql")
	_, plies := looked(t, where)
	require.Positive(t, plies)

	err := opened(t.Context(), c)
	require.ErrorContains(t, err, "database.saved_schema = 43")
	// The service manager tries again: another daemon may have a folder.
	require.Equal(t, cli.ExitDatabase, cli.Status(err))
	c.Database.SavedSchema = 42
	require.Equal(t, cli.ExitDatabase, cli.Status(opened(t.Context(), c)), "that was another one")
	schema, _ := looked(t, where)
	require.EqualValues(t, 43, schema)

	c.Database.SavedSchema, c.Database.Backup.Dir = 0, dbtest.Dir(t)
	var several errgroup.Group
	for range 3 {
		several.Go(func() error { return opened(t.Context(), c) })
	}
	require.NoError(t, several.Wait())
	saved, err := filepath.Glob(filepath.Join(c.Database.Backup.Dir, "*"))
	require.NoError(t, err)
	require.Len(t, saved, 1)
	require.Regexp(t, `turnpost\.schema-00043-\d{8}T\d{6}Z$`, saved[0])
	isSaved(t, saved[0], plies)
	schema, _ = looked(t, where)
	require.Greater(t, schema, int64(43))

	// Whoever comes with an older program is told of it, also where no folder is known.
	dbtest.Execute(t, where, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
	c.Database.Backup.Dir = ""
	host, err := os.Hostname()
	require.NoError(t, err)
	goBack := fmt.Sprintf("'turnpost restore %s' (the file is on %s)", saved[0], host)
	require.ErrorContains(t, opened(t.Context(), c), goBack)
	_, err = db.OpenReadOnly(t.Context(), where)
	require.ErrorContains(t, err, goBack)

	// What was saved goes into an empty database, whose operator has saved it.
	again := dbtest.BarePostgres(t)
	prepared, err := backup.Prepare(t.Context(), saved[0], filepath.Join(dbtest.Dir(t), "turnpost.db"))
	require.NoError(t, err)
	require.NoError(t, db.Copy(t.Context(), prepared, again, nil))
	_, there := looked(t, again)
	require.Equal(t, plies, there)
}

// Who says that they have saved a server's database need give no folder, and nothing goes
// into one that they give. They are told to say so no more when it is done.
func TestAServersDatabaseThatTheOperatorHasSaved(t *testing.T) {
	t.Parallel()
	where := dbtest.BarePostgres(t)
	c := officeConfig(t, openOffice(t), where)
	dbtest.ExecuteFile(t, where, dumps+"postgres-00043.sql")
	c.Database.SavedSchema, c.Database.Backup.Dir = 43, dbtest.Dir(t)
	var said strings.Builder
	d, err := New(t.Context(), c, all.Games(), "", slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	require.NoError(t, d.Close())
	schema, _ := looked(t, where)
	require.Greater(t, schema, int64(43))
	saved, err := os.ReadDir(c.Database.Backup.Dir)
	require.NoError(t, err)
	require.Empty(t, saved)
	require.Contains(t, said.String(), "remove it from the configuration")
}

// waiting is a log that tells once that something is waited for.
type waiting struct {
	slog.Handler
	told chan string
}

func (w waiting) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelWarn {
		r.Attrs(func(a slog.Attr) bool {
			select {
			case w.told <- r.Message + " " + a.Value.String():
			default:
			}
			return true
		})
	}
	return nil
}

// A daemon that comes while another one saves the database says so, again and again, and
// not only to the log; it goes on when the other one is through.
func TestWhoWaitsForTheOneThatSavesTellsIt(t *testing.T) {
	t.Parallel()
	where := dbtest.BarePostgres(t)
	c := officeConfig(t, openOffice(t), where)
	dbtest.ExecuteFile(t, where, dumps+"postgres-00043.sql")
	saves, goesOn := make(chan struct{}), make(chan struct{})
	var group errgroup.Group
	free := sync.OnceFunc(func() { close(goesOn) })
	defer free()
	group.Go(func() error {
		d, err := db.OpenAfter(t.Context(), where, func(context.Context, int64) error {
			close(saves)
			<-goesOn
			return nil
		})
		if err != nil {
			return err
		}
		return d.Close()
	})
	<-saves
	c.HTTP.Metrics = freeAddress(t)
	log := waiting{slog.Default().Handler(), make(chan string, 100)}
	ended := make(chan error, 1)
	go func() {
		d, err := New(t.Context(), c, all.Games(), "", slog.New(log))
		if err == nil {
			err = d.Close()
		}
		ended <- err
	}()
	for said := ""; !strings.Contains(said, "waiting for another turnpost that is opening it"); {
		select {
		case said = <-log.told:
		case err := <-ended:
			t.Fatalf("it did not wait: %v", err)
		}
	}
	answer, err := http.Get("http://" + c.HTTP.Metrics + "/healthz")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	free()
	require.NoError(t, group.Wait())
	require.NoError(t, <-ended, "it needed no folder, since the other one has done it")
}

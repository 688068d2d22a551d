package db_test

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// upgraded is the variable that tells this program, started again, which database to
// upgrade.
const upgraded = "TURNPOST_TEST_UPGRADES"

// TestUpgrades brings a database forward, in a process of its own that may be killed.
func TestUpgrades(t *testing.T) {
	where := os.Getenv(upgraded)
	if where == "" {
		t.Skip("it is a part of TestUpgradeKilled")
	}
	fmt.Println("opening")
	open(t, where)
}

// upgrade brings a database forward in another process, kills it that long after it
// began, and reports whether it was done before.
func upgrade(t *testing.T, where string, life time.Duration) (done bool) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, "-test.run", "^TestUpgrades$")
	cmd.Env = append(os.Environ(), upgraded+"="+where)
	said, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = said.Read(make([]byte, 1)) // it opens from here on
	require.NoError(t, err)
	defer time.AfterFunc(life, func() { _ = cmd.Process.Kill() }).Stop() // it may have ended
	return cmd.Wait() == nil
}

// A daemon that is killed while it brings a database forward, ever a little later, leaves
// one that the next goes on with: in the end everything is there, and nothing is damaged.
func TestUpgradeKilled(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	const steps = 6
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			first, last := versions(t, engine)[0], versions(t, engine)
			stand := func(t *testing.T) (where string, version func() int64) {
				driver, dialect := "sqlite3", goose.DialectSQLite3
				where = filepath.Join(dbtest.Dir(t), "turnpost.db")
				if engine == "postgres" {
					where, driver, dialect = dbtest.BarePostgres(t), "pgx", goose.DialectPostgres
				}
				conn, err := sql.Open(driver, where)
				require.NoError(t, err)
				if engine == "sqlite" {
					image, err := os.ReadFile("testdata/schema-00001.sql")
					require.NoError(t, err)
					_, err = conn.Exec(string(image))
					require.NoError(t, err)
				} else {
					upTo(t, conn, dialect, engine, first)
					for _, q := range firstGame(first) {
						_, err = conn.Exec(q)
						require.NoError(t, err)
					}
				}
				require.NoError(t, conn.Close())
				return where, func() (v int64) {
					conn, err := sql.Open(driver, where)
					require.NoError(t, err)
					defer conn.Close()
					require.NoError(t, conn.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&v))
					return v
				}
			}
			where, _ := stand(t)
			begun := time.Now()
			require.True(t, upgrade(t, where, time.Hour))
			whole := time.Since(begun)

			amid := map[int64]bool{}
			for i := 0; i < steps || len(amid) == 0; i++ {
				where, version := stand(t)
				begun := time.Now()
				if upgrade(t, where, whole*time.Duration(i%steps)/steps) {
					whole = time.Since(begun) // the machine is quicker now
					continue
				}
				if v := version(); v > first && v < last[len(last)-1] {
					amid[v] = true
				}
				upgrade(t, where, whole/2) // killed a second time, or done
				require.NoError(t, open(t, where).Update(t.Context(), playWithoutMessage))
			}
			t.Logf("%s: killed amid schemas %v, an upgrade takes %v", engine, slices.Sorted(maps.Keys(amid)), whole)
		})
	}
}

package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// PostgreSQL fulfils the contracts, and no statement of them reads a whole table.
func TestPostgreSQL(t *testing.T) {
	planned := dbtest.Postgres(t) // or all of it is skipped
	seen := statements(t, dbtest.Postgres)
	t.Run("Plans", func(t *testing.T) { noneReadsAWholeTable(t, planned, seen) })
}

// onServer executes statements behind the package's back.
func onServer(t testing.TB, where string, queries ...string) {
	t.Helper()
	conn, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer conn.Close()
	for _, q := range queries {
		_, err := conn.Exec(q)
		require.NoError(t, err, q)
	}
}

// Several programs that open an empty database at the same moment: one makes the
// schema.
func TestOpenPostgreSQLAtTheSameMoment(t *testing.T) {
	where := dbtest.BarePostgres(t)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			d, err := db.Open(context.Background(), where)
			if err == nil {
				err = errors.Join(d.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() }), d.Close())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	require.NoError(t, open(t, where).View(context.Background(), func(tx *db.Tx) error {
		keys, err := tx.Keys()
		require.Len(t, keys, 4)
		return err
	}))
}

func TestPostgreSQLRefusesOtherSchemas(t *testing.T) {
	ctx := context.Background()
	_, err := db.OpenReadOnly(ctx, dbtest.BarePostgres(t))
	require.ErrorContains(t, err, "it is not a database of turnpost")
	where := dbtest.Postgres(t)
	onServer(t, where, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
	_, err = db.Open(ctx, where)
	require.ErrorContains(t, err, "use a newer turnpost")
	_, err = db.OpenReadOnly(ctx, where)
	require.ErrorContains(t, err, "use a newer turnpost")
}

// A newer program does not change the schema under the servers of an older one.
func TestPostgreSQLIsNotBroughtForwardWhileServed(t *testing.T) {
	where := dbtest.Postgres(t)
	now := time.Now()
	onServer(t, where, `DELETE FROM goose_db_version WHERE version_id > 5`,
		fmt.Sprintf(`INSERT INTO daemons (name, started_at, lease_until) VALUES ('old', 0, %d)`, now.Add(time.Hour).UnixMilli()))
	_, err := db.Open(t.Context(), where)
	require.ErrorContains(t, err, "1 servers of the older version run on it; stop them first")
	require.False(t, db.Transient(err))
	onServer(t, where, fmt.Sprintf(`UPDATE daemons SET lease_until = %d`, now.Add(-time.Second).UnixMilli()))
	_, err = db.Open(t.Context(), where)
	// It is tried now; what it would make is there already.
	require.ErrorContains(t, err, "migrations: ")
}

func TestPostgreSQLReadOnly(t *testing.T) {
	ctx := context.Background()
	where := dbtest.Postgres(t)
	d := open(t, where)
	r, err := db.OpenReadOnly(ctx, where)
	require.NoError(t, err)
	defer r.Close()
	add := func(d *db.DB) error { return d.Update(ctx, func(tx *db.Tx) error { return tx.AddKey() }) }
	require.ErrorContains(t, add(r), "for reading only")
	require.NoError(t, add(d))
	require.NoError(t, r.View(ctx, func(tx *db.Tx) error {
		keys, err := tx.Keys()
		require.Len(t, keys, 1)
		return err
	}))
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error { return tx.Touch() }))
	require.Error(t, d.View(ctx, func(tx *db.Tx) error { return tx.Touch() }), "a view cannot write")
	require.NoError(t, d.Scrub(ctx))
}

// Of messages that were erased nothing stays in the tables.
func TestPostgreSQLScrubs(t *testing.T) {
	ctx := context.Background()
	where := dbtest.Postgres(t)
	d := open(t, where)
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error {
		ada, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		require.NoError(t, err)
		id, err := tx.EnqueueAs(db.Outgoing{Player: ada.ID, MessageID: "1", Raw: []byte("Dear Ada")}, db.ClassGame)
		require.NoError(t, err)
		_, err = tx.MarkSent(id)
		return err
	}))
	size := func() (octets int) {
		conn, err := sql.Open("pgx", where)
		require.NoError(t, err)
		defer conn.Close()
		require.NoError(t, conn.QueryRow(`SELECT pg_relation_size('texts')`).Scan(&octets))
		return octets
	}
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error {
		n, err := tx.EmptyMessages(tx.Now.Add(time.Second), 10)
		require.EqualValues(t, 1, n)
		return err
	}))
	require.NotZero(t, size(), "the old version of the row")
	require.NoError(t, d.Scrub(ctx))
	require.Zero(t, size())
}

// A server that is not there is trouble that passes, and nobody reads a password
// in what is said of it.
func TestPostgreSQLIsAway(t *testing.T) {
	where := "postgres://turnpost:hunter2@127.0.0.1:1/turnpost?connect_timeout=2"
	_, err := db.Open(context.Background(), where)
	require.True(t, db.Transient(err) && db.Away(err), "%v", err)
	require.NotContains(t, err.Error(), "hunter2")
	require.Equal(t, "postgres://turnpost@127.0.0.1:1/turnpost", db.Redacted(where))
	require.Equal(t, "turnpost.db", db.Redacted("turnpost.db"))
	require.Equal(t, "postgres://me@db1:5432,db2:5433,[::1]:5432/x", db.Redacted("postgres://me:hunter2@db1,db2:5433,[::1]/x?target_session_attrs=read-write&sslmode=prefer"))
	require.Equal(t, "postgres://", db.Redacted("postgres://me:hunter2@db1:x,db2/x"))
	_, err = db.Open(context.Background(), "postgres://turnpost:hunter2@host:port/")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "hunter2")
}

// Whoever's connection is cut finds the server again.
func TestPostgreSQLConnectionsAreCut(t *testing.T) {
	where := dbtest.Postgres(t)
	d := open(t, where)
	cut := `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
	add := func() error {
		return d.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() })
	}
	require.NoError(t, add())
	onServer(t, where, cut)
	require.Eventually(t, func() bool {
		err := add()
		require.True(t, err == nil || db.Transient(err), "%v", err)
		return err == nil
	}, 10*time.Second, time.Millisecond)
	err := d.Update(context.Background(), func(tx *db.Tx) error {
		onServer(t, where, cut)
		return tx.AddKey()
	})
	require.True(t, db.Transient(err), "%v", err)
}

// Several programs take messages out of one outbox: nobody gets another's, nor an
// order that a thread must not have.
func TestClaimsOfMany(t *testing.T) {
	ctx := context.Background()
	where := dbtest.Postgres(t)
	first := open(t, where)
	const players, threads, messages = 4, 5, 4
	require.NoError(t, first.Update(ctx, func(tx *db.Tx) error {
		for p := range players {
			player, err := tx.AddPlayer(fmt.Sprint(p), fmt.Sprint(p), "P")
			if err != nil {
				return err
			}
			for n := range messages {
				for thread := range threads {
					id := fmt.Sprintf("%d.%d.%d", p, thread, n)
					if _, err := tx.EnqueueAs(db.Outgoing{Player: player.ID, Thread: int64(thread + 1), Kind: "k", MessageID: id, Recipient: "x", Raw: []byte(id)}, db.ClassGame); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}))
	var mu sync.Mutex
	var sent []string
	var wait sync.WaitGroup
	for range 4 {
		d := open(t, where)
		wait.Go(func() {
			for idle := 0; idle < 20; {
				var o db.ClaimedMessage
				err := d.Update(ctx, func(tx *db.Tx) (err error) { o, err = tx.Claim(0, time.Hour, db.Everything); return err })
				if errors.Is(err, db.ErrNotFound) || errors.Is(err, db.ErrExists) {
					idle++ // the others have what is due, or were faster
					time.Sleep(5 * time.Millisecond)
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				sent = append(sent, o.MessageID)
				mu.Unlock()
				if err := d.Update(ctx, func(tx *db.Tx) error { _, err := tx.MarkSent(o.ID); return err }); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	require.Len(t, sent, players*threads*messages)
	last := map[string]string{}
	for _, id := range sent {
		thread := id[:strings.LastIndex(id, ".")]
		require.Less(t, last[thread], id, "in the order of its thread")
		last[thread] = id
	}
	slices.Sort(sent)
	require.Len(t, slices.Compact(sent), players*threads*messages, "each once")
}

// What two transactions read and write is as if one had waited for the other,
// though neither writes what the other does.
func TestUpdatesAreSerialisable(t *testing.T) {
	ctx := context.Background()
	where := dbtest.Postgres(t)
	a, b := open(t, where), open(t, where)
	add := func(d *db.DB, meanwhile func()) error {
		return d.Update(ctx, func(tx *db.Tx) error {
			keys, err := tx.KeyList()
			if err != nil {
				return err
			}
			if meanwhile != nil {
				meanwhile()
				meanwhile = nil
			}
			if len(keys) > 0 {
				return nil
			}
			return tx.AddKey()
		})
	}
	require.NoError(t, add(a, func() { require.NoError(t, add(b, nil)) }))
	require.NoError(t, a.View(ctx, func(tx *db.Tx) error {
		keys, err := tx.KeyList()
		require.Len(t, keys, 1)
		return err
	}))
}

// A transaction whose function ignores a conflict with another one runs again nevertheless.
func TestNoConflictIsOverlooked(t *testing.T) {
	ctx := context.Background()
	where := dbtest.Postgres(t)
	a, b := open(t, where), open(t, where)
	var id int64
	require.NoError(t, a.Update(ctx, func(tx *db.Tx) (err error) { id, err = tx.Join("a", time.Minute); return err }))
	for name, last := range map[string]func(*db.Tx) error{
		"and ends well": func(*db.Tx) error { return nil },
		"and goes on":   func(tx *db.Tx) error { _, err := tx.Daemons(); return err },
	} {
		t.Run(name, func(t *testing.T) {
			tries := 0
			require.NoError(t, a.Update(ctx, func(tx *db.Tx) error {
				if _, err := tx.Daemon(id); err != nil {
					return err
				}
				if tries++; tries == 1 {
					require.NoError(t, b.Update(ctx, func(tx *db.Tx) error { return tx.Renew(id, time.Hour) }))
				}
				_ = tx.Renew(id, time.Minute)
				return last(tx)
			}))
			require.Equal(t, 2, tries)
		})
	}
}

// Texts that PostgreSQL cannot hold are made such that it can, and found again.
func TestAnyTextIsKept(t *testing.T) {
	d := open(t, dbtest.Postgres(t))
	require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error {
		for n, want := range []bool{true, false} {
			kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(n), MessageID: "a\x00\xff", Digest: make([]byte, 32), Standing: 2, Raw: []byte("\x00\xff")})
			require.NoError(t, err)
			require.Equal(t, want, kept, "known by its Message-ID")
		}
		in, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Equal(t, []byte("\x00\xff"), in.Raw)
		require.NoError(t, tx.NoteFailure(in.ID, 0, "it says \x00\xc3"))
		before, err := tx.CameBefore("a\x00\xff", 0, in.ID+1)
		require.True(t, before)
		return err
	}))
}

// The schemas of both engines have the same tables, columns and indexes, whichever
// migrations made them.
func TestSchemasAreAlike(t *testing.T) {
	skiptest.Sequential(t)
	columns := func(driver, where, query string) (names []string) {
		conn, err := sql.Open(driver, where)
		require.NoError(t, err)
		defer conn.Close()
		rows, err := conn.Query(query)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var name string
			require.NoError(t, rows.Scan(&name))
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	path := dbtest.Dir(t) + "/turnpost.db"
	open(t, path)
	where := dbtest.Postgres(t)
	require.Equal(t,
		columns("sqlite3", path, `SELECT t.name || '.' || c.name || CASE c."notnull" OR c.pk > 0 WHEN 1 THEN '' ELSE ' null' END || coalesce(' = ' || c.dflt_value, '')
			FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version'`),
		columns("pgx", where, `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END || coalesce(' = ' || regexp_replace(split_part(column_default, '::', 1), '^''(-\d+)''$', '\1'), '')
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'goose_db_version'`))
	require.Equal(t,
		columns("sqlite3", path, `SELECT tbl_name || '.' || name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`),
		columns("pgx", where, `SELECT tablename || '.' || indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%\_key' AND indexname NOT LIKE '%\_pkey'`))
}

// Of several servers the one that answers and writes is taken, by whoever writes and by
// whoever only reads.
func TestSeveralServers(t *testing.T) {
	where := strings.Replace(dbtest.Postgres(t), "host=", "host=%2Fnowhere,", 1)
	for _, attrs := range []string{"", "&target_session_attrs=read-write", "&target_session_attrs=primary"} {
		d := open(t, where+attrs)
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
		read, err := db.OpenReadOnly(t.Context(), where+attrs)
		require.NoError(t, err)
		require.NoError(t, read.View(t.Context(), func(tx *db.Tx) error { _, err := tx.Keys(); return err }))
		require.NoError(t, read.Close())
	}
	_, err := db.Open(t.Context(), where+"&target_session_attrs=standby")
	require.ErrorContains(t, err, "standby")
}

package db_test

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// Nobody waits for ever for a server that is there and says nothing, in whichever
// step that begins; and when it speaks again, all goes on.
func TestASilentServer(t *testing.T) {
	s := dbtest.OwnPostgres(t)
	d := open(t, s.URL)
	write := func(before, after func()) error {
		return d.Update(context.Background(), func(tx *db.Tx) error {
			before()
			err := tx.AddKey()
			after()
			return err
		})
	}
	nothing := func() {}
	thawed := func() {
		s.Thaw()
		require.Eventually(t, func() bool { return write(nothing, nothing) == nil }, time.Minute, time.Millisecond)
	}
	thawed()
	for name, silent := range map[string]func() error{
		"at the beginning": func() error { s.Freeze(); return write(nothing, nothing) },
		"at a statement":   func() error { return write(s.Freeze, nothing) },
		"at the end":       func() error { return write(nothing, s.Freeze) },
		"to a reader": func() error {
			return d.View(context.Background(), func(tx *db.Tx) error {
				s.Freeze()
				_, err := tx.Keys()
				return err
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d.Patience = 300 * time.Millisecond
			err := silent()
			d.Patience = 0
			thawed()
			require.ErrorIs(t, err, db.ErrSilent)
			require.True(t, db.Transient(err))
		})
	}
}

// Whoever waits for a row that another holds gives up, and a statement that hangs is
// ended by the server, also when nobody waits for it.
func TestNoStatementHangs(t *testing.T) {
	d := open(t, dbtest.Postgres(t))
	require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error {
		for setting, want := range map[string]string{
			"lock_timeout": "10s", "statement_timeout": "1min", "idle_in_transaction_session_timeout": "8s", "synchronous_commit": "on",
		} {
			got, err := tx.Setting(setting)
			require.NoError(t, err)
			require.Equal(t, want, got, setting)
		}
		return nil
	}))
}

// Who waits for one of several servers that stands still gives it up when another one
// writes, and only then, however long that takes.
func TestAnotherServerFollows(t *testing.T) {
	t.Parallel()
	a, b := dbtest.OwnPostgres(t), dbtest.OwnPostgres(t)
	u, err := url.Parse(a.URL)
	require.NoError(t, err)
	other, err := url.Parse(b.URL)
	require.NoError(t, err)
	b.Kill()
	u.Path = "/turnpost" // which both have
	u.RawQuery = url.Values{"host": {u.Query().Get("host") + "," + other.Query().Get("host")}}.Encode()
	d := open(t, u.String())
	look := func() error {
		return d.View(context.Background(), func(tx *db.Tx) error { _, err := tx.Daemons(); return err })
	}
	require.NoError(t, look(), "and the connection stays")
	ended := make(chan error, 1)
	a.Freeze()
	defer a.Thaw()
	go func() { ended <- look() }()
	select {
	case err := <-ended:
		require.FailNow(t, "it did not wait", "%v", err)
	case <-time.After(2 * time.Second):
	}
	b.Start()
	if err := <-ended; err != nil { // nobody knows whether it was done, if nothing was only begun
		require.True(t, db.Transient(err), "%v", err)
	}
	require.NoError(t, look())
}

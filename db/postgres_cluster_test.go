package db_test

import (
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// When somebody has waited for a server that stands still, and another one writes, then
// nobody else waits for it who has a connection on which nothing was asked, in another pool
// either.
func TestWhoStandsStillLosesAllConnections(t *testing.T) {
	t.Parallel()
	a, b := dbtest.OwnPostgres(t), dbtest.OwnPostgres(t)
	u, err := url.Parse(a.URL)
	require.NoError(t, err)
	other, err := url.Parse(b.URL)
	require.NoError(t, err)
	u.Path = "/turnpost" // which both have
	u.RawQuery = url.Values{"host": {u.Query().Get("host") + "," + other.Query().Get("host")}}.Encode()
	asking, quiet, err := db.Pools(u.String())
	require.NoError(t, err)
	defer asking.Close()
	defer quiet.Close()
	require.NoError(t, asking.Ping())
	conn, err := quiet.Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	// closed asks the server nothing.
	closed := func() error {
		return conn.Raw(func(driver any) error {
			return driver.(*stdlib.Conn).Conn().PgConn().Conn().SetDeadline(time.Time{})
		})
	}
	require.NoError(t, closed())
	a.Freeze()
	defer a.Thaw()
	require.Eventually(t, func() bool { return asking.Ping() == nil }, time.Minute, time.Millisecond)
	require.ErrorIs(t, closed(), net.ErrClosed)
}

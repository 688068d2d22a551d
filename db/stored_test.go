package db_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// testStoredMail: the sum follows what is stored, cut and erased. A message that failed counts.
func testStoredMail(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	stored := func(tx *db.Tx) int64 {
		n, err := tx.StoredMail()
		require.NoError(t, err)
		return n
	}
	change(t, d, func(tx *db.Tx) {
		require.Zero(t, stored(tx))
		for i, n := range []int{1000, 200, 30, 0} {
			_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(i), MessageID: fmt.Sprint(i),
				Digest: []byte{byte(i)}, Raw: []byte(strings.Repeat("é", n/2))})
			require.NoError(t, err)
		}
		require.EqualValues(t, 1230, stored(tx), "bytes, not letters")
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "0", MessageID: "0", Digest: []byte{0}, Raw: []byte("again")})
		require.NoError(t, err)
		require.NoError(t, tx.CutIncoming(1, []byte("From: a\n")))
		require.EqualValues(t, 238, stored(tx))
		require.NoError(t, tx.Settle(1, db.IncomingDone, ""))
		require.NoError(t, tx.Settle(2, db.IncomingFailed, "why"))
		require.EqualValues(t, 238, stored(tx))
	})
	d.Now = func() time.Time { return start.Add(time.Hour) }
	change(t, d, func(tx *db.Tx) {
		_, err := tx.EmptyMessages(tx.Now, 10)
		require.NoError(t, err)
		require.EqualValues(t, 30, stored(tx), "one waits to be answered")
	})
}

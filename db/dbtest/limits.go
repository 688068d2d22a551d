package dbtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testRestraints(t *testing.T, d *db.DB) {
	start := d.Now()
	at := func(span time.Duration) { d.Now = func() time.Time { return start.Add(span) } }
	var ada, bob db.Player
	update(t, d, func(tx *db.Tx) { ada, bob = player(t, tx, "ada"), player(t, tx, "bob") })
	for i := range 3 {
		at(time.Duration(i) * time.Hour)
		update(t, d, func(tx *db.Tx) {
			require.NoError(t, tx.Tell(ada.ID, db.RestraintError, fmt.Append(nil, i), 24*time.Hour))
		})
	}
	update(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.Tell(ada.ID, db.RestraintLook, []byte("look"), 24*time.Hour))
		n, err := tx.Told(ada.ID, db.RestraintError, tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.Equal(t, 2, n, "of that kind and since then")
		n, err = tx.Told(bob.ID, db.RestraintError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Zero(t, n, "another's")
		same, err := tx.ToldSame(ada.ID, []byte("1"), tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.True(t, same)
		same, err = tx.ToldSame(ada.ID, []byte("0"), tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.False(t, same, "too long ago")
		require.NoError(t, tx.Tell(ada.ID, db.RestraintError, []byte("x"), 90*time.Minute))
		n, err = tx.Told(ada.ID, db.RestraintError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, 3, n, "what is older than that is forgotten")
		require.NoError(t, tx.Forget(ada, "somebody", func(db.Invitation) (string, error) { return "", nil }))
		n, err = tx.Told(ada.ID, db.RestraintError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Zero(t, n)
	})
}

func testRetention(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	d.Now = func() time.Time { return start }
	const day = 24 * time.Hour
	update(t, d, func(tx *db.Tx) {
		ada := player(t, tx, "ada")
		for i := range 5 {
			kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(i), MessageID: fmt.Sprint(i), Digest: []byte{1}, Raw: []byte("in")})
			require.NoError(t, err)
			require.True(t, kept)
			id, err := tx.Post(db.Outgoing{Player: ada.ID, Thread: 7, Kind: "turn", MessageID: fmt.Sprint("out", i), Recipient: "ada@example.org", Raw: []byte("out")})
			require.NoError(t, err)
			if i < 4 { // one of each waits
				require.NoError(t, tx.Settle(int64(i+1), db.IncomingDone, ""))
				require.NoError(t, tx.MarkSent(id))
			}
		}
		due, err := tx.Overdue(start)
		require.NoError(t, err)
		require.False(t, due, "not older than that")
	})
	d.Now = func() time.Time { return start.Add(40 * day) }
	var erased []int64
	for {
		done := false
		update(t, d, func(tx *db.Tx) {
			due, err := tx.Overdue(tx.Now.Add(-30 * day))
			require.NoError(t, err)
			if done = !due; done {
				return
			}
			n, err := tx.EmptyLetters(tx.Now.Add(-30*day), 3)
			require.NoError(t, err)
			erased = append(erased, n)
		})
		if done {
			break
		}
	}
	require.Equal(t, []int64{6, 2}, erased, "in batches")
	update(t, d, func(tx *db.Tx) {
		first, err := tx.Incoming(1)
		require.NoError(t, err)
		require.Empty(t, first.Raw)
		require.Equal(t, "0", first.MessageID)
		waiting, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Equal(t, "in", string(waiting.Raw))
		unread, err := tx.Unread(tx.Now)
		require.NoError(t, err)
		require.True(t, unread)
		queued, err := tx.Outgoing(db.OutgoingQueued)
		require.NoError(t, err)
		require.Len(t, queued, 1)
		require.Equal(t, "out", string(queued[0].Raw))
		ids, err := tx.ThreadIDs(1, 7, 10)
		require.NoError(t, err)
		require.Len(t, ids, 5, "the thread hangs together")
		kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "again", MessageID: "0", Digest: []byte{1}, Raw: []byte("in")})
		require.NoError(t, err)
		require.False(t, kept, "a letter counts once for ever")
	})
}

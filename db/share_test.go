package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// testShares: a claim passes over what is barred, takes what is over its share last, and knows
// the players of a mailbox.
func testShares(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) error {
		var ids []int64
		for _, address := range []string{"s.u.e+1@gmail.com", "sue@googlemail.com", "tom@example.org", "tom+x@example.org", "uma@example.org"} {
			p, err := tx.AddPlayer(address, address, address)
			require.NoError(t, err)
			ids = append(ids, p.ID)
			_, err = tx.EnqueueAs(db.Outgoing{Player: p.ID, Recipient: address, MessageID: fmt.Sprint("<", address, ">")}, db.ClassAnswer)
			require.NoError(t, err)
		}
		all, err := tx.Mailbox(ids[1])
		require.NoError(t, err)
		require.Equal(t, ids[:2], all)
		same, err := tx.SameMailbox(ids[2], ids[3])
		require.NoError(t, err)
		require.True(t, same)
		same, err = tx.SameMailbox(ids[1], ids[2])
		require.NoError(t, err)
		require.False(t, same)
		uses, err := tx.Uses()
		require.NoError(t, err)
		waiting := 0
		for _, u := range uses {
			waiting += u.Waiting
		}
		require.GreaterOrEqual(t, waiting, 5)

		over := fmt.Sprintf(",%d:1,%d:1,", ids[0], ids[2])
		within := db.Everything
		within.Over, within.Barred = over, fmt.Sprintf(",%d:1,", ids[0])
		var order []int64
		for {
			c, err := tx.Claim(1, time.Minute, within)
			if err != nil {
				require.ErrorIs(t, err, db.ErrNotFound)
				break
			}
			order = append(order, c.Player)
		}
		require.Equal(t, []int64{ids[1], ids[3], ids[4], ids[2]}, order)

		_, err = tx.Keep(db.Incoming{Mailbox: "shares", Cursor: "1", MessageID: "shares@x", Digest: []byte("shares"), Raw: []byte("From: a\n\nlong")})
		require.NoError(t, err)
		in, err := tx.ClaimIncoming(1)
		require.NoError(t, err)
		require.NoError(t, tx.CutIncoming(in.ID, []byte("From: a\n")))
		in, err = tx.Incoming(in.ID)
		require.Equal(t, "From: a\n", string(in.Raw))
		return err
	})
}

package db_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// join adds two daemons.
func join(t *testing.T, d *db.DB) (a, b int64) {
	t.Helper()
	change(t, d, func(tx *db.Tx) {
		var err error
		a, err = tx.Join("a", time.Minute)
		require.NoError(t, err)
		b, err = tx.Join("b", time.Minute)
		require.NoError(t, err)
		require.NotEqual(t, a, b)
	})
	return a, b
}

func testDaemons(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	a, b := join(t, d)
	now = now.Add(50 * time.Second)
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Renew(a, time.Minute)) })
	now = now.Add(10 * time.Second)
	change(t, d, func(tx *db.Tx) {
		there, err := tx.Daemons()
		require.NoError(t, err)
		require.Equal(t, []db.Daemon{
			{ID: a, Name: "a", StartedAt: now.Add(-time.Minute), LeaseUntil: now.Add(50 * time.Second)},
			{ID: b, Name: "b", StartedAt: now.Add(-time.Minute), LeaseUntil: now},
		}, there)
		living, err := tx.Living()
		require.NoError(t, err)
		require.Len(t, living, 1, "the one that renewed")
		require.Equal(t, a, living[0].ID)
		require.NoError(t, tx.Leave(b))
		require.ErrorIs(t, tx.Renew(b, time.Minute), db.ErrNotFound)
		_, err = tx.Daemon(b)
		require.ErrorIs(t, err, db.ErrNotFound)
		left, err := tx.Daemons()
		require.NoError(t, err)
		require.Len(t, left, 1)
		c, err := tx.Join("c", time.Minute)
		require.NoError(t, err)
		require.Greater(t, c, b, "no number comes twice")
	})
	now = now.Add(-30 * 24 * time.Hour) // the clock was wrong, and is set back
	change(t, d, func(tx *db.Tx) {
		living, err := tx.Living()
		require.NoError(t, err)
		require.Empty(t, living, "a lease that lasts for a month is none")
	})
}

// failAt counts a failure at a message of a daemon's, which another cannot.
func failAt(t *testing.T, tx *db.Tx, message, mine, other int64) {
	t.Helper()
	require.ErrorIs(t, tx.NoteFailure(message, other, "why"), db.ErrNotFound, "it is another's")
	require.ErrorIs(t, tx.ForgetAttempts(message, 1, other, 0), db.ErrNotFound)
	require.NoError(t, tx.ForgetAttempts(message, 1, mine, mine))
	require.NoError(t, tx.NoteFailure(message, mine, "why"))
}

// testYielding: a message that is given back uncounted goes behind what others have written,
// or write soon, but not behind all that will ever come; and never past one of its writer's.
func testYielding(t *testing.T, d *db.DB) {
	a, b := join(t, d)
	for _, from := range []string{"ada", "ada", "bob", "cay"} {
		change(t, d, func(tx *db.Tx) {
			_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: from + fmt.Sprint(tx.Now), MessageID: from, Digest: []byte(from + fmt.Sprint(tx.Now)), Raw: []byte("raw"), Writer: from})
			require.NoError(t, err)
		})
		now := d.Now().Add(time.Second)
		d.Now = func() time.Time { return now }
	}
	claim := func() (id int64) {
		change(t, d, func(tx *db.Tx) {
			in, err := tx.ClaimIncoming(a)
			require.NoError(t, err)
			id = in.ID
		})
		return id
	}
	require.Equal(t, int64(1), claim())
	change(t, d, func(tx *db.Tx) {
		require.ErrorIs(t, tx.Yield(1, b), db.ErrNotFound, "it is another's")
		require.NoError(t, tx.Yield(1, a))
		require.ErrorIs(t, tx.Yield(1, a), db.ErrNotFound, "it is nobody's")
	})
	for _, id := range []int64{3, 4} {
		require.Equal(t, id, claim())
		change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Settle(id, db.IncomingDone, "")) })
	}
	require.Equal(t, int64(1), claim(), "before the next one of the same writer")
	change(t, d, func(tx *db.Tx) {
		in, err := tx.Incoming(1)
		require.NoError(t, err)
		require.EqualValues(t, 1, in.Attempts, "the first did not count")
	})
}

// testLeavingWaits: who could not leave waits for a while, and then no more.
func testLeavingWaits(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada := player(t, tx, "ada")
		require.NoError(t, tx.NoteLeaving(db.Leaving{Player: ada.ID, What: db.LeaveStop}))
		for _, waits := range []bool{false, true} {
			found, err := tx.Leaving(ada.ID)
			require.NoError(t, err)
			require.Equal(t, waits, found.Waits)
			require.NoError(t, tx.PutOffLeaving(ada.ID))
		}
		tx.Now = tx.Now.Add(time.Hour)
		found, err := tx.NextLeaving()
		require.NoError(t, err)
		require.False(t, found.Waits)
	})
}

// Two daemons take messages in and out; each message is one's, and one writer's
// messages are answered in order.
func testHolding(t *testing.T, d *db.DB) {
	a, b := join(t, d)
	keep := func(cursor, writer string) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: cursor, MessageID: cursor, Digest: []byte{1}, Raw: []byte("raw"), Writer: writer, Place: map[string]db.InboxRank{"": db.RankOther}[writer]})
			require.NoError(t, err)
			require.True(t, kept)
		})
	}
	claim := func(daemon int64) (cursor string) {
		t.Helper()
		err := d.Update(context.Background(), func(tx *db.Tx) error {
			in, err := tx.ClaimIncoming(daemon)
			cursor = in.Cursor
			return err
		})
		if err != nil {
			require.ErrorIs(t, err, db.ErrNotFound)
			return ""
		}
		return cursor
	}
	keep("1", "ada")
	keep("2", "ada")
	keep("3", "bob")
	keep("4", "")
	keep("5", "")
	require.Equal(t, "1", claim(a))
	require.Equal(t, "3", claim(b), "2 is by the writer of 1")
	require.Equal(t, "1", claim(a), "who claims again goes on with what is held")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Settle(1, db.IncomingDone, "")) })
	require.Equal(t, "2", claim(a))
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.Leave(b))
		require.NoError(t, tx.Settle(2, db.IncomingDone, ""))
	})
	require.Equal(t, "3", claim(a), "free again")
	change(t, d, func(tx *db.Tx) { failAt(t, tx, 3, a, b) })
	require.Equal(t, "3", claim(b), "a failure lets it go")
	require.Equal(t, "4", claim(a), "who wrote nothing in From waits for nobody")
	change(t, d, func(tx *db.Tx) {
		for id, state := range map[int64]db.IncomingState{3: db.IncomingDone, 4: db.IncomingFailed} {
			require.NoError(t, tx.Settle(id, state, ""))
		}
		require.NoError(t, tx.Replay(4))
	})
	require.Equal(t, "4", claim(b), "one that is replayed is nobody's")

	var ada db.Player
	var out int64
	change(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		out = enqueue(t, tx, ada, 1, "out")
	})
	send := func(daemon int64) (id int64) {
		t.Helper()
		err := d.Update(context.Background(), func(tx *db.Tx) error {
			o, err := tx.Claim(daemon, time.Hour, db.Everything)
			id = o.ID
			return err
		})
		if err != nil {
			require.ErrorIs(t, err, db.ErrNotFound)
		}
		return id
	}
	change(t, d, func(tx *db.Tx) {
		var err error
		b, err = tx.Join("b", time.Minute)
		require.NoError(t, err)
	})
	require.Equal(t, out, send(a))
	require.Zero(t, send(b), "the lease lasts")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Leave(a)) })
	require.Equal(t, out, send(b), "with the daemon its leases end")
}

// Writers take turns, whoever wrote first and most, and players' messages go before
// strangers'; with two daemons as with one.
func testTurns(t *testing.T, d *db.DB) {
	a, b := join(t, d)
	n := 0
	keep := func(rank db.InboxRank, writer string) {
		t.Helper()
		n++
		change(t, d, func(tx *db.Tx) {
			kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(n), MessageID: fmt.Sprint(n), Digest: []byte{1}, Raw: []byte("raw"), Place: rank, Writer: writer})
			require.NoError(t, err)
			require.True(t, kept)
		})
	}
	for range 20 {
		keep(db.RankOther, "eve")
		keep(db.RankKnown, "forged")
		keep(db.RankProven, "ada")
	}
	keep(db.RankOther, "stranger")
	keep(db.RankProven, "bob")
	keep(db.RankProven, "bob")
	keep(db.RankProven, "")
	var order []string
	for i := 0; ; i++ {
		var in db.Incoming
		daemon := []int64{a, b}[i%2]
		err := d.Update(context.Background(), func(tx *db.Tx) (err error) { in, err = tx.ClaimIncoming(daemon); return err })
		if errors.Is(err, db.ErrNotFound) {
			break
		}
		require.NoError(t, err)
		order = append(order, in.Cursor)
		change(t, d, func(tx *db.Tx) {
			require.NoError(t, tx.Settle(in.ID, db.IncomingDone, ""))
		})
	}
	require.Len(t, order, n)
	require.Equal(t, []string{"3", "62", "64", "6", "63", "9", "12"}, order[:7], "Ada's and Bob's by turns, then what is left of Ada's")
	require.Equal(t, "2", order[23], "then the first in a player's name")
	require.Equal(t, []string{"1", "61"}, order[43:45], "and strangers by turns")
	require.Equal(t, "58", order[n-1])
}

func testLeadership(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	a, b := join(t, d)
	take := func(daemon int64) (ok bool) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			var err error
			ok, err = tx.TakeLeadership("mailbox x", true, daemon)
			require.NoError(t, err)
		})
		return ok
	}
	deaf := func() (yes bool) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			var err error
			yes, err = tx.Deaf(now.Add(-time.Hour))
			require.NoError(t, err)
		})
		return yes
	}
	change(t, d, func(tx *db.Tx) {
		holder, err := tx.Leader("mailbox x")
		require.NoError(t, err)
		require.Zero(t, holder)
	})
	require.True(t, take(a))
	require.False(t, take(b))
	require.True(t, take(a), "it is its own")
	require.False(t, deaf())
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.SetDeaf("mailbox x", a, true)) })
	require.True(t, deaf())
	now = now.Add(2 * time.Hour)
	require.True(t, deaf(), "somebody still tries")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.SetDeaf("mailbox x", a, false)) })
	require.False(t, deaf())
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Leave(a)) })
	require.True(t, deaf(), "nobody reads it")
	now = now.Add(2 * time.Hour)
	require.False(t, deaf(), "for so long that nobody will")
	require.True(t, take(b))
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.SetDeaf("mailbox x", a, false))
		still, err := tx.Deaf(time.Time{})
		require.NoError(t, err)
		require.True(t, still, "only its holder knows")
		require.NoError(t, tx.SetDeaf("mailbox x", b, false))
		leaders, err := tx.Leaderships()
		require.NoError(t, err)
		require.Equal(t, []db.Leadership{{Name: "mailbox x", Leader: b}}, leaders)
		require.ErrorIs(t, tx.TimeOutMailbox("mailbox x"), db.ErrNotFound, "somebody reads it")
		require.NoError(t, tx.Release("mailbox x", a))
		holder, err := tx.Leader("mailbox x")
		require.NoError(t, err)
		require.Equal(t, b, holder, "only who holds it can let it go")
		require.NoError(t, tx.Release("mailbox x", b))
	})
	require.True(t, deaf())
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.TimeOutMailbox("mailbox x")) })
	require.False(t, deaf())
	require.True(t, take(b))
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.Abandon(b))
		leaders, err := tx.Leaderships()
		require.NoError(t, err)
		require.Empty(t, leaders)
	})
}

// What somebody took who had been taken out before is freed.
func testStray(t *testing.T, d *db.DB) {
	a, b := join(t, d)
	var message int64
	change(t, d, func(tx *db.Tx) {
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte{1}, Raw: []byte("raw")})
		require.NoError(t, err)
		message = enqueue(t, tx, player(t, tx, "ada"), 1, "out")
		require.NoError(t, tx.Leave(a))
	})
	stray := func() (yes bool) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			var err error
			yes, err = tx.Stray()
			require.NoError(t, err)
		})
		return yes
	}
	take := func(daemon int64) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			in, err := tx.ClaimIncoming(daemon)
			require.NoError(t, err)
			require.Equal(t, "1", in.Cursor)
			out, err := tx.Claim(daemon, time.Hour, db.Everything)
			require.NoError(t, err)
			require.Equal(t, message, out.ID)
			mine, err := tx.TakeLeadership("clockwork", false, daemon)
			require.NoError(t, err)
			require.True(t, mine)
		})
	}
	require.False(t, stray())
	take(a)
	require.True(t, stray())
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.FreeStray()) })
	require.False(t, stray())
	take(b)
	require.False(t, stray())
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.FreeStray())
		holder, err := tx.Leader("clockwork")
		require.NoError(t, err)
		require.Equal(t, b, holder)
	})
}

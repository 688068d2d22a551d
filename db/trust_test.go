package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testRetire(t *testing.T, d *db.DB) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	at := func(ago time.Duration, f func(*db.Tx)) {
		t.Helper()
		d.Now = func() time.Time { return now.Add(-ago) }
		change(t, d, f)
	}
	at(30*time.Hour, func(tx *db.Tx) {
		_, err := tx.Keys()
		require.NoError(t, err)
	})
	at(20*time.Hour, func(tx *db.Tx) { enqueue(t, tx, player(t, tx, "ada"), 0, "old") })
	at(10*time.Hour, func(tx *db.Tx) { require.NoError(t, tx.AddKey()) })
	at(5*time.Hour, func(tx *db.Tx) { enqueue(t, tx, player(t, tx, "bob"), 0, "new") })
	at(0, func(tx *db.Tx) { require.NoError(t, tx.AddKey()) })
	at(0, func(tx *db.Tx) {
		keys, err := tx.KeyList()
		require.NoError(t, err)
		require.Len(t, keys, 3)
		require.True(t, keys[0].Newest)
		require.False(t, keys[1].Newest)
		require.True(t, keys[0].LastMessage.IsZero())
		require.Equal(t, now.Add(-5*time.Hour), keys[1].LastMessage)
		require.Equal(t, now.Add(-20*time.Hour), keys[2].LastMessage)
		require.ErrorIs(t, tx.RetireKey(keys[0].ID), db.ErrNewestKey)
		require.ErrorIs(t, tx.RetireKey(99), db.ErrNotFound)
		require.NoError(t, tx.RetireKey(keys[2].ID))
		left, err := tx.Keys()
		require.NoError(t, err)
		require.Len(t, left, 2)

		gone, err := tx.ReplaceKeys()
		require.NoError(t, err)
		require.Equal(t, 2, gone)
		now, err := tx.Keys()
		require.NoError(t, err)
		require.Len(t, now, 1)
		require.NotContains(t, left, now[0])
		newest, err := tx.KeyList()
		require.NoError(t, err)
		require.Greater(t, newest[0].ID, keys[0].ID, "no number comes again")
	})
}

func testHeld(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte("1"), Raw: []byte("raw")})
		require.NoError(t, err)
		in, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		wait := func(p db.Player) []db.Quarantine {
			waiting, err := tx.WaitingQuarantines(p.ID)
			require.NoError(t, err)
			return waiting
		}
		hold := func(p db.Player, lines string, asked bool) db.Quarantine {
			h, err := tx.Quarantine(p.ID, in.ID, lines, asked, 2)
			require.NoError(t, err)
			return h
		}
		require.Empty(t, wait(ada))
		first := hold(ada, "one", true)
		others := hold(bob, "bob's", true)
		second := hold(ada, "two", false)
		require.Equal(t, []db.Quarantine{second, first}, wait(ada))
		third, between := hold(ada, "three", false), hold(ada, "between", false)
		fourth, last := hold(ada, "four", false), hold(ada, "last", false)
		require.Equal(t, []db.Quarantine{last, fourth, third, second, first}, wait(ada), "what was asked about stays, and the first and the last beside it")
		require.ErrorIs(t, tx.SettleQuarantine(between.ID, db.QuarantineDone), db.ErrNotFound)
		fifth, sixth := hold(ada, "five", true), hold(ada, "six", true)
		require.Equal(t, []db.Quarantine{sixth, fifth, last, fourth, third, second}, wait(ada))
		require.ErrorIs(t, tx.SettleQuarantine(first.ID, db.QuarantineDone), db.ErrNotFound, "newer ones took its place")
		require.NoError(t, tx.SettleQuarantine(fourth.ID, db.QuarantineDone))
		require.ErrorIs(t, tx.SettleQuarantine(fourth.ID, db.QuarantineDone), db.ErrNotFound, "once")
		all, err := tx.QuarantinesOf(ada.ID, 10)
		require.NoError(t, err)
		require.Len(t, all, 7, "of what was never asked about no row is left")
		require.Equal(t, []db.QuarantineState{db.QuarantineDone, db.QuarantineReplaced}, []db.QuarantineState{all[3].State, all[6].State})
		require.Empty(t, all[3].Lines+all[6].Lines, "what waits no more is erased")
		before := wait(ada)
		for _, line := range []string{"#1 a1", "#1 a2", "#1 a3"} {
			require.NoError(t, tx.AskLine(ada.ID, in.ID, line, 2))
		}
		asked, err := tx.AskedLines(ada.ID)
		require.NoError(t, err)
		require.Len(t, asked, 2)
		require.Equal(t, []string{"#1 a3", "#1 a2"}, []string{asked[0].Line, asked[1].Line}, "the newest")
		require.Equal(t, before, wait(ada), "a line of the player's own is in no quarantine")
		require.NoError(t, tx.SettleAskedLine(asked[0].ID, true))
		require.NoError(t, tx.ExpireQuarantines(tx.Now))
		require.Len(t, wait(bob), 1, "not before its time")
		require.NoError(t, tx.ExpireQuarantines(tx.Now.Add(time.Second)))
		require.ErrorIs(t, tx.SettleQuarantine(others.ID, db.QuarantineDone), db.ErrNotFound)

		came, err := tx.CameBefore("1", 0, in.ID+1)
		require.NoError(t, err)
		require.False(t, came, "nothing proves it")
		require.NoError(t, tx.NoteVouched(in.ID, "ada@example.org"))
		in, err = tx.Incoming(in.ID)
		require.NoError(t, err)
		require.Equal(t, "ada@example.org", in.Vouched)
		for _, c := range []struct {
			sender, before int64
			came           bool
		}{{0, in.ID, false}, {0, in.ID + 1, true}, {ada.ID, in.ID + 1, false}} {
			came, err := tx.CameBefore("1", c.sender, c.before)
			require.NoError(t, err)
			require.Equal(t, c.came, came)
			raws, err := tx.NobodysBefore("1", c.before, 1<<10, 5)
			require.NoError(t, err)
			require.Equal(t, c.before > in.ID, len(raws) == 1)
		}
	})
}

func testAddresses(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		_, err := tx.SecondAddress(ada.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		a, err := tx.AskAddress(ada.ID, "Both@Example.net", "both@example.net")
		require.NoError(t, err)
		b, err := tx.AskAddress(bob.ID, "both@example.net", "both@example.net")
		require.NoError(t, err)
		_, err = tx.PlayerByAddress("both@example.net")
		require.ErrorIs(t, err, db.ErrNotFound, "it counts when it is confirmed")
		asked, err := tx.AskedAddresses("both@example.net")
		require.NoError(t, err)
		require.Len(t, asked, 2)
		require.NoError(t, tx.ConfirmAddress(a.ID))
		p, err := tx.PlayerByAddress("both@example.net")
		require.NoError(t, err)
		require.Equal(t, ada.ID, p.ID)
		p, err = tx.PlayerByAddress("ada@example.org")
		require.NoError(t, err)
		require.Equal(t, ada.ID, p.ID, "the first one counts as ever")
		require.ErrorIs(t, tx.ConfirmAddress(b.ID), db.ErrExists, "it is one player's")
		again, err := tx.AskAddress(bob.ID, "other@example.net", "other@example.net")
		require.NoError(t, err)
		require.Equal(t, b.Asked+1, again.Asked)
		require.NoError(t, tx.DropAddress(a.ID))
		_, err = tx.PlayerByAddress("both@example.net")
		require.ErrorIs(t, err, db.ErrNotFound)
		require.ErrorIs(t, tx.ConfirmAddress(a.ID), db.ErrNotFound, "what was taken away")
		left, err := tx.SecondAddress(ada.ID)
		require.NoError(t, err)
		require.Empty(t, left.Address)
		require.NoError(t, tx.Forget(bob, "somebody", time.Hour))
		_, err = tx.SecondAddress(bob.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

package dbtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testForget(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) {
		ada, bob, i := invite(t, tx)
		eve := player(t, tx, "eve")
		g, err := tx.AddGame(i, "start", time.Hour)
		require.NoError(t, err)
		ada.WroteAt, ada.Timezone, ada.Digest, ada.DigestDue = tx.Now, "Europe/Rome", "daily", tx.Now
		require.NoError(t, tx.SavePlayer(ada))
		require.NoError(t, tx.CountTurn(ada.ID, true))
		require.NoError(t, tx.Say(g.ID, ada.ID, 0, "hello"))
		require.NoError(t, tx.Say(g.ID, bob.ID, 0, "hello ada"))
		require.NoError(t, tx.AddNote(g.ID, ada.ID, 0, "a note"))
		require.NoError(t, tx.AddNote(g.ID, bob.ID, 0, "bob's note"))
		require.NoError(t, tx.SetConditionals(g.ID, ada.ID, []string{"if l then r"}))
		require.NoError(t, tx.Block(ada.ID, eve.ID))
		require.NoError(t, tx.Block(eve.ID, ada.ID))
		require.NoError(t, tx.SaveRating(db.Rating{Player: ada.ID, Rules: "tug"}))
		_, err = tx.AddPause(db.Pause{Player: ada.ID, Why: db.Vacation, From: tx.Now, To: tx.Now.Add(time.Hour)})
		require.NoError(t, err)
		in := func(cursor, raw string, from int64) {
			_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: cursor, MessageID: cursor, Digest: []byte(cursor), Raw: []byte(raw)})
			require.NoError(t, err)
			letter, err := tx.ClaimIncoming(0)
			require.NoError(t, err)
			require.NoError(t, tx.NoteSender(letter.ID, from))
			require.NoError(t, tx.Settle(letter.ID, db.IncomingDone, ""))
		}
		in("1", "from ada", ada.ID)
		in("2", "bob quotes her name", bob.ID)
		in("3", "challenge Ada@Example.org tug", eve.ID)
		in("4", "nothing of hers", eve.ID)
		sent, last := post(t, tx, ada, 1, "sent"), post(t, tx, ada, 0, "last")
		require.NoError(t, tx.MarkSent(sent))

		require.NoError(t, tx.Forget(ada, "somebody", func(i db.Invitation) (string, error) { return "Tug of somebody", nil }))

		p, err := tx.Player(ada.ID)
		require.NoError(t, err)
		require.Equal(t, db.Player{ID: ada.ID, Name: "somebody", WroteAt: p.WroteAt, StoppedAt: tx.Now, Lang: "en", Timezone: "UTC",
			Board: "ascii", Letters: "every", Digest: "off", DigestDay: time.Monday, DigestMinute: 450}, p)
		talk, err := tx.Waiting(g.ID, eve.ID)
		require.NoError(t, err)
		for _, line := range talk {
			require.Empty(t, line.Text)
		}
		notes, err := tx.Notes(g.ID, ada.ID)
		require.NoError(t, err)
		require.Empty(t, notes)
		notes, err = tx.Notes(g.ID, bob.ID)
		require.NoError(t, err)
		require.Len(t, notes, 1, "another's notes are another's")
		lines, err := tx.Conditionals(g.ID, ada.ID)
		require.NoError(t, err)
		require.Empty(t, lines)
		pauses, err := tx.Pauses(time.Time{}, ada.ID)
		require.NoError(t, err)
		require.Empty(t, pauses)
		for _, pair := range [][2]int64{{ada.ID, eve.ID}, {eve.ID, ada.ID}} {
			blocked, err := tx.Blocked(pair[0], pair[1])
			require.NoError(t, err)
			require.False(t, blocked)
		}
		_, err = tx.Rating(ada.ID, "tug")
		require.ErrorIs(t, err, db.ErrNotFound)
		for n, want := range []string{"", "", "", "nothing of hers"} {
			letter, err := tx.Incoming(int64(n + 1))
			require.NoError(t, err)
			require.Equal(t, want, string(letter.Raw), "letter %d", n+1)
		}
		now, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.Equal(t, "Tug of somebody", now.Subject)

		// The last letter is still to be sent, and erased then.
		queued, err := tx.Outgoing(db.OutgoingQueued)
		require.NoError(t, err)
		require.Len(t, queued, 1)
		require.Equal(t, ada.Address, queued[0].Recipient)
		require.NoError(t, tx.MarkSent(last))
		letters, err := tx.Outgoing(db.OutgoingSent)
		require.NoError(t, err)
		require.Len(t, letters, 2)
		for _, o := range letters {
			require.Empty(t, o.Recipient)
			require.Empty(t, o.Raw)
		}
		_, err = tx.NextDigest()
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// crowded is a database in which much may name ada: letters of hers, of bob's, who met
// her, and of eve's, who did not; messages out, of which every seventh is still queued;
// and games.
func crowded(t *testing.T, tx *db.Tx) (ada db.Player, games int) {
	ada, bob, eve := player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "eve")
	for n := range 45 {
		i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: []int64{ada.ID, bob.ID}[n%2], Invitee: []int64{bob.ID, ada.ID}[n%2], Side: db.Black, Pace: "p", ExpiresAt: tx.Now.Add(time.Hour)},
			func(id int64) string { return fmt.Sprintf("Tug #%d of Ada", id) })
		require.NoError(t, err)
		require.NoError(t, tx.AnswerInvitation(i.ID, db.InvitationAccepted))
		g, err := tx.AddGame(i, "start", time.Hour)
		require.NoError(t, err)
		require.NoError(t, tx.EndGame(g.ID, db.BlackWon, "resigned"))
		require.NoError(t, tx.Say(g.ID, bob.ID, 0, "hello Ada"))
	}
	for n := range 330 {
		text, from := "Ada said", []int64{ada.ID, bob.ID, eve.ID}[n%3]
		if from == eve.ID && n%2 == 0 {
			text = "she is ADA@example.org"
		} else if from == eve.ID {
			text = "of nobody"
		}
		in := db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(n), MessageID: fmt.Sprint(n, "@in"), Digest: []byte(text), Raw: []byte(text)}
		_, err := tx.Keep(in)
		require.NoError(t, err)
		message, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.NoError(t, tx.NoteSender(message.ID, from))
		require.NoError(t, tx.NoteVouched(message.ID, "ada@example.org"))
		require.NoError(t, tx.Settle(message.ID, db.IncomingDone, text))
		to := []db.Player{ada, bob, eve}[n%3]
		id := enqueue(t, tx, to, int64(n%46), fmt.Sprint(n, "@out"))
		if n%7 > 0 || to.ID == ada.ID {
			markSent(t, tx, id)
		}
	}
	return ada, 45
}

// kept counts what is kept of all that a forgetting erases.
func kept(t *testing.T, tx *db.Tx) map[string]int {
	counts := map[string]int{}
	for name, query := range map[string]string{
		"mails":      `SELECT count(*) AS kept FROM mails`,
		"texts":      `SELECT count(*) AS kept FROM texts`,
		"recipients": `SELECT count(*) AS kept FROM outbox WHERE player = 1 AND recipient <> ''`,
		"remarks":    `SELECT count(*) AS kept FROM inbox WHERE remark <> ''`,
		"vouched":    `SELECT count(*) AS kept FROM inbox WHERE vouched <> ''`,
		"subjects":   `SELECT count(*) AS kept FROM games WHERE subject LIKE '%Ada%'`,
		"words":      `SELECT count(*) AS kept FROM talk WHERE text <> ''`,
		"named":      `SELECT count(*) AS kept FROM texts JOIN outbox ON id = message WHERE passing = 0`,
	} {
		require.NoError(t, tx.Rows(func(scan func(...any) error) error {
			var n int
			err := scan(&n)
			counts[name] = n
			return err
		}, query))
	}
	return counts
}

// testPieces: however much there is, each transaction of a forgetting does little, and
// together they do all. A new run continues where the last one stopped.
func testPieces(t *testing.T, d *db.DB) {
	games := 0
	change(t, d, func(tx *db.Tx) {
		var ada db.Player
		ada, games = crowded(t, tx)
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
	})
	whole := map[string]int{"mails": 100, "texts": 100, "recipients": 500, "remarks": 500, "vouched": 500, "subjects": 20, "words": 20, "named": 100}
	var before map[string]int
	change(t, d, func(tx *db.Tx) { before = kept(t, tx) })
	require.Equal(t, games, before["subjects"])
	for pieces, last := 0, false; !last; pieces++ {
		require.Less(t, pieces, 60)
		change(t, d, func(tx *db.Tx) {
			_, err := tx.Forgetting()
			require.NoError(t, err)
			last, err = tx.ForgetPiece(func(db.Invitation) (string, error) { return "Tug of somebody", nil })
			require.NoError(t, err)
			now := kept(t, tx)
			for name, n := range now {
				require.LessOrEqual(t, before[name]-n, whole[name], "%s of one piece", name)
			}
			require.False(t, now["subjects"] > 0 && now["texts"] < before["texts"], "letters that are written meanwhile would name her")
			damages, err := tx.Damages()
			require.NoError(t, err)
			require.Empty(t, damages)
			before = now
		})
	}
	require.Equal(t, map[string]int{"mails": 55, "texts": before["texts"], "recipients": 0, "remarks": 55, "vouched": 220, "subjects": 0, "words": 0, "named": 0}, before)
	require.Positive(t, before["texts"], "what is queued is erased when it is sent")
	change(t, d, func(tx *db.Tx) {
		purges, err := tx.Purges("m", 1000)
		require.NoError(t, err)
		require.Len(t, purges, 330-55)
		_, err = tx.ForgetPiece(nil)
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

// testPutOffForgetting: whose piece fails waits, longer each time, and the others have
// their turn; a piece that is done ends that. Who reads db.Forgettings sees it.
func testPutOffForgetting(t *testing.T, d *db.DB) {
	start := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	now := start
	d.Now = func() time.Time { return now }
	standing := func() (s db.ForgettingProgress) {
		change(t, d, func(tx *db.Tx) {
			var err error
			s, err = tx.Forgettings()
			require.NoError(t, err)
		})
		return s
	}
	var ada, bob db.Player
	change(t, d, func(tx *db.Tx) {
		ada, bob = player(t, tx, "ada"), player(t, tx, "bob")
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
	})
	now = now.Add(time.Minute)
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Forget(bob, "somebody", time.Hour)) })
	require.Equal(t, db.ForgettingProgress{Players: 2, Since: start}, standing())
	turn := func(of int64) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			whose, err := tx.Forgetting()
			if of == 0 {
				require.ErrorIs(t, err, db.ErrNotFound)
				return
			}
			require.NoError(t, err)
			require.Equal(t, of, whose)
		})
	}
	fails := func(p db.Player) { change(t, d, func(tx *db.Tx) { require.NoError(t, tx.PutOffForgetting(p.ID)) }) }
	for failures, pause := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		turn(ada.ID)
		fails(ada)
		turn(bob.ID)
		require.Equal(t, db.ForgettingProgress{Players: 2, Since: start, Failing: 1, Next: now.Add(pause * time.Minute)}, standing(), failures)
		now = now.Add(pause*time.Minute - time.Millisecond)
		turn(bob.ID)
		now = now.Add(time.Millisecond)
	}
	fails(ada)
	fails(bob)
	turn(0)
	now = now.Add(-4 * time.Hour) // the clock was ahead, and is right again
	turn(ada.ID)
	change(t, d, func(tx *db.Tx) {
		_, err := tx.ForgetPiece(nil)
		require.NoError(t, err)
	})
	require.Equal(t, 1, standing().Failing)
	change(t, d, func(tx *db.Tx) {
		forgetOn(t, tx)
		forgetOn(t, tx)
	})
	require.Equal(t, db.ForgettingProgress{}, standing())
}

package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// A repeat of a message counts as one only after a message of the same player and
// Message-ID that was proven, or that was held and then carried out.
func testRepeats(t *testing.T, d *db.DB) {
	for n, c := range []struct {
		name     string
		standing int
		vouched  string
		held     db.QuarantineState // the last state in quarantine; "" if it was never there
		repeats  bool
	}{
		{name: "unproven"},
		{name: "proven by its standing", standing: 2, repeats: true},
		{name: "a lower standing", standing: 1},
		{name: "proven by a signature", vouched: "ada@example.org", repeats: true},
		{name: "held", held: db.QuarantineWaiting},
		{name: "held and carried out", held: db.QuarantineDone, repeats: true},
		{name: "held and dropped", held: db.QuarantineDropped},
		{name: "held and expired", held: db.QuarantineExpired},
	} {
		change(t, d, func(tx *db.Tx) {
			name := fmt.Sprintf("p%d@example.org", n)
			p, err := tx.AddPlayer(name, name, "P")
			require.NoError(t, err)
			_, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: name, MessageID: name, Digest: []byte("d"), Standing: c.standing})
			require.NoError(t, err)
			first, err := tx.ClaimIncoming(0)
			require.NoError(t, err)
			require.NoError(t, tx.NoteSender(first.ID, p.ID))
			require.NoError(t, tx.NoteVouched(first.ID, c.vouched))
			if c.held != "" {
				q, err := tx.Quarantine(p.ID, first.ID, "resign", true, 9)
				require.NoError(t, err)
				if c.held != db.QuarantineWaiting {
					require.NoError(t, tx.SettleQuarantine(q.ID, c.held))
				}
			}
			require.NoError(t, tx.Settle(first.ID, db.IncomingDone, ""))
			before := func(messageID string, sender, id int64) bool {
				yes, err := tx.CameBefore(messageID, sender, id)
				require.NoError(t, err)
				return yes
			}
			require.Equal(t, c.repeats, before(name, p.ID, first.ID+1), c.name)
			require.False(t, before(name, p.ID, first.ID), "%s: it is no repeat of itself", c.name)
			require.False(t, before(name, p.ID+1, first.ID+1), "%s: of another player", c.name)
			require.False(t, before("x"+name, p.ID, first.ID+1), "%s: of another message", c.name)
		})
	}
}

// Bounces count from a moment on, that moment included, until they are forgiven.
func testBouncesCount(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		p, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		require.NoError(t, err)
		bounce := func() bool {
			id, err := tx.EnqueueAs(db.Outgoing{Player: p.ID, Kind: "k", MessageID: fmt.Sprint(tx.Now), Recipient: "a", Raw: []byte("x")}, db.ClassGame)
			require.NoError(t, err)
			fresh, err := tx.AddBounce(db.Outgoing{ID: id, Player: p.ID}, "5.1.1")
			require.NoError(t, err)
			again, err := tx.AddBounce(db.Outgoing{ID: id, Player: p.ID}, "5.1.1")
			require.NoError(t, err)
			require.False(t, again)
			return fresh
		}
		counted := func(since time.Time) int {
			all, err := tx.Bounces(p.ID, since)
			require.NoError(t, err)
			return len(all)
		}
		marked := func() bool {
			yes, err := tx.Bounced(p.ID)
			require.NoError(t, err)
			return yes
		}
		require.False(t, marked())
		first := tx.Now
		require.True(t, bounce())
		tx.Now = first.Add(time.Millisecond)
		require.True(t, bounce())
		require.True(t, marked())
		require.Equal(t, []int{2, 1, 0}, []int{counted(first), counted(first.Add(time.Millisecond)), counted(first.Add(2 * time.Millisecond))})
		require.NoError(t, tx.ForgiveBounces(p.ID))
		require.False(t, marked())
		require.Zero(t, counted(first))
	})
}

// A later message of a thread makes those that wait before it as urgent as itself: those of
// its thread and reader alone, and none less urgent.
func testLaterClass(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		var readers []int64
		for _, name := range []string{"ada@example.org", "bob@example.org"} {
			p, err := tx.AddPlayer(name, name, "P")
			require.NoError(t, err)
			readers = append(readers, p.ID)
		}
		queue := func(player, thread int64, class db.MessageClass) int64 {
			id, err := tx.EnqueueAs(db.Outgoing{Player: player, Thread: thread, Kind: "k", MessageID: fmt.Sprint(player, thread, class), Recipient: "a", Raw: []byte("x")}, class)
			require.NoError(t, err)
			return id
		}
		class := func(id int64) (c db.MessageClass) {
			found, err := tx.Found(`SELECT class FROM outbox WHERE id = ?`, []any{id}, &c)
			require.NoError(t, err)
			require.True(t, found)
			return c
		}
		sent := queue(readers[0], db.ThreadDigests, db.ClassStranger)
		_, err := tx.MarkSent(sent)
		require.NoError(t, err)
		digest := queue(readers[0], db.ThreadDigests, db.ClassDigest)
		others := queue(readers[0], db.ThreadFollowing, db.ClassDigest)
		bobs := queue(readers[1], db.ThreadDigests, db.ClassDigest)
		game := queue(readers[0], db.ThreadDigests, db.ClassGame)
		require.Equal(t, []db.MessageClass{db.ClassStranger, db.ClassGame, db.ClassDigest, db.ClassDigest, db.ClassGame},
			[]db.MessageClass{class(sent), class(digest), class(others), class(bobs), class(game)})
		queue(readers[0], db.ThreadDigests, db.ClassProgram)
		require.Equal(t, db.ClassGame, class(game), "none becomes less urgent")
	})
}

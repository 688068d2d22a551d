package dbtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// What a transaction knows after it has written is what others read then.
func testKnown(t *testing.T, d *db.DB) {
	var game, ada int64
	var known db.Game
	var player db.Player
	same := func() {
		update(t, d, func(tx *db.Tx) {
			g, err := tx.Game(game)
			require.NoError(t, err)
			require.Equal(t, known, g)
			p, err := tx.Player(ada)
			require.NoError(t, err)
			require.Equal(t, player, p)
			byAddress, err := tx.PlayerByAddress("ada@example.org")
			require.NoError(t, err)
			require.Equal(t, player, byAddress)
		})
	}
	writes := func(write func(tx *db.Tx, g db.Game)) {
		update(t, d, func(tx *db.Tx) {
			g, err := tx.Own(game)
			require.NoError(t, err)
			_, err = tx.PlayerByAddress("ada@example.org")
			require.NoError(t, err)
			write(tx, g)
			known, err = tx.Game(game)
			require.NoError(t, err)
			player, err = tx.Player(ada)
			require.NoError(t, err)
			byAddress, err := tx.PlayerByAddress("ada@example.org")
			require.NoError(t, err)
			require.Equal(t, player, byAddress)
		})
		same()
	}
	update(t, d, func(tx *db.Tx) {
		a, err := tx.AddPlayer("Ada@example.org", "ada@example.org", "Ada")
		require.NoError(t, err)
		b, err := tx.AddPlayer("bob@example.org", "bob@example.org", "Bob")
		require.NoError(t, err)
		i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: a.ID, Invitee: b.ID, Side: "black", Pace: "1d"}, func(int64) string { return "s" })
		require.NoError(t, err)
		_, err = tx.AddGame(i, "start", time.Hour)
		require.NoError(t, err)
		game, ada = i.ID, a.ID
	})
	writes(func(tx *db.Tx, g db.Game) {
		require.NoError(t, tx.AddPlies(g, 0, []string{"l"}, "middle", "none", ""))
		now, err := tx.Game(game)
		require.NoError(t, err)
		now.BlackLeft, now.TurnAt, now.Reminded, now.ClockDue = time.Minute+time.Microsecond, tx.Now, 2, tx.Now.Add(time.Hour+time.Microsecond)
		require.NoError(t, tx.SaveClock(now))
		require.NoError(t, tx.CountTurn(ada, true))
	})
	writes(func(tx *db.Tx, g db.Game) { require.NoError(t, tx.SaveOffer(g.ID, "draw", ada)) })
	writes(func(tx *db.Tx, g db.Game) { require.NoError(t, tx.CountTurn(ada, false)) })
	writes(func(tx *db.Tx, g db.Game) { require.NoError(t, tx.TakeBack(g, 0, "start")) })
	writes(func(tx *db.Tx, g db.Game) {
		require.NoError(t, tx.AddPlies(g, 0, []string{"r", "r"}, "end", "white", "pulled"))
	})

	// A letter that is queued changes what is known of its own thread alone.
	update(t, d, func(tx *db.Tx) {
		ids := func(player int64) int {
			all, err := tx.ThreadIDs(player, game, 5)
			require.NoError(t, err)
			return len(all)
		}
		require.Equal(t, []int{0, 0}, []int{ids(ada), ids(ada + 1)})
		require.NoError(t, tx.WillNumber(ada+1, game))
		first, err := tx.EnqueueAs(db.Outgoing{Player: ada, Thread: game, MessageID: "one", Recipient: "a", Sender: "s"}, db.ClassGame)
		require.NoError(t, err)
		require.Equal(t, []int{1, 0}, []int{ids(ada), ids(ada + 1)})
		second, err := tx.EnqueueAs(db.Outgoing{Player: ada, Thread: game, MessageID: "two", Recipient: "a", Sender: "s"}, db.ClassGame)
		require.NoError(t, err)
		require.NotEqual(t, first, second)
		require.Equal(t, []int{2, 0}, []int{ids(ada), ids(ada + 1)})
	})
}

package handler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// manyGames stores running games between ada and bob, of all rules in turn,
// with a few random plies each. It needs a message in to belong to.
func (w *world) manyGames(n int) {
	w.T.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		ada, err := tx.PlayerByAddress("ada@example.org")
		require.NoError(w.T, err)
		bob, err := tx.PlayerByAddress("bob@example.org")
		require.NoError(w.T, err)
		for i := range n {
			g := all.Games()[i%len(all.Games())]
			inv, err := tx.AddInvitation(db.Invitation{Rules: g.Name, Challenger: ada.ID, Invitee: bob.ID, Side: db.Black, Pace: "3d+1d/7d", ExpiresAt: tx.Now},
				func(id int64) string { return fmt.Sprintf("%s #%d: Ada - Bob", g.Title, id) })
			require.NoError(w.T, err)
			require.NoError(w.T, tx.AnswerInvitation(inv.ID, db.InvitationAccepted))
			game, err := tx.AddGame(inv, g.Start().String(), 72*time.Hour)
			require.NoError(w.T, err)
			record, err := rules.Replay(g, nil)
			require.NoError(w.T, err)
			var moves []string
			long := true
			for record.Turn() == rules.Black || long && len(moves) < 8+random.IntN(8) {
				m := record.Legal()[random.IntN(len(record.Legal()))]
				require.NoError(w.T, record.Play(m))
				moves = append(moves, string(m))
				if record.Outcome().Over() { // another one then, with a ply or two
					record, moves, long = rules.NewRecord(g), nil, false
				}
			}
			require.NoError(w.T, tx.AddPlies(&game, 1, moves, record.Position().String(), db.Undecided, ""))
			game.TurnAt, game.ClockDue = tx.Now.Add(-time.Duration(random.IntN(24))*time.Hour), tx.Now.Add(time.Hour)
			require.NoError(w.T, tx.SaveClock(game))
		}
		return nil
	}))
}

func TestDigestOfManyGames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "games"})
	w.Send(post{From: "Bob <bob@example.org>", Proven: true, Body: "games"})
	w.manyGames(200)
	messages := w.Send(post{From: bob, Proven: true, Body: "digest now"})
	require.Len(t, messages, 1)
	l := messages[0]
	t.Logf("%d bytes: text %d, HTML %d", len(l.Raw()), len(l.Text), len(l.Part("text/html")))
	require.Less(t, len(l.Raw()), 550_000)
	require.Less(t, len(l.Text), 100_000)
	require.Less(t, len(l.Part("text/html")), 100_000, "Gmail clips what is larger")
	require.True(t, strings.HasPrefix(l.Text, "Your games, Bob: 200 are waiting for you, the first due "), l.Text[:100])
	require.Contains(t, strings.Join(strings.Fields(l.Text), " "), "180 more games follow without")
	for n := 1; n <= 200; n++ {
		require.Contains(t, l.Text, fmt.Sprintf("\n#%d ", n))
	}
	for _, line := range strings.Split(l.Text, "\n")[1:] {
		require.LessOrEqual(t, len(line), 78, line)
	}

	require.NotContains(t, l.Text, "on vacation")
	w.Send(post{From: bob, Proven: true, Body: "vacation 2026-11-22 to 2026-11-23"})
	l = w.Send(post{From: bob, Proven: true, Body: "digest now"})[0]
	require.Equal(t, 1, strings.Count(l.Text, "You will be on vacation from Sunday"), "one's own vacation is told once")

	// Boards drawn with lines take more bytes, and still are one letter.
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(bob)
		require.NoError(t, err)
		p.Board = db.BoardUnicode
		return tx.SavePlayer(p)
	}))
	l = w.Send(post{From: bob, Proven: true, Body: "digest now"})[0]
	t.Logf("%d bytes with lines", len(l.Raw()))
	require.Less(t, len(l.Raw()), 550_000)

	// For Ada all these games are in brief.
	theirs := w.Send(post{From: ada, Proven: true, Body: "digest now"})[0]
	require.True(t, strings.HasPrefix(theirs.Text, "Your games, Ada: none is waiting for you\n"))
	for _, line := range strings.Split(theirs.Text, "\n")[1:] {
		require.LessOrEqual(t, len(line), 78, line)
	}

	// A reply moves in several games at once.
	var moves []string
	for _, n := range []int64{7, 12, 199} {
		g, err := rules.Find(all.Games(), w.Game(n).Rules)
		require.NoError(t, err)
		p, err := g.ParsePosition(w.Game(n).Position)
		require.NoError(t, err)
		moves = append(moves, fmt.Sprintf("#%d %s", n, p.Legal()[0]))
	}
	before := w.Game(199).Plies
	w.Reply(bob, strings.Join(moves, "\n"))
	require.Equal(t, before+1, w.Game(199).Plies, w.Last(bob).Text)
}

func (w *world) player(address string) (p db.Player) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) (err error) {
		p, err = tx.PlayerByAddress(address)
		return err
	}))
	return p
}

// TestDigestOnce: a digest comes once a day, a late one once, none when there
// is nothing to say; and the next is at the same hour of the wall's clock.
func TestDigestOnce(t *testing.T) {
	t.Parallel()
	w := begun(t, "rooya")
	w.Reply(bob, "digest daily 07:30")
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(bob)
		require.NoError(t, err)
		p.Timezone = "America/New_York"
		return tx.SavePlayer(p)
	}))
	w.Send(post{From: bob, Proven: true, Body: "digest daily 07:30"})
	due := time.Date(2026, 11, 20, 12, 30, 0, 0, time.UTC)
	require.Equal(t, due, w.player(bob).DigestDue)

	w.Now = due
	w.Tick()
	require.Empty(t, w.Work(), "Ada is to move: nothing to say")
	require.Equal(t, due.AddDate(0, 0, 1), w.player(bob).DigestDue, "but the day is done")

	w.Reply(ada, "a1")
	// Three days without the daemon: one digest, and the next at its hour.
	w.Down(70 * time.Hour)
	digests := 0
	for _, l := range w.Boxes[bob] {
		if l.Get("Subject") == "Turnpost digest" {
			digests++
		}
	}
	require.Equal(t, 1, digests)
	require.Equal(t, due.AddDate(0, 0, 3), w.player(bob).DigestDue)
	w.Tick()
	require.Empty(t, w.Work())

	// Digests have a thread of their own.
	first := *w.Last(bob)
	require.Empty(t, first.Get("References"))
	for _, l := range w.Pass(24 * time.Hour) {
		if l.Get("Subject") == "Turnpost digest" {
			require.Equal(t, first.Get("Message-Id"), l.Get("In-Reply-To"))
			require.Equal(t, "auto-generated", l.Get("Auto-Submitted"))
			return
		}
	}
	require.FailNow(t, "no second digest")
}

// TestNoDigestAfterStop: whoever wants no messages gets none.
func TestNoDigestAfterStop(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Reply(bob, "digest daily 07:30")
	w.Reply(ada, "a1")
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(bob)
		require.NoError(t, err)
		p.StoppedAt = tx.Now
		return tx.SavePlayer(p)
	}))
	for _, l := range w.Pass(10 * 24 * time.Hour) {
		require.NotContains(t, l.Get("To"), bob)
	}
	require.Equal(t, "time", w.Game(1).Reason)
}

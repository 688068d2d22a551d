package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
)

// under counts what a player has under way.
func under(w *servertest.World, player int64) (games, invitations int) {
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		running, err := tx.GamesOf(player, false, -1)
		require.NoError(w.T, err)
		open, err := tx.OpenInvitations(player)
		games, invitations = len(running), len(open)
		return err
	}))
	return games, invitations
}

// crowd is a world in which Zaphodine, player 1, has games with many, two with each, and
// invitations; she was asked whether she wants to go.
func crowd(t *testing.T, word string) *servertest.World {
	w := servertest.New(t)
	w.Handler.Club.Policy.Challenges, w.Handler.Club.Policy.ChallengesOfDomain, w.Handler.Club.Policy.Strangers = 100, 100, 100
	for n := range 7 {
		other := fmt.Sprintf("other%d@example.org", n)
		w.Send(post{From: "Zaphodine <" + zaphodine + ">", Proven: true, Body: "challenge " + other + " rooya as black"})
		w.Reply(other, "accept")
		w.Reply(zaphodine, "a1")
		w.Send(post{From: "Zaphodine <" + zaphodine + ">", Proven: true, Body: "challenge " + other + " turro as black"})
		w.Reply(other, "accept")
		w.Send(post{From: other, Proven: true, Body: "challenge " + zaphodine + " tourrosa"})
	}
	games, invitations := under(w, 1)
	require.Equal(t, [2]int{14, 7}, [2]int{games, invitations})
	w.Send(post{From: zaphodine, Proven: true, Body: word})
	require.NoError(t, w.Deliver(sender{}))
	return w
}

// says has somebody write a message that waits to be answered.
func says(w *servertest.World, p post) {
	w.Keep(w.Raw(p))
}

// played answers what waits.
func played(w *servertest.World) {
	for worked := true; worked; {
		var err error
		worked, err = w.Server.AnswerNext(w.T.Context())
		require.NoError(w.T, err)
	}
}

// Who leaves and has much under way goes a few games at a time, each few in a transaction
// of their own: whoever waits for the writer waits for these. A daemon that dies between
// them goes on at its next start; the ledgers are right at every moment, each opponent is
// told of each game once, with the words, and the player gets one letter, at the end.
func TestLeavingInPieces(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"forget me", "stop"} {
		if skiptest.Working() && word == "stop" {
			continue
		}
		t.Run(word, func(t *testing.T) {
			w := crowd(t, word)
			says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes\nGoodbye all"})
			played(w)
			transactions := 1
			for before := 21; ; transactions++ {
				games, invitations := under(w, 1)
				require.LessOrEqual(t, before-games-invitations, club.MaxLeavingPiece)
				before = games + invitations
				if before == 0 {
					break
				}
				require.Greater(t, 21, before, "the first few end with the yes")
				faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
				require.NoError(t, err)
				require.Empty(t, faults)
				for _, o := range w.Outgoing(db.OutgoingQueued) {
					require.NotEqual(t, int64(1), o.Player, "she reads nothing yet")
				}

				require.NoError(t, w.DB.Close())
				d, err := db.Open(t.Context(), w.Where)
				require.NoError(t, err)
				t.Cleanup(func() { d.Close() })
				w.DB, d.Now = d, func() time.Time { return w.Now }
				w.Restart()
				w.Handler.Club.Policy.Strangers = 100
				worked, err := w.Server.Tick(t.Context())
				require.NoError(t, err)
				require.True(t, worked)
			}
			require.Greater(t, transactions, 4)
			before := len(w.Boxes[zaphodine])
			boxes := map[string]int{}
			for to, box := range w.Boxes {
				boxes[to] = len(box)
			}
			w.Messages()
			require.Len(t, w.Boxes[zaphodine], before+1)
			require.Contains(t, w.Last(zaphodine).Text, map[string]string{"stop": "your 14 running games", "forget me": "Your 14 running games are resigned."}[word])
			for n := range 7 {
				other := fmt.Sprintf("other%d@example.org", n)
				var read strings.Builder
				for _, l := range w.Boxes[other][boxes[other]:] {
					read.WriteString(l.Text)
				}
				require.Equal(t, [3]int{2, 2, 1}, [3]int{
					strings.Count(read.String(), "Zaphodine has resigned"),
					strings.Count(read.String(), "> Goodbye all"),
					strings.Count(read.String(), "Zaphodine has declined the invitation to Tourrosa"),
				}, other)
			}
		})
	}
}

// Between the pieces nobody plays on against who leaves: whoever wants one of their games
// ends it, and reads so once. What the player writes meanwhile is answered when they are
// gone, as somebody new; nothing else goes on with them either.
func TestLeavingBetweenThePieces(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := crowd(t, "forget me")
	const last = "other6@example.org" // whose games are the last to end
	turn := slices.IndexFunc(w.Boxes[last], func(l servertest.Message) bool {
		return strings.Contains(l.Text, "#19") && strings.Contains(l.Text, "a1")
	})
	require.GreaterOrEqual(t, turn, 0)
	says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"})
	_, err := w.Server.AnswerNext(t.Context())
	require.NoError(t, err)
	w.Messages()
	games, _ := under(w, 1)
	require.Equal(t, 9, games)
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		_, err := tx.NextLeaving()
		return err
	}))
	require.ErrorIs(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { return tx.Merge(1, 2) }), db.ErrLeaving)

	before := len(w.Boxes[last])
	says(w, post{From: last, Answers: &w.Boxes[last][turn], Body: "a2"})
	played(w)
	w.Messages()
	games, _ = under(w, 1)
	require.Equal(t, 8, games, "this game alone")
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		g, err := tx.Game(19)
		require.Equal(t, "resigned", g.Reason)
		require.Equal(t, 1, g.Plies)
		return err
	}))
	read := ""
	for _, l := range w.Boxes[last][before:] {
		read += l.Text
	}
	require.Equal(t, 1, strings.Count(read, "Zaphodine has resigned"), read)

	before = len(w.Boxes[zaphodine])
	says(w, post{From: zaphodine, Proven: true, Body: "challenge carol@example.org rooya"})
	played(w)
	games, invitations := under(w, 1)
	require.Zero(t, games+invitations)
	w.Work()
	var mine []string
	for _, l := range w.Boxes[zaphodine][before:] {
		mine = append(mine, l.Text)
	}
	require.Len(t, mine, 2)
	require.Contains(t, mine[0], "You are forgotten")
	require.Contains(t, mine[1], "Carol")
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// Who takes no words of a player's, or is a robot, keeps nobody from leaving with words to
// the others.
func TestLeavingWithWordsThatSomeDoNotHear(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	for _, other := range []string{"bob@example.org", "carol@example.org"} {
		w.Send(post{From: "Zaphodine <" + zaphodine + ">", Proven: true, Body: "challenge " + other + " rooya as black"})
		w.Reply(other, "accept")
	}
	w.Send(post{From: zaphodine, Proven: true, Body: "challenge robot rooya level 1"})
	w.Send(post{From: "bob@example.org", Proven: true, Body: "mute " + zaphodine})
	w.Send(post{From: zaphodine, Proven: true, Body: "forget me"})
	w.Reply(zaphodine, "yes\nGoodbye all")
	games, _ := under(w, 1)
	require.Zero(t, games)
	require.Contains(t, w.Last(zaphodine).Text, "Your 3 running games are resigned.")
	require.NotContains(t, w.Last("bob@example.org").Text, "Goodbye")
	require.Contains(t, w.Last("bob@example.org").Text, "has resigned")
	require.Contains(t, w.Last("carol@example.org").Text, "Goodbye")
}

package server_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
)

// While a player is forgotten in pieces, nobody begins a game with them, by an invitation of
// theirs or by one to them: the request waits until they are gone.
func TestNobodyBeginsWithWhoLeaves(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for name, p := range map[string]post{
		"challenge": {From: "ada@example.org", Proven: true, Body: "challenge " + zaphodine + " rooya"},
		"accept":    {From: "ada@example.org", Proven: true, Body: "accept #22"},
	} {
		t.Run(name, func(t *testing.T) {
			w := crowd(t, "help")
			w.Send(post{From: zaphodine, Proven: true, Body: "challenge anyone tourrosa"})
			w.Send(post{From: zaphodine, Proven: true, Body: "forget me"})
			before := len(w.Boxes[zaphodine])
			says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"})
			_, err := w.Server.AnswerNext(t.Context())
			require.NoError(t, err)
			w.Messages()
			games, invitations := under(w, 1)
			require.Equal(t, [2]int{14 - club.MaxLeavingPiece, 8}, [2]int{games, invitations})
			says(w, p)
			played(w)
			w.Work()
			hers := w.Boxes[zaphodine][before:]
			require.NotEmpty(t, hers)
			require.Contains(t, hers[0].Text, "You are forgotten", "before anybody invites her again")
			require.Len(t, hers, map[string]int{"challenge": 2, "accept": 1}[name])
			faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
			require.NoError(t, err)
			require.Empty(t, faults)
		})
	}
}

// Two who leave at the same time keep each other from it by no game of theirs.
func TestTwoWhoLeave(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const ada = "ada@example.org"
	w := crowd(t, "help")
	for n := range club.MaxLeavingPiece + 1 {
		other := fmt.Sprintf("other%d@example.org", n)
		w.Send(post{From: "Ada <" + ada + ">", Proven: true, Body: "challenge " + other + " rooya"})
		w.Reply(other, "accept")
	}
	w.Send(post{From: zaphodine, Proven: true, Body: "challenge " + ada + " rooya"})
	w.Reply(ada, "accept")
	for _, who := range []string{zaphodine, ada} {
		w.Send(post{From: who, Proven: true, Body: "forget me"})
	}
	for _, who := range []string{zaphodine, ada} {
		says(w, post{From: who, Answers: w.Last(who), Body: "yes"})
		_, err := w.Server.AnswerNext(t.Context())
		require.NoError(t, err)
	}
	for worked := true; worked; {
		var err error
		worked, err = w.Server.Tick(t.Context())
		require.NoError(t, err)
	}
	games, invitations := under(w, 1)
	require.Zero(t, games+invitations)
	w.Messages()
	for _, who := range []string{zaphodine, ada} {
		require.Contains(t, w.Last(who).Text, "You are forgotten")
	}
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

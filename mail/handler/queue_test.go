package handler_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// TestAbuseQueueIsFair: hostile messages that wait, whoever they claim to be from,
// keep a player's move waiting for hardly any of them, and all of them are answered
// in the end.
func TestAbuseQueueIsFair(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const hostile = 100
	for _, c := range []struct {
		name string
		from func(i int) string
	}{
		{"one stranger", func(int) string { return eve }},
		{"as many strangers", func(i int) string { return fmt.Sprintf("eve%d@example.com", i) }},
		{"in the name of the mover", func(int) string { return ada }},
		{"in the name of the opponent", func(int) string { return bob }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := theGame(t)
			move := w.Raw(post{From: ada, Answers: w.Last(ada), Body: "1"})
			message := mailtest.CostlyMessage{Kind: "text/plain", Body: "hello\n"}
			for i := range hostile {
				w.Keep(message.Raw(c.from(i), servertest.ServerAddress, fmt.Sprint(i, "@client.example")))
			}
			w.Keep(move)
			before := beforePly(w, 3)
			t.Logf("abuse | %d letters of %s lie before a move | it waits for 3 at most | for %d", hostile, c.name, before)
			require.LessOrEqual(t, before, 3)
			w.Work()
			state, _ := w.Settled(int64(hostile))
			require.NotEqual(t, db.IncomingNew, state)
		})
	}
}

// TestAbuseQueueIsFairToTheSigned: a move that a signature alone proves waits for hardly
// any of the messages that are forged in its player's name, with copies of the signature or
// with selectors of the forger's: those are asked for in the DNS when it is their turn.
func TestAbuseQueueIsFairToTheSigned(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const hostile = 100
	w := theGame(t)
	sign, names := signer(t)
	w.Handler.Verifier = auth.NewDKIMVerifier(names.Resolver(), isRobot, time.Now)
	signed := func(body string) []byte {
		raw := w.Raw(post{From: ada, Body: body, Header: []string{"Date: " + w.Now.Format(time.RFC1123Z)}})
		return sign(bytes.Replace(raw, []byte("Delivered-To: "+serverAddress+"\r\n"), nil, 1))
	}
	w.Bring(signed("#1 note the first"))
	require.Contains(t, w.Last(ada).Text, "note")
	asked := len(names.Questions())
	move := signed("#1 b1")
	for i := range hostile {
		forged := bytes.Replace(signed(fmt.Sprint("#1 resign ", i)), []byte("resign"), []byte("undo"), 1)
		if i%2 == 0 {
			forged = bytes.Replace(forged, []byte("s=s;"), fmt.Appendf(nil, "s=s%d;", i), 1)
		}
		w.Keep(forged)
	}
	require.Len(t, names.Questions(), asked, "who keeps letters does not wait for the DNS")
	w.Keep(move)
	before := beforePly(w, 3)
	t.Logf("abuse | %d letters in the name of the mover, with false signatures, lie before a move that a signature alone proves | it waits for 3 at most | for %d", hostile, before)
	require.LessOrEqual(t, before, 3)
}

// beforePly plays until a ply of game 1 is there, and returns how many other messages were
// answered before.
func beforePly(w *world, ply int) int {
	w.T.Helper()
	for before := 0; ; before++ {
		worked, err := w.Server.AnswerNext(context.Background())
		require.NoError(w.T, err)
		require.True(w.T, worked)
		if w.Game(1).Plies >= ply {
			return before
		}
	}
}

package handler_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

// TestAbuseForgedLooks: whoever asks for things in others' names, of which anybody can
// have as many as there are words, brings them few messages, all together too, and none
// that goes out before what the proven are answered.
func TestAbuseForgedLooks(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	words := []string{"games", "help", "standings", "rules turro", "rules rooya", "settings", "help draw", "help undo", "xyzzy", "challenge", "#1 board", "games open"}
	w := withLimits(theGame(t))
	before := w.queued(db.ClassAnswer) + w.queued(db.ClassGame)
	messages := 0
	for i := range 60 {
		w.Now = w.Now.Add(-50 * time.Second)
		messages += len(w.Send(post{From: ada, Body: words[i%len(words)]}))
	}
	require.LessOrEqual(t, messages, 6, "three looks, two errors, one question")
	require.Equal(t, before, w.queued(db.ClassAnswer)+w.queued(db.ClassGame), "they go out with digests")
	t.Logf("abuse | 60 forged looks in a player's name in 10 minutes | at most 6 letters, none before an answer to the proven | %d", messages)

	w = newWorld(t)
	for n := range 20 {
		w.Proven(fmt.Sprintf("p%d@example.org", n), "settings")
	}
	withLimits(w)
	messages = 0
	for n := range 20 {
		for _, word := range words[:3] {
			w.Now = w.Now.Add(-59 * time.Second)
			messages += len(w.Send(post{From: fmt.Sprintf("p%d@example.org", n), Body: word}))
		}
	}
	require.Equal(t, 15, messages, "of twenty an hour, five are kept for questions")
	t.Logf("abuse | 60 forged looks in 20 players' names in a minute | 15 letters an hour | %d", messages)
}

// TestAbuseReplaysTakeNoTurns: what is only an old mail of a player's, or one to others,
// does not stand among what the player writes, and a token in the text does.
func TestAbuseReplaysTakeNoTurns(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	code := servertest.SecretPattern.FindString(w.Last(ada).Get("Message-Id"))
	require.NotEmpty(t, code)
	wrong := 0
	for _, c := range []struct {
		name string
		post post
		rank db.InboxRank
	}{
		{"fresh and to us", post{From: ada, Proven: true, Body: "b1"}, db.RankProven},
		{"to a list", post{From: ada, To: "list@example.net", Proven: true, Body: "b1"}, db.RankKnown},
		{"old", post{From: ada, Proven: true, Body: "b1", Header: []string{"Date: Mon, 02 Jan 2006 15:04:05 +0000"}}, db.RankKnown},
		{"a ticket in the text", post{From: ada, Body: "b1\n[" + code + "]"}, db.RankProven},
		{"a ticket far down", post{From: ada, Body: strings.Repeat("word\n", 4_000) + "[" + code + "]"}, db.RankKnown},
		{"a ticket of hers in another name", post{From: bob, Body: "b1\n[" + code + "]", Proven: true}, db.RankKnown},
	} {
		var rank db.InboxRank
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
			rank, _, err = w.Handler.Rank(tx, w.Handler.QueueHints(w.Raw(c.post), w.Now))
			return err
		}))
		if rank != c.rank {
			wrong++
			t.Errorf("%s: rank %d", c.name, rank)
		}
	}
	t.Logf("abuse | old mail of a player's, and mail to others, brought here | it does not stand among what the player writes | %d of 6 in a wrong rank", wrong)
}

// TestAbuseSwallowedInTheSameName: a copy of a player's mail that was sent first in the
// player's own name, without what proves it, keeps the true one out neither as a
// robot's nor as a message that is quarantined; and a true mail counts once, whatever each
// delivery writes on top.
func TestAbuseSwallowedInTheSameName(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	without := regexp.MustCompile(`(?m)^(Authentication-Results|In-Reply-To|References|Delivered-To|To): .*\r\n`)
	swallowed, twice := 0, 0
	for _, first := range []string{"", "Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n"} {
		for _, reply := range []bool{false, true} {
			w := withLimits(theGame(t))
			p := post{From: ada, Body: "#1 b1", Proven: true}
			if reply {
				p = post{From: ada, Body: "b1", Answers: w.Last(ada)}
			}
			raw := string(w.Raw(p))
			w.Bring([]byte(first + "To: " + serverAddress + "\r\n" + without.ReplaceAllString(raw, "")))
			require.Len(t, w.Plies(1), 2)
			w.Bring([]byte(raw))
			if len(w.Plies(1)) != 3 {
				swallowed++
				t.Errorf("%q, reply %v: swallowed: %s", first, reply, w.remark())
			}
			before := w.lastIn()
			for _, top := range []string{"", "Received: again\r\n", "Authentication-Results: turnpost.example; dmarc=temperror header.from=example.org\r\n", "Authentication-Results: turnpost.example; none\r\nReceived: x\r\n"} {
				w.Bring([]byte(top + raw))
			}
			twice += int(w.lastIn() - before)
		}
	}
	require.Zero(t, twice)
	t.Logf("abuse | a player's mail, sent first in the player's own name without proof | the true one counts, once | %d of 6 swallowed, %d counted twice", swallowed, twice)
}

// A new player's first mail, which makes them one, counts once.
func TestTheFirstMailCountsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	raw := w.Raw(post{From: ada, Proven: true, Body: "challenge " + bob + " turro"})
	require.NotEmpty(t, w.Bring(raw))
	require.Empty(t, w.Bring(append([]byte("Received: again\r\n"), raw...)))
}

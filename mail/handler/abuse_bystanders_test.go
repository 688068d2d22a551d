package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
)

// TestAbuseForgedOutOfOffice: replies of machines that are forged in players' names
// bring these no more messages than other forged mail does, and none where a server calls
// them forged.
func TestAbuseForgedOutOfOffice(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	const players = 15
	for n := range players {
		a, b := fmt.Sprintf("a%d@x%d.example", n, n), fmt.Sprintf("b%d@x%d.example", n, n)
		w.Send(post{From: a, Proven: true, Body: "challenge " + b + " rooya as black"})
		w.Reply(b, "accept")
	}
	withLimits(w)
	away := func(who string, n int, header ...string) int {
		return len(w.Send(post{From: fmt.Sprintf("%s%d@x%d.example", who, n, n), Subject: "Out of office", Body: "I am away.",
			Header: append([]string{"Auto-Submitted: auto-replied"}, header...)}))
	}
	forged, hour := 0, 0
	for n := range players {
		forged += away("a", n, fmt.Sprintf("Authentication-Results: turnpost.example; dmarc=fail header.from=x%d.example", n))
		w.Now = w.Now.Add(-time.Minute)
	}
	require.Zero(t, forged)
	for _, who := range []string{"a", "b"} {
		for n := range players {
			hour += away(who, n)
			w.Now = w.Now.Add(-time.Minute)
		}
	}
	require.Equal(t, 15, hour)
	t.Logf("abuse | %d out-of-office replies forged in players' names | 15 letters an hour, none where a server says dmarc=fail | %d, %d", 3*players, hour, forged)
}

// TestAbuseForgedRoles: mail that is forged in the name of those who read complaints
// brings them none.
func TestAbuseForgedRoles(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	messages, roles := 0, []string{"abuse", "security", "hostmaster", "webmaster", "noc", "root", "postmaster", "noreply", "games-request", "owner-list"}
	for _, local := range roles {
		w := newWorld(t)
		for _, body := range []string{"help", "challenge bob@example.org turro", "hello"} {
			messages += len(w.Send(post{From: local + "@victim.example", Body: body}))
		}
		if local == "webmaster" {
			require.Len(t, w.Send(post{From: local + "@victim.example", Proven: true, Body: "help"}), 1, "who is proven may play from anywhere")
		}
	}
	t.Logf("abuse | mails forged in the names of %d roles and machines | no letter to them | %d letters", len(roles), messages)
	require.Zero(t, messages)
}

// TestAbuseAgreementByTheWay: nobody's address becomes a stranger's by an "ok" among
// other words.
func TestAbuseAgreementByTheWay(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const victim, mallory = "victim@v.example", "mallory@evil.example"
	bodies := []string{"ok\nbut I do not know any Mallory", "OK.\nWho are you and what is this about?", "I think you have the wrong person.\nok?", "Sure, whatever", "ok who are you?", "Yes? I do not know any Mallory.", "Yes I got your mail but this is not my account."}
	confirmed := 0
	answer := func(body string) bool {
		w := newWorld(t)
		w.Send(post{From: mallory, Proven: true, Body: "name Mallory\naddress " + victim})
		w.Send(post{From: victim, Body: body, Answers: w.Last(victim)})
		mine := false
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			p, err := tx.PlayerByAddress(victim)
			mine = err == nil && p.Address == mallory
			return nil
		}))
		return mine
	}
	for _, body := range bodies {
		if answer(body) {
			confirmed++
			t.Errorf("%q confirms", body)
		}
	}
	t.Logf("abuse | whose address is asked about answers with an ok among other words | the address stays theirs | %d of %d given away", confirmed, len(bodies))
	for _, body := range []string{"ok", "yes", "Yes.\n\nThank you, it is mine indeed.", "sure"} {
		require.True(t, answer(body), body)
	}
}

// TestAbuseWordsOfAWithdrawal: with an invitation that is taken back go no more words of
// a stranger's, and no other ones, than went with it.
func TestAbuseWordsOfAWithdrawal(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Proven(ada, "settings")
	w.Send(post{From: "Mal <mal@evil.example>", Proven: true, Body: "challenge " + ada + " turro"})
	w.Reply("mal@evil.example", "withdraw\nBuy at http://evil.example/x today\n"+strings.Repeat("many words and ", 60))
	require.Contains(t, w.Last(ada).Get("Subject"), "Mal invites you")
	_, words, found := strings.Cut(w.Last(ada).Text, "Mal writes:")
	require.True(t, found)
	links := strings.Count(words, "evil.example")
	words, _, _ = strings.Cut(words, "--")
	said := len(words)
	t.Logf("abuse | an invitation is withdrawn with 900 characters and a link | no link, 300 characters | %d links, %d", links, said)
	require.Zero(t, links)
	require.LessOrEqual(t, said, 340, words)
	require.Contains(t, flat(*w.Last("mal@evil.example")), "they are at most 300 characters, without links and addresses")

	// Who has played with her writes as ever.
	w = theGame(t)
	w.Reply(bob, "resign")
	w.Proven(bob, "challenge "+ada+" turro")
	w.Reply(bob, "withdraw\nIt was http://good.example I meant")
	require.Contains(t, w.Last(ada).Text, "http://good.example")
}

// TestAbuseNumbersAsLinks: an address of numbers is one.
func TestAbuseNumbersAsLinks(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"see 192.0.2.7/prize now", "192.0.2.7", "192。0．2.7:80/x"} {
		w := newWorld(t)
		w.Send(post{From: "Mal <mal@evil.example>", Proven: true, Body: "challenge zoe@z.example turro\nHello " + words})
		require.NotContains(t, w.Last("zoe@z.example").Text, "192", words)
	}
	w := newWorld(t)
	w.Send(post{From: "Mal <mal@evil.example>", Proven: true, Body: "challenge zoe@z.example turro\nFrom 20.11.2026 on, at 1.5 moves a day"})
	require.Contains(t, flat(*w.Last("zoe@z.example")), "From 20.11.2026 on, at 1.5 moves a day")
	t.Logf("abuse | addresses of numbers in a stranger's words, 3 forms | none goes with the invitation | 0 of 3")
}

// TestAbuseWaysToWriteFrom: one player is one writer in the queue, however From is
// written: else each way would have turns of its own.
func TestAbuseWaysToWriteFrom(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven(ada, "address ada@second.example")
	w.Send(post{From: "ada@second.example", Body: "yes", Answers: w.Last("ada@second.example")})
	writers := map[string]bool{}
	ways := []string{ada, "ADA@Example.org", ada + " (1)", ada + " (2)", `"Eve" <` + ada + `> (x)`, `<"ada"@example.org>`, "< " + ada + " >", "ada@second.example"}
	for _, from := range ways {
		raw := w.Raw(post{From: from, Body: "b1"})
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			rank, writer, err := w.Handler.Rank(tx, w.Handler.QueueHints(raw, w.Now))
			writers[writer] = true
			require.Equal(t, db.RankKnown, rank, from)
			return err
		}))
	}
	t.Logf("abuse | mails forged in a player's name, which is written in %d ways | they take turns as of one writer | %d writers", len(ways), len(writers))
	require.Len(t, writers, 1)
}

// TestAbuseForgedWhereMessagesComeBack: to an address from where messages come back, or
// that the operator suspended, forged mail brings one answer and one question a day, by
// which its owner comes back, and nothing else.
func TestAbuseForgedWhereMessagesComeBack(t *testing.T) {
	t.Parallel()
	w := withLimits(theGame(t))
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(c *club.Tx) error { return club.Suspend(c, adaID, true) })
		return err
	}))
	w.Work()
	messages, bodies := 0, []string{"help", "games", "rules turro", "xyzzy", "standings", "#1 board", "#1 b1", "#1 resign"}
	for _, body := range bodies {
		messages += len(w.Send(post{From: ada, Body: body}))
	}
	messages += len(w.Send(post{From: ada, Subject: "Out of office", Header: []string{"Auto-Submitted: auto-replied"}, Body: "away"}))
	t.Logf("abuse | %d mails forged in the name of whose letters come back | one answer and one question | %d letters", len(bodies)+1, messages)
	require.Equal(t, 2, messages)
	require.Contains(t, flat(*w.Last(ada)), "Did you write to me, Ada?")
}

// TestAbuseBlockedByAnotherName: who is blocked invites from no subaddress, and takes no
// challenge up from there.
func TestAbuseBlockedByAnotherName(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven(ada, "block "+bob)
	before, ways := len(w.Boxes[ada]), []string{"bob+2@example.org", "bob+xyz@example.org"}
	for _, from := range ways {
		w.Send(post{From: "Robert <" + from + ">", Proven: true, Body: "challenge " + ada + " turro\nyou fool"})
	}
	came := len(w.Boxes[ada]) - before
	w.Proven(ada, "challenge anyone turro")
	w.Send(post{From: "Robert <" + ways[0] + ">", Proven: true, Body: "games open\n#2 accept"})
	require.NotContains(t, flat(*w.Last(ways[0])), "Ada")
	t.Logf("abuse | who is blocked invites from %d subaddresses | no letter | %d", len(ways), came)
	require.Zero(t, came)
	n := len(w.Boxes[ada])
	w.Send(post{From: "Carl <carl@example.org>", Proven: true, Body: "challenge " + ada + " turro"})
	require.Len(t, w.Boxes[ada], n+1, "another of the domain is another")
}

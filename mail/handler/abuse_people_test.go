package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// Whoever has an address, of a list that was stolen perhaps, learns nothing from
// it: neither whether its owner plays, nor under which name, unless they have met
// in a game. Names are shown to all, for the owners put them into the standings.
func TestAbuseWhoPlays(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := theGame(t)
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "address ada@second.example"})
	w.Send(post{From: "ada@second.example", Body: "yes", Answers: w.Last("ada@second.example")})
	asks := func(from, body string) string {
		out := w.Send(post{From: from, Proven: true, Body: body})
		require.Len(t, out, 1)
		text := flat(*w.Last(from))
		text, _, _ = strings.Cut(text, "-- Turnpost carries")
		return text
	}
	const nobodys = "stranger@example.net"
	told := 0
	without := strings.ReplaceAll(asks(eve, "player "+nobodys), nobodys, "X")
	for _, theirs := range []string{bob, strings.ToUpper(bob), "<" + bob + ">", ada, "ada@second.example"} {
		// Also after an invitation, which needs no consent of the invited person.
		w.Send(post{From: eve, Proven: true, Body: "challenge " + strings.Trim(theirs, "<>") + " turro"})
		if strings.ReplaceAll(asks(eve, "player "+theirs), theirs, "X") != without {
			told++
		}
	}
	require.Zero(t, told, "what differs tells who plays")
	require.Contains(t, asks(ada, "player "+bob), "Bob: results and ratings")
	require.Contains(t, asks(ada, "player ada@second.example"), "Your results, Ada")
	require.Contains(t, asks(eve, "player bob"), "Bob: results and ratings")
	t.Logf("abuse | player ADDRESS, by a stranger, of 5 who play | the answer to an address that nobody has | %d told", told)
}

// Nobody is invited, or asked whether an address is theirs, at the addresses of
// postmasters and machines: one reads complaints about such messages, the other
// nothing (RFC 2142).
func TestAbuseRoleAddresses(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := theGame(t)
	written := 0
	roles := []string{"postmaster", "Abuse", "noreply", "no-reply", "do_not_reply", "mailer-daemon", "abuse+games", "hostmaster", "webmaster",
		"security", "noc", "root", "bounces+17", "games-request", "dmarc-reports"}
	for _, local := range roles {
		address := local + "@victim.example"
		w.Send(post{From: ada, Proven: true, Body: "challenge " + address + " turro"})
		require.Contains(t, flat(*w.Last(ada)), "belongs to a mail server or a program", address)
		w.Send(post{From: bob, Proven: true, Body: "address " + address})
		require.Contains(t, flat(*w.Last(bob)), "belongs to a mail server or a program", address)
		written += len(w.Boxes[address])
	}
	require.Zero(t, written)
	w.Send(post{From: ada, Proven: true, Body: "challenge abused@victim.example turro"})
	require.Len(t, w.Boxes["abused@victim.example"], 1)
	t.Logf("abuse | challenge and address, at %d roles and machines | no letter to them | %d letters", len(roles), written)
}

// TestAbuseDeclinedByAnotherName: a decline holds for the mailbox and for the domain
// that it was meant for, unless the domain gives addresses to anybody.
func TestAbuseDeclinedByAnotherName(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, c := range []struct {
		name    string
		next    []string // who invites Ada after she declined the first
		invited int      // by them
	}{
		{"of a domain", []string{"mal@evil.example", "mal+2@evil.example", "mal+3@evil.example", "mal4@evil.example", "mal@mail.evil.example"}, 0},
		{"subaddresses at a provider", []string{"mal@gmail.com", "mal+2@gmail.com", "m.a.l@googlemail.com"}, 0},
		{"others at a provider", []string{"mal@gmail.com", "carl@gmail.com"}, 1},
		{"another domain", []string{"mal@evil.example", "mal@good.example"}, 1},
	} {
		w := newWorld(t)
		w.Proven(ada, "settings")
		n := -1 // the first one
		for _, from := range c.next {
			before := len(w.Boxes[ada])
			w.Proven("Mal <"+from+">", "challenge "+ada+" turro")
			if len(w.Boxes[ada]) > before {
				n++
				w.Reply(ada, "decline")
			}
		}
		t.Logf("abuse | %s: who was declined invites again from %d other addresses | %d | %d invitations", c.name, len(c.next)-1, c.invited, n)
		require.Equal(t, c.invited, n, c.name)
	}

	w := newWorld(t)
	w.Proven(ada, "settings")
	w.Proven("carl@evil.example", "challenge "+ada+" turro")
	w.Reply(ada, "accept")
	w.Proven("mal@evil.example", "challenge "+ada+" turro")
	w.Reply(ada, "decline")
	n := len(w.Boxes[ada])
	w.Proven("eve@evil.example", "challenge "+ada+" turro")
	require.Len(t, w.Boxes[ada], n)
	require.Contains(t, flat(*w.Last("eve@evil.example")), "declined an invitation from your domain")
	w.Proven("carl@evil.example", "challenge "+ada+" rooya")
	require.Greater(t, len(w.Boxes[ada]), n, "who played with her is known by more than the domain")
	n = len(w.Boxes[ada])
	w.Proven(ada, "challenge eve@evil.example rooya")
	w.Proven("eve@evil.example", "challenge "+ada+" turro")
	require.Greater(t, len(w.Boxes[ada]), n+1, "who invites the declined has changed their mind")
}

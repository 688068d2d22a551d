package handler_test

import (
	"bytes"
	"fmt"
	"mime"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// senderOf is the name that a message shows as its sender's.
func senderOf(t *testing.T, l message) string {
	t.Helper()
	from, err := netmail.ParseAddress(l.Get("From"))
	require.NoError(t, err)
	require.Equal(t, serverAddress, from.Address, "the address is always ours")
	return from.Name
}

// decodedSubject is a message's subject as people read it.
func decodedSubject(t *testing.T, l message) string {
	t.Helper()
	subject, err := new(mime.WordDecoder).DecodeHeader(l.Get("Subject"))
	require.NoError(t, err)
	return subject
}

// TestSenders: a message that carries another player's act shows that player as its
// sender, by way of us; one that only answers its reader's own, or that the clock
// brings, shows us alone. Each step is one letter in, and whom the letters that come
// of it are from.
func TestSenders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const plain, byAda, byBob = "Turnpost", "Ada via Turnpost", "Bob via Turnpost"
	says := func(messages []message, adas, bobs string) {
		t.Helper()
		want, got := map[string]string{}, map[string]string{}
		for who, name := range map[string]string{ada: adas, bob: bobs} {
			if name != "" {
				want[who] = name
			}
		}
		for _, l := range messages {
			to, err := netmail.ParseAddress(l.Get("To"))
			require.NoError(t, err)
			got[to.Address] = senderOf(t, l)
		}
		require.Equal(t, want, got)
	}
	proven := func(who, body string) []message {
		return w.Proven(strings.ToUpper(who[:1])+who[1:3]+" <"+who+">", body)
	}

	says(proven(ada, "challenge bob@example.org turro as black"), plain, byAda)
	require.Equal(t, "Turro #1: Ada - Bob", decodedSubject(t, *w.Last(ada)))
	require.Equal(t, "Ada invites you to Turro (#1)", decodedSubject(t, *w.Last(bob)))
	says(w.Reply(bob, "rules"), "", plain)
	require.Equal(t, "Ada invites you to Turro (#1)", decodedSubject(t, *w.Last(bob)))
	says(w.Reply(bob, "accept"), byBob, plain)
	require.Equal(t, "Turro #1: Ada - Bob", decodedSubject(t, *w.Last(bob)), "as all letters of the game, to both")

	says(w.Reply(ada, "d3-d4"), plain, byAda)
	says(w.Reply(bob, "board"), "", plain)
	says(w.Reply(bob, "d5-d9"), "", plain)
	says(w.Reply(bob, "if d4-d5 then d6-d5"), "", plain)
	says(w.Reply(bob, "d5-c5"), byBob, plain)
	says(w.Reply(ada, "say Well played."), plain, byAda)
	says(w.Reply(ada, "draw"), plain, byAda)
	says(w.Reply(bob, "no"), byBob, plain)

	// What waits to be read comes with the next message, and is Bob's in it.
	says(w.Reply(bob, "say One."), byBob, plain)
	says(w.Reply(bob, "say Two."), "", plain)
	says(w.Reply(ada, "d9-d8"), plain, "") // a refusal opens the message: it is ours
	says(w.Reply(bob, "say Three."), "", plain)
	says(w.Reply(ada, "board"), byBob, "")

	// The answer to her own mail brings what his conditional lines have played.
	says(w.Reply(bob, "if * then e5-e4"), "", plain)
	says(w.Reply(ada, "a1-a2\npass"), byBob, byAda)

	says(w.Proven(bob, "vacation 2026-12-20 to 2027-01-03"), byBob, plain)
	says(w.Proven(ada, "digest now"), plain, "")
	reminded := w.Pass(3 * 24 * time.Hour)
	require.NotEmpty(t, reminded)
	for _, l := range reminded {
		require.Equal(t, plain, senderOf(t, l), l.Text)
	}
	says(w.Reply(ada, "resign"), plain, byAda)

	says(proven(ada, "challenge bob@example.org rooya as white"), plain, byAda)
	require.Equal(t, "Ada invites you to Le Rooya (#2)", decodedSubject(t, *w.Last(bob)))
	says(proven(ada, "#2 withdraw"), plain, byAda)
	require.Equal(t, "Ada invites you to Le Rooya (#2)", decodedSubject(t, *w.Last(bob)))
	says(proven(bob, "challenge ada@example.org rooya as white"), byBob, plain)
	says(w.Reply(ada, "decline"), plain, byAda)
}

// The subject of an invitation is in its reader's language, and no line of a message
// that has it, whatever a program puts before it.
func TestInvitationsSayWhoInvites(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{
		"en": "%s invites you to Le Rooya (#1)", "fr": "%s vous invite à jouer : Le Rooya (#1)",
		"it": "%s ti invita a giocare a Le Rooya (#1)", "de": "%s lädt dich zu Le Rooya ein (#1)",
	} {
		for _, name := range skiptest.EveryFourth([]string{"Accept Bell", "A1", "Yessica"}) {
			want := fmt.Sprintf(want, name)
			w := newWorld(t)
			w.Proven("Bob <"+bob+">", "lang "+lang)
			w.Proven(name+" <"+ada+">", "challenge bob@example.org rooya as white")
			l := *w.Last(bob)
			require.Equal(t, want, decodedSubject(t, l))
			require.Equal(t, name+" via Turnpost", senderOf(t, l))
			for _, prefix := range []string{"", "Re: ", "AW: ", "TR: "} {
				w.Send(post{From: bob, To: l.Get("Reply-To"), Subject: prefix + want, Header: []string{"In-Reply-To: " + l.Get("Message-Id")}, Body: "\n"})
				require.Equal(t, db.InvitationOpen, w.invitation(1).State, "%s%s", prefix, want)
			}
			w.Send(post{From: bob, Answers: &l, Body: "accept"})
			require.Equal(t, "Le Rooya #1: Bob - "+name, decodedSubject(t, *w.Last(bob)))
		}
	}
}

// An invited stranger answers in no language yet: our subject, in their program's
// reply, is not theirs.
func TestOurSubjectTellsNoLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven("Ada <"+ada+">", "lang fr\nchallenge bob@example.org turro as black")
	w.change(bob, func(p *db.Player) { p.Lang = "en" })
	l := *w.Last(bob)
	w.Send(post{From: "Bob <" + bob + ">", To: l.Get("Reply-To"), Subject: "Re: Ada vous invite à jouer : Turro (#1)", Header: []string{"In-Reply-To: " + l.Get("Message-Id")}, Body: "accept"})
	require.Equal(t, "en", w.player(bob).Lang)
}

// Whatever a database says that a player is called, the sender is one address, ours,
// and the name holds no other.
func TestAbuseNamesAsSenders(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	names := []string{
		`Eve" <eve@evil.example>, "x`, "eve@evil.example", "<eve@evil.example>", "Eve, eve@evil.example", "=?utf-8?q?=22_=3Ceve=40evil.example=3E?=",
		"Eve (eve@evil.example)", `Eve\`, "Eve; Bcc: eve@evil.example", "Turnpost", "https://evil.example", strings.Repeat("É", 200), "", "somebody",
	}
	good := []string{"Ada", "Zoë d'Arcy-Smith", "J.R.R. Tolkien", "Иван Петров", "山田 太郎", "محمد", strings.Repeat("W", 40), strings.Repeat("山", 40)}
	w := begun(t, "turro")
	second := 0
	for _, name := range append(names, good...) {
		w.after(2 * time.Hour)
		w.change(ada, func(p *db.Player) { p.Name = name })
		w.Send(post{From: ada, Answers: w.Last(ada), Body: "say I am " + fmt.Sprint(w.Serial)})
		l := *w.Last(bob)
		require.Contains(t, l.Text, "> I am ", "%q", name)
		field := l.Get("From")
		reader, err := mail.CreateReader(bytes.NewReader(l.Raw()))
		require.NoError(t, err)
		from, err := reader.Header.AddressList("From")
		require.NoError(t, err, "%q", name)
		require.Len(t, from, 1)
		shown := from[0].Name
		// Programs that read by eye look for an at sign, brackets and commas.
		if from[0].Address != serverAddress || strings.Count(field, "@") != 1 || strings.ContainsAny(shown, "@<>,;\"\\") ||
			strings.Contains(shown, "evil.example") || !strings.HasSuffix(shown, " via Turnpost") {
			second++
			t.Errorf("%q became %s", name, field)
		}
		if slices.Contains(good, name) {
			require.Equal(t, name+" via Turnpost", shown)
		}
		head, _, _ := bytes.Cut(l.Raw(), []byte("\r\n\r\n"))
		require.NotRegexp(t, `[^\x20-\x7e\t\r\n]`, string(head), "RFC 2047: ASCII alone")
	}
	t.Logf("abuse | %d names that are addresses, links, quotes or ours, as senders | one address, ours | %d others", len(names), second)
}

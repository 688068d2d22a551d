package handler_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// would is what a message would play in a game; nothing of it stays. Every eighth one is
// answered to the end, and a second time.
func (w *world) would(raw []byte, game int64) (played []string) {
	w.T.Helper()
	before := w.Game(game).Plies
	take := w.Handler.PlayedBack
	if w.tried++; w.tried%8 == 1 {
		take = w.Handler.TakenBack
	}
	require.NoError(w.T, take(context.Background(), raw, func(tx *db.Tx) error {
		plies, err := tx.Plies(game)
		for _, p := range plies[before:] {
			played = append(played, p.Move)
		}
		return err
	}))
	return played
}

// figures are what the reading of replies is judged by. A ply that a player did
// not write must never be played; one that a player wrote should be.
type figures struct{ replies, wrong, missed, tried int }

// judge compares what a reply played with what its writer wrote.
func (f *figures) judge(t *testing.T, what string, want, got []string, raw []byte) {
	t.Helper()
	f.tried++
	if len(want) > 0 {
		f.replies++
	}
	switch {
	case slices.Equal(want, got):
	case len(got) == 0:
		f.missed++
		t.Logf("%s: %q was missed in\n%s", what, want, start(raw))
	default:
		f.wrong++
		t.Errorf("%s: %q was written and %q played of\n%s", what, want, got, start(raw))
	}
}

// hold prints the figures and holds them to what is promised.
func (f *figures) hold(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: %d letters, %d of them with plies of the player's: %d wrong plies accepted, %d plies missed", what, f.tried, f.replies, f.wrong, f.missed)
	require.Zero(t, f.wrong)
	require.Less(t, f.missed*100, f.replies)
}

func start(raw []byte) string { return string(raw[:min(len(raw), 1500)]) }

// TestRepliesPlayed brings every case of mail/testdata/replies before the handler,
// as answers to a real message in a real game of Turro, in which the moves of the
// cases are legal: the player's own as well as those in the quotes, signatures
// and disclaimers. What is played is what the player's own lines alone play.
func TestRepliesPlayed(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	w := begun(t, "turro")
	w.Reply(ada, "c3-c4")
	w.Reply(bob, "b7-a7")
	message := w.Last(ada)
	p, err := rules.Replay(all.Games()[0], []rules.Move{"c3-c4", "b7-a7"})
	require.NoError(t, err)
	for _, m := range []rules.Move{"d3-d4", "a2-a3", "a2-b2", "c4-c5", "c4-d4", "c4-b4", "b2-b3"} {
		require.Contains(t, p.Legal(), m, "the cases plant it")
	}
	names, err := filepath.Glob(filepath.Join("..", "testdata", "replies", "*.eml"))
	require.NoError(t, err)
	require.Greater(t, len(names), 200)
	id := strings.Trim(message.Get("Message-Id"), "<>")
	address := strings.Trim(message.Get("Reply-To"), "<>")
	var f figures
	for i, name := range names {
		if testing.Short() && i%8 != 0 {
			continue
		}
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		own, err := os.ReadFile(strings.TrimSuffix(name, ".eml") + ".want")
		require.NoError(t, err)
		for _, r := range [][2]string{{"games+12.7.k3v9q2@example.org", address}, {"12.7.k3v9q2@example.org", id}, {"ada@example.net", ada}} {
			raw = bytes.ReplaceAll(raw, []byte(r[0]), []byte(r[1]))
		}
		want := w.would([]byte(fmt.Sprintf("From: %s\nTo: %s\nMessage-ID: <own@x>\nContent-Type: text/plain; charset=utf-8\n\n%s", ada, address, own)), 1)
		if moveIn.Match(own) && !bytes.Contains(own, []byte("d3-d4 now")) { // a word behind a ply: the handler asks
			assert.NotEmpty(t, want, "%s: the own lines hold a ply that is not read", name)
		}
		f.judge(t, name, want, w.would(raw, 1), raw)
		if len(want) == 0 {
			continue // then a ply in the subject is meant
		}
		// A legal ply in the subject, in a name and in a field of no meaning.
		planted := subjectOf.ReplaceAll(raw, []byte("Subject: a2-a3\nX-Planted: a2-a3\nComments: a2-a3\nKeywords: a2-a3"))
		planted = fromName.ReplaceAll(planted, []byte("From: \"a2-a3\" <"))
		require.NotEqual(t, string(raw), string(planted), name)
		f.judge(t, name+", planted in its header", want, w.would(planted, 1), planted)
	}
	f.hold(t, "the cases of mail/testdata/replies")
}

var (
	moveIn    = regexp.MustCompile(`(?m)^d3.{1,3}d4`)
	subjectOf = regexp.MustCompile(`(?m)^Subject:.*$`)
	fromName  = regexp.MustCompile(`(?m)^From: .*<`)
)

// TestRepliesToHTML answers real messages of the first game in every language, and of the others in
// one, as programs answer HTML: each quotes our HTML, in which nearly every
// legal ply stands as a link, in its own way. No ply of ours may be read as the
// player's, and theirs must be.
func TestRepliesToHTML(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	var f figures
	languages := templates.Languages()
	for i, g := range all.Games() {
		player := ada // is Black
		if g.First() == rules.White {
			player = bob
		}
		w := begun(t, g.Name)
		for j, lang := range languages {
			if i > 0 && j != i%len(languages) {
				continue
			}
			w.Reply(player, "lang "+lang)
			for what, command := range map[string]string{"its board": "board", "a refusal": "d9-d9", "the digest": "digest now", "its words": "board words"} {
				if what != "its board" && (j != i%len(languages) || i >= 4) {
					continue // the clients see these once in each language
				}
				w.Reply(player, "board ascii")
				messages := w.Reply(player, command)
				require.NotEmpty(t, messages, what)
				message := w.Last(player)
				legal, err := rules.Replay(g, nil)
				require.NoError(t, err)
				reply := alternativeReply{world: w, player: player, message: message, legal: legal.Legal()}
				if what == "its board" { // which numbers the plies
					for _, group := range rules.Groups(legal.Position()) {
						reply.numbered = append(reply.numbered, group.Moves...)
					}
					if !strings.Contains(message.Text, fmt.Sprint("1 ", reply.numbered[0])) {
						reply.numbered = nil // a list of cells has no numbers
					}
				}
				reply.try(t, &f, g.Name+" in "+lang+", "+what)
			}
		}
	}
	f.hold(t, "replies to our HTML letters")
	require.Greater(t, f.replies, 400)
}

// alternativeReply makes replies to one letter.
type alternativeReply struct {
	world    *world
	player   string
	message  *message
	legal    []rules.Move
	numbered []rules.Move
}

func (r alternativeReply) try(t *testing.T, f *figures, what string) {
	page := string(r.message.Part("text/html"))
	q := quotation{html: page, body: bodyHTML(page), text: asText(page), name: senderOf(t, *r.message), robot: serverAddress, subject: r.message.Get("Subject")}
	planted := string(r.legal[len(r.legal)/2])
	for i, c := range clients() {
		if r.numbered == nil && (i+len(what))%3 != 0 || testing.Short() && (i+len(what))%4 != 0 {
			continue
		}
		own := []string{string(r.legal[i%len(r.legal)])}
		want := own
		switch {
		case i%3 == 1:
			own = append(own, "", "Greetings & good luck <3", "-- ", "Ada", planted)
		case i%3 == 2 && r.numbered != nil:
			n := i % len(r.numbered)
			want, own = []string{string(r.numbered[n])}, []string{fmt.Sprint(n+1) + "."}
		case i%3 == 2:
			own = append([]string{"Hello!"}, append(own, "That was a surprise.")...)
		}
		f.judge(t, what+", "+c.name, want, r.send(c.top(own, q), ""), []byte(c.top(own, q)))
		if c.plain != nil {
			f.judge(t, what+", "+c.name+" with plain text", want, r.send(c.top(own, q), c.plain(own, q)), []byte(c.plain(own, q)))
		}
		if c.bottom != nil {
			own, want := want[:1], want[:1]
			f.judge(t, what+", "+c.name+" below", want, r.send(c.bottom(own, q), ""), []byte(c.bottom(own, q)))
		}
		// Nothing but the quote plays nothing.
		none := []string{"Thank you!"}
		f.judge(t, what+", "+c.name+" without a ply", nil, r.send(c.top(none, q), ""), []byte(c.top(none, q)))
	}
}

// send is what a reply of an HTML text, and perhaps a plain one, plays.
func (r alternativeReply) send(page, plain string) []string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Ada <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <r@client.example>\nIn-Reply-To: %s\nMIME-Version: 1.0\n",
		r.player, strings.Trim(r.message.Get("Reply-To"), "<>"), r.message.Get("Subject"), r.message.Get("Message-Id"))
	html := "Content-Type: text/html; charset=utf-8\n\n" + page + "\n"
	if plain == "" {
		b.WriteString(html)
	} else {
		b.WriteString("Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\nContent-Type: text/plain; charset=utf-8\n\n" + plain + "\n--=_b\n" + html + "--=_b--\n")
	}
	return r.world.would(bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte("\r\n")), 1)
}

// TestRepliesInTheSubject: a ply or a command may stand in the subject of a
// message that says nothing else, and a tap on a link of ours sends one that says
// nothing but the ply.
func TestRepliesInTheSubject(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	w := theGame(t)
	message := w.Last(ada)
	proof := "Authentication-Results: turnpost.example; auth=pass smtp.auth=" + ada + "\nTo: " + serverAddress + "\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n"
	reply := "To: " + strings.Trim(message.Get("Reply-To"), "<>") + "\n"
	var f figures
	for _, c := range []struct {
		name, header, body string
		want               []string
	}{
		{"a fresh letter, no body", proof + "Subject: b1-a3\n", "", nil}, // no such ply
		{"a fresh letter", proof + "Subject: a3\n", "", []string{"a3"}},
		{"with its number", proof + "Subject: #1 a3\n", "", []string{"a3"}},
		{"a reply with a new subject", reply + "Subject: a3\n", "", []string{"a3"}},
		{"an empty HTML body", reply + "Subject: a3\nContent-Type: text/html\n", "<html><body><div><br></div></body></html>", []string{"a3"}},
		{"nothing but a signature", reply + "Subject: A3\n", "\r\n\r\n-- \r\nAda\r\n", []string{"a3"}},
		{"sent from a phone", reply + "Subject: a3\n", "Sent from my iPhone\r\n", []string{"a3"}},
		{"above the quote alone", reply + "Subject: a3\n", "On Fri, 20 Nov 2026 Turnpost <" + serverAddress + "> wrote:\r\n> a4\r\n", []string{"a3"}},
		{"an encoded subject", reply + "Subject: =?utf-8?b?YTM=?=\n", "", []string{"a3"}},
		{"the subject of ours", reply + "Subject: Re: a3\n", "", nil},
		{"the subject of ours, in Swedish", reply + "Subject: SV: " + message.Get("Subject") + "\n", "", nil},
		{"the body goes first", reply + "Subject: a3\n", "a4", []string{"a4"}},
		{"a stranger", "Subject: a3\n", "", nil},
	} {
		raw := []byte("From: Ada <" + ada + ">\nMessage-ID: <s@x>\n" + c.header + "\n" + c.body)
		f.judge(t, c.name, c.want, w.would(raw, 1), raw)
	}
	// What a tap sends: the address, the subject and the body of the link.
	taps := regexp.MustCompile(`href="mailto:([^"?]*)\?subject=([^"&]*)&amp;body=([^"]*)"`).FindAllStringSubmatch(string(message.Part("text/html")), -1)
	require.Greater(t, len(taps), 5)
	for _, tap := range taps {
		to, subject, body := unescaped(t, tap[1]), unescaped(t, tap[2]), unescaped(t, tap[3])
		g := w.Game(1)
		require.Equal(t, 2, g.Plies)
		var want []string
		if regexp.MustCompile(`^[a-e]\d$`).MatchString(body) {
			want = []string{body}
		}
		for _, signature := range []string{"", "\r\n\r\n-- \r\nAda\r\na4", "\r\n\r\nSent from my iPhone", "\r\n\r\nInviato da iPhone"} {
			raw := []byte("From: Ada <" + ada + ">\r\nTo: " + to + "\r\nSubject: " + subject + "\r\nMessage-ID: <t@x>\r\n\r\n" + body + signature)
			f.judge(t, "a tap", want, w.would(raw, 1), raw)
		}
	}
	f.hold(t, "subjects and taps")
}

func unescaped(t *testing.T, s string) string {
	out, err := url.PathUnescape(s)
	require.NoError(t, err)
	return out
}

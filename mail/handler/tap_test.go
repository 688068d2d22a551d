package handler_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// tap is a link of a message, as a mail program makes a mail of it (RFC 6068).
type tap struct{ to, subject, body string }

// taps lists the links of a message's HTML alternative.
func taps(t *testing.T, l message) []tap {
	t.Helper()
	page, err := html.Parse(bytes.NewReader(l.Part("text/html")))
	require.NoError(t, err)
	var out []tap
	for n := range page.Descendants() {
		for _, a := range n.Attr {
			if n.Data != "a" || a.Key != "href" {
				continue
			}
			u, err := url.Parse(a.Val)
			require.NoError(t, err)
			require.Equal(t, "mailto", u.Scheme)
			to, err := url.PathUnescape(u.Opaque)
			require.NoError(t, err)
			// A "+" is a plus here: this is no form.
			q, err := url.ParseQuery(strings.ReplaceAll(u.RawQuery, "+", "%2B"))
			require.NoError(t, err)
			out = append(out, tap{to, q.Get("subject"), strings.ReplaceAll(q.Get("body"), "\r\n", "\n")})
		}
	}
	return out
}

// blackAgainstBob starts a game of Ada's, black, against Bob.
func (w *world) blackAgainstBob(name string) message {
	w.T.Helper()
	w.Send(post{From: "Ada <" + ada + ">", Proven: true, Body: "challenge " + bob + " " + name + " as black"})
	w.Reply(bob, "accept")
	return *w.Last(ada)
}

var boardID = regexp.MustCompile(`cid:board1\.[0-9a-f]{12}@turnpost\.example`)

// Games are played by taps alone, in every game: each legal ply has its
// link, what it says is played, and the picture is the board.
func TestWholeGamesByTaps(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	for _, g := range skiptest.EveryFourth(games()) {
		t.Run(g.Name, func(t *testing.T) {
			w := newWorld(t, g)
			l := w.blackAgainstBob(g.Name)
			_, drawn := rules.SceneOf(g.Start(), rules.Black, g.Say)
			plies, ids := 0, map[string]bool{}
			for n := 0; n < 6 && l.Get("Turnpost-Turn") != "none"; n++ {
				who := []string{ada, bob}[0]
				if l.Get("Turnpost-Turn") == "white" {
					who = bob
				}
				l = *w.Last(who)
				p, err := g.ParsePosition(l.Get("Turnpost-Position"))
				require.NoError(t, err)
				links := map[string]tap{}
				for _, link := range taps(t, l) {
					require.Equal(t, l.Get("Reply-To"), "<"+link.to+">")
					links[link.body] = link
				}
				var moves []string
				for _, m := range p.Legal() {
					require.Contains(t, links, string(m))
					moves = append(moves, string(m))
				}
				if drawn {
					picture, err := png.Decode(bytes.NewReader(l.Part("image/png")))
					require.NoError(t, err)
					require.GreaterOrEqual(t, picture.Bounds().Dx(), 2*343, "twice the width that a telephone shows")
					require.LessOrEqual(t, len(l.Part("image/png")), 60_000)
				}
				if shown := boardID.FindString(string(l.Part("text/html"))); drawn {
					require.False(t, ids[shown], "an id is unique in the world (RFC 2045, section 7)")
					ids[shown] = true
					require.Contains(t, string(l.Raw()), "Content-ID: <"+strings.TrimPrefix(shown, "cid:")+">")
				} else {
					require.Empty(t, shown)
				}
				before, link := l.Get("Turnpost-Ply"), links[moves[(n*7)%len(moves)]]
				w.Send(post{From: "Me <" + who + ">", To: link.to, Subject: link.subject, Body: link.body})
				l = *w.Last(who)
				require.NotEqual(t, before, l.Get("Turnpost-Ply"), l.Text)
				plies++
			}
			if l.Get("Turnpost-Turn") != "none" { // a short game is over by itself
				// With the move as the subject and nothing in the body.
				who := map[string]string{"black": ada, "white": bob}[l.Get("Turnpost-Turn")]
				l = *w.Last(who)
				p, err := g.ParsePosition(l.Get("Turnpost-Position"))
				require.NoError(t, err)
				w.Send(post{From: "Me <" + who + ">", To: strings.Trim(l.Get("Reply-To"), "<>"), Subject: string(p.Legal()[0])})
				require.NotEqual(t, l.Get("Turnpost-Ply"), w.Last(who).Get("Turnpost-Ply"))
				plies++
				if w.Last(who).Get("Turnpost-Turn") != "none" {
					w.Reply(ada, "resign")
				}
			}
			// With the end go the record and, of a game that is drawn, a film.
			names := []string{g.Name + "-1.txt"}
			if g.Format != nil {
				names = append(names, g.Name+"-1."+strings.ToLower(g.Format.Name))
			}
			if drawn {
				names = append(append([]string{"board1.png"}, names...), g.Name+"-1.gif")
			}
			for _, who := range []string{ada, bob} {
				l = *w.Last(who)
				if drawn {
					film, err := gif.DecodeAll(bytes.NewReader(l.Part("image/gif")))
					require.NoError(t, err)
					require.GreaterOrEqual(t, len(film.Image), plies+1)
					require.Less(t, len(l.Part("image/gif")), 300_000)
				}
				var attached []string
				for _, p := range l.Parts() {
					if p.Name != "" {
						attached = append(attached, p.Name)
					}
				}
				require.Equal(t, names, attached)
			}
		})
	}
}

// Where plus-addresses are off, a tapped mail proves its writer by a line below
// the move, and by nothing if that line is another's.
func TestTapsWithoutPlusAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k, err := handler.New(handler.ServerIdentity{Name: "Turnpost", Address: serverAddress, AuthservID: "turnpost.example"}, w.DB, all.Games(), servertest.Words(t), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	w.Use(k, slog.New(slog.DiscardHandler))
	l := w.blackAgainstBob("turro")
	var link tap
	for _, link = range taps(t, l) {
		if strings.HasPrefix(link.body, "d3-d4\n") {
			break
		}
	}
	require.Equal(t, serverAddress, link.to)
	require.Regexp(t, `^d3-d4\n\[1\.0\.[a-z2-7]{20}\]$`, link.body)
	w.Send(post{From: "Eve <" + bob + ">", To: link.to, Subject: link.subject, Body: link.body})
	require.Equal(t, "0", w.Last(ada).Get("Turnpost-Ply"), "the secret is Ada's")
	w.Send(post{From: "Ada <" + ada + ">", To: link.to, Subject: link.subject, Body: link.body})
	require.Equal(t, "1", w.Last(ada).Get("Turnpost-Ply"), fmt.Sprint(w.Last(ada).Text))
	require.NotContains(t, w.Last(bob).Text, "[1.0.", "a ticket is no talk")
}

// TestTapsOfCommands: what can be asked of a game beside its plies can be tapped in
// its messages, and each tap is answered by what it asks for.
func TestTapsOfCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.blackAgainstBob("turro")
	begun := *w.Last(ada)
	press := func(of message, body, says string) {
		t.Helper()
		for _, link := range taps(t, of) {
			if link.body == body {
				w.Send(post{From: "Ada <" + ada + ">", To: link.to, Subject: link.subject, Body: link.body})
				require.Contains(t, w.Last(ada).Text, says)
				require.NotContains(t, w.Last(ada).Text, "Not done")
				return
			}
		}
		require.Fail(t, "there is no such tap", body)
	}
	press(begun, "rules", "TURRO, a game by Andreas Last")
	press(begun, "help", "What Turnpost understands")
	press(begun, "board", "Your move, Ada (move 1)")
	press(begun, "preview d1-c1", "After 1. d1-c1 the board would be:")
	require.Contains(t, string(begun.Part("text/html")), "A tower of 2 or more when this turn ends gives White two moves.")
	for _, list := range []string{"games", "digest now"} {
		w.Send(post{From: "Ada <" + ada + ">", Proven: true, Body: list})
		require.Contains(t, string(w.Last(ada).Part("text/html")), "body=%231%20d1-c1", "%s has moves to tap", list)
	}
	press(begun, "resign", "with sides swapped")
	press(*w.Last(ada), "rematch", "Bob is invited to Turro (#2)")
}

// TestRulesHavePictures: the rules of each game that has examples show its board and
// each kind of ply, and the pictures of a message are light.
func TestRulesHavePictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, games()...)
	for _, g := range games() {
		w.Send(post{From: "Ada <" + ada + ">", Proven: true, Body: "rules " + g.Name})
		pictures, bytes := 0, 0
		for _, p := range w.Last(ada).Parts() {
			if strings.HasSuffix(p.Name, ".png") {
				pictures++
				bytes += len(p.Data)
			}
		}
		t.Logf("%s: %d pictures, %d bytes", g.Name, pictures, bytes)
		require.Equal(t, len(g.Examples), pictures)
		require.NotEqual(t, 1, pictures, "its board alone, and no ply")
		require.Less(t, bytes, 200_000)
	}
}

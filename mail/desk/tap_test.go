package desk_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"turnpost/mail/desk"
	"turnpost/rules/all"
)

// tap is a link of a letter, as a mail program makes a mail of it (RFC 6068).
type tap struct{ to, subject, body string }

// taps lists the links of a letter's HTML twin.
func taps(t *testing.T, l letter) []tap {
	t.Helper()
	page, err := html.Parse(bytes.NewReader(l.part("text/html")))
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
func (w *world) blackAgainstBob(name string) letter {
	w.t.Helper()
	w.send(post{from: "Ada <" + ada + ">", proven: true, body: "challenge " + bob + " " + name + " as black"})
	w.reply(bob, "accept")
	return *w.last(ada)
}

// Whole games are played by taps alone, in every game: each legal ply has its
// link, what it says is played, and the picture is the board.
func TestWholeGamesByTaps(t *testing.T) {
	sequential(t)
	for _, g := range all.Games() {
		t.Run(g.Name, func(t *testing.T) {
			w := newWorld(t)
			l := w.blackAgainstBob(g.Name)
			for n := range 12 {
				who := []string{ada, bob}[0]
				if l.Get("Turnpost-Turn") == "white" {
					who = bob
				}
				l = *w.last(who)
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
				picture, err := png.Decode(bytes.NewReader(l.part("image/png")))
				require.NoError(t, err)
				require.GreaterOrEqual(t, picture.Bounds().Dx(), 600)
				require.Contains(t, string(l.part("text/html")), `src="cid:board1@turnpost.example"`)
				before, link := l.Get("Turnpost-Ply"), links[moves[(n*7)%len(moves)]]
				w.send(post{from: "Me <" + who + ">", to: link.to, subject: link.subject, body: link.body})
				l = *w.last(who)
				require.NotEqual(t, before, l.Get("Turnpost-Ply"), l.Text)
			}
			// With the move as the subject and nothing in the body.
			who := map[string]string{"black": ada, "white": bob}[l.Get("Turnpost-Turn")]
			l = *w.last(who)
			p, err := g.ParsePosition(l.Get("Turnpost-Position"))
			require.NoError(t, err)
			w.send(post{from: "Me <" + who + ">", to: strings.Trim(l.Get("Reply-To"), "<>"), subject: string(p.Legal()[0])})
			require.NotEqual(t, l.Get("Turnpost-Ply"), w.last(who).Get("Turnpost-Ply"))
			// The end: the record and the film go with it.
			w.reply(ada, "resign")
			for _, who := range []string{ada, bob} {
				l = *w.last(who)
				film, err := gif.DecodeAll(bytes.NewReader(l.part("image/gif")))
				require.NoError(t, err)
				require.GreaterOrEqual(t, len(film.Image), 14)
				require.Less(t, len(l.part("image/gif")), 300_000)
				var names []string
				for _, p := range l.parts {
					if p.name != "" {
						names = append(names, p.name)
					}
				}
				require.Equal(t, []string{"board1.png", g.Name + "-1.txt", g.Name + "-1.gif"}, names)
			}
		})
	}
}

// Where plus-addresses are off, a tapped mail proves its writer by a line below
// the move, and by nothing if that line is another's.
func TestTapsWithoutPlusAddresses(t *testing.T) {
	w := newWorld(t)
	k, err := desk.New(desk.Robot{Name: "Turnpost", Address: robotAddress, AuthservID: "turnpost.example"}, w.db, all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	k.Gap = w.desk.Gap
	w.desk = k
	l := w.blackAgainstBob("turro")
	var link tap
	for _, link = range taps(t, l) {
		if strings.HasPrefix(link.body, "d3-d4\n") {
			break
		}
	}
	require.Equal(t, robotAddress, link.to)
	require.Regexp(t, `^d3-d4\n\[1\.0\.[a-z2-7]{20}\]$`, link.body)
	w.send(post{from: "Eve <" + bob + ">", to: link.to, subject: link.subject, body: link.body})
	require.Equal(t, "0", w.last(ada).Get("Turnpost-Ply"), "the secret is Ada's")
	w.send(post{from: "Ada <" + ada + ">", to: link.to, subject: link.subject, body: link.body})
	require.Equal(t, "1", w.last(ada).Get("Turnpost-Ply"), fmt.Sprint(w.last(ada).Text))
	require.NotContains(t, w.last(bob).Text, "[1.0.", "a ticket is no talk")
}

package handler_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	nethtml "golang.org/x/net/html"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/templates"
)

// Mail programs that show a thread as one conversation, Gmail above all, fold away
// what a mail has in common with one before it: its end, as they do with quotes and
// signatures, and all of it if it begins alike. TestNothingNewIsFolded plays long
// games and holds each message against all earlier ones of its reader in that thread,
// in both forms: the first line is another one, and the board stands neither in what
// two letters begin with nor in what they end with.
func TestNothingNewIsFolded(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const plies = 40
	for _, name := range []string{"turro", "roses", "chess", "hex"} { // each is shown in its own way
		g, err := rules.Find(games(), name)
		require.NoError(t, err)
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			moves := longGame(g, plies)
			require.Len(t, moves, plies, "no game of so many plies was found")
			w := newWorld(t, g)
			w.Begin(g.Name)
			record := rules.NewRecord(g)
			for _, m := range moves {
				who := map[rules.Side]string{rules.Black: ada, rules.White: bob}[record.Turn()]
				w.Reply(who, string(m))
				require.NoError(t, record.Play(m))
				require.Equal(t, fmt.Sprint(record.Len()), w.Last(who).Get("Turnpost-Ply"), "%s", m)
			}
			for _, who := range []string{ada, bob} {
				var text, page []showing
				for _, l := range w.Boxes[who] {
					if strings.HasPrefix(l.Get("Subject"), g.Title+" #1: ") && l.Get("Turnpost-Turn") != "none" {
						text = append(text, textOf(l))
						page = append(page, pageOf(t, l))
					}
				}
				require.Greater(t, len(text), plies*3/4, "a letter after every ply, but amid the other's turn")
				measure(t, g.Name+", text to "+who, text, 0)
				if drawn(g) {
					measure(t, g.Name+", HTML to "+who, page, 0)
				}
			}
		})
	}
}

// TestNoBoardIsFolded: nor is the board of a ply that an earlier message told, when it
// is asked for twice, or comes with a refusal, an offer or a reminder.
func TestNoBoardIsFolded(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const refused = 2 // a refusal's first line and the mark may be those of another
	for i, g := range games() {
		lang := templates.Languages()[i%len(templates.Languages())]
		w := newWorld(t, g)
		first, reader := ada, bob // Ada is Black
		if g.First() == rules.White {
			first, reader = bob, ada
		}
		w.Proven(reader, "lang "+lang)
		w.Begin(g.Name)
		w.Reply(first, string(g.Start().Legal()[0]))
		told := w.Last(reader)
		for _, line := range []string{"board", "board", "zz99", "board", "1 or so", "board"} {
			w.Send(post{From: reader, Body: line, Answers: told})
		}
		w.Proven(first, "#1 draw")
		w.Send(post{From: reader, Body: "board", Answers: w.Last(reader)})
		w.Pass(36*time.Hour + time.Minute) // half of the time, and the reminder
		w.Send(post{From: reader, Body: "board", Answers: w.Last(reader)})
		var text, page []showing
		for _, l := range w.Boxes[reader] {
			if l.Get("Turnpost-Ply") == "1" {
				text, page = append(text, textOf(l)), append(page, pageOf(t, l))
			}
		}
		require.Len(t, text, 11, "one told of the ply, seven answers, the offer, the reminder and its answer")
		measure(t, g.Name+" in "+lang+", text", text, refused)
		if drawn(g) { // else the board is text there, too
			measure(t, g.Name+" in "+lang+", HTML", page, refused)
		}
	}
}

// longGame is a game of so many plies that goes on after them, or the longest that
// was found.
func longGame(g rules.Game, plies int) (longest []rules.Move) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 12))
		record := rules.NewRecord(g)
		for record.Len() < plies && !record.Outcome().Over() {
			legal := record.Legal()
			if err := record.Play(legal[random.IntN(len(legal))]); err != nil {
				return nil
			}
		}
		if n := record.Len(); n > len(longest) && !record.Outcome().Over() {
			longest = record.Plies()
		}
		if len(longest) == plies {
			break
		}
	}
	return longest
}

// showing is a message as its reader sees it, line by line, and where its board
// stands in it: from one line to before another.
type showing struct {
	lines    []string
	from, to int
}

// textOf is the plain text without its empty lines. The board is its first block of
// lines behind bars that is longer than the reader's own lines in a refusal.
func textOf(l message) showing {
	var s showing
	for line := range strings.SplitSeq(l.Text, "\n") {
		if line != "" {
			s.lines = append(s.lines, line)
		}
	}
	for s.to-s.from < 4 && s.to < len(s.lines) {
		for s.from = s.to; s.from < len(s.lines) && !strings.HasPrefix(s.lines[s.from], "|"); s.from++ {
		}
		for s.to = s.from; s.to < len(s.lines) && strings.HasPrefix(s.lines[s.to], "|"); s.to++ {
		}
	}
	return s
}

// pageOf is the HTML: its texts and pictures, one a line. The board is the picture,
// which counts as a program sees it that knows neither its bytes nor its place.
func pageOf(t *testing.T, l message) (s showing) {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(string(l.Part("text/html"))))
	require.NoError(t, err)
	for n := range root.Descendants() {
		switch {
		case n.Type == nethtml.TextNode && n.Parent.Data != "style" && n.Parent.Data != "title" && strings.TrimSpace(n.Data) != "":
			s.lines = append(s.lines, strings.TrimSpace(n.Data))
		case n.Type == nethtml.ElementNode && n.Data == "img" && s.to == 0:
			for _, a := range n.Attr {
				if a.Key == "alt" {
					s.from, s.to = len(s.lines), len(s.lines)+1
					s.lines = append(s.lines, a.Val)
				}
			}
		}
	}
	return s
}

// measure holds each message of a thread against those before it. So many lines may be
// alike in front.
func measure(t *testing.T, what string, messages []showing, alike int) {
	t.Helper()
	const first = 12 // what a window shows
	var same, sameMost, tail, tailMost, lines, headMost, pairs int
	for i, s := range messages {
		require.Greater(t, s.to, s.from, "%s: letter %d has a board", what, i)
		lines += len(s.lines)
		for back, old := range backwards(messages[:i]) {
			head, end := commonHead(s.lines, old.lines), commonTail(s.lines, old.lines)
			headMost = max(headMost, head)
			require.LessOrEqual(t, head, alike, "%s: letter %d begins as the one %d before it: %q", what, i, back+1, s.lines[:head])
			require.GreaterOrEqual(t, len(s.lines)-end, s.to, "%s: the board of letter %d stands in what repeats the end of the one %d before it", what, i, back+1)
			if back > 0 {
				continue
			}
			n := 0
			for k := range min(first, len(s.lines), len(old.lines)) {
				if s.lines[k] == old.lines[k] {
					n++
				}
			}
			same, tail, pairs = same+n, tail+end, pairs+1
			sameMost, tailMost = max(sameMost, n), max(tailMost, end)
		}
	}
	t.Logf("%s: %d letters of %d lines; of the first %d the same as the last letter's at the same place: %.1f, at most %d, in front %d; at the end the same: %.1f, at most %d; none of the board",
		what, len(messages), lines/len(messages), first, float64(same)/float64(pairs), sameMost, headMost, float64(tail)/float64(pairs), tailMost)
}

// backwards is a list from its end, each with how many stand behind it.
func backwards(list []showing) []showing {
	out := make([]showing, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}

// commonHead and commonTail are how many lines two letters have in common at their
// beginning and at their end.
func commonHead(a, b []string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonTail(a, b []string) (n int) {
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

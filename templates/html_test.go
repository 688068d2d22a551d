package templates_test

import (
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/templates"
	"turnpost/templates/sample"
)

var word = regexp.MustCompile(`[\p{L}\p{N}][^\s]*`)

// unfit is what no page may hold: what is remote, and what went wrong.
var unfit = regexp.MustCompile(`(?i)[="'(]\s*https?:|ZgotmplZ|<no value>|%!`)

// words are the words of a text, without the marks around them.
func words(text string) []string {
	var out []string
	for _, w := range word.FindAllString(strings.ReplaceAll(text, "\u00a0", " "), -1) {
		out = append(out, strings.TrimRightFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }))
	}
	return out
}

// TestAlternativesSayTheSame: every word of the plain text stands in the HTML one, in
// every language, with pictures and without, with links and without.
func TestAlternativesSayTheSame(t *testing.T) {
	skiptest.Sequential(t)
	s := set(t)
	languages := templates.Languages()
	for i, lang := range languages {
		for j, l := range sample.Letters() {
			if skiptest.Working() && j%len(languages) != i {
				continue // each letter in one language
			}
			{
				text, err := s.Text(lang, l.Message)
				require.NoError(t, err)
				page, err := s.HTML(lang, l.Message)
				require.NoError(t, err)
				require.Less(t, len(page), 100_000)
				require.Contains(t, page, `<html lang="`+lang+`">`)
				require.Contains(t, page, ">"+sample.Rule+"</div>\n", "the rule stands on a line of its own")
				require.NotContains(t, page, "\x00")
				require.NotRegexp(t, unfit, page)
				out := read(t, page)
				have := map[string]bool{}
				for _, w := range words(out.text.String()) {
					have[w] = true
				}
				for _, line := range strings.Split(text, "\n") {
					if strings.Contains(line, "...") || picture(line) {
						continue // a head that was cut, or a picture's
					}
					for _, w := range words(line) {
						if !have[w] {
							t.Errorf("%s/%s misses %q of %q", lang, l.Name, w, line)
						}
					}
				}
			}
		}
	}
}

// picture reports whether a line of the plain text is of the board that the
// samples show as a picture.
func picture(line string) bool {
	return strings.HasPrefix(line, "|   a   b") || strings.HasPrefix(line, "|   W  ")
}

// TestHostilePage: whatever players write is words on a page and nothing else.
func TestHostilePage(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	s := set(t)
	evil := `<script>alert(1)</script>"'&amp;` + "\u202e\x00" + `1:0` + "\x00" + `<img src=x onerror=y>javascript:x`
	for i := range sections() {
		sec := sections()[i]
		rename(reflect.ValueOf(sec), func(text string) string {
			return strings.NewReplacer("Bob", "Bob "+evil, "Ada", evil, "d3-d4", "d3-d4"+evil).Replace(text)
		})
		page, err := s.HTML("en", templates.Message{Reader: evil, Rule: evil, Sections: []templates.Section{sec},
			Mailto: templates.Mailto{Address: "javascript:x?\r\nbcc=eve@example.org", Subject: "a\r\nBcc: eve@example.org" + evil, Body: evil}})
		require.NoError(t, err)
		require.NotContains(t, page, "\u202e")
		require.NotContains(t, page, "\x00")
		require.NotContains(t, page, "\ufffd")
		for _, u := range read(t, page).links {
			require.Subset(t, []string{"subject", "body"}, keys(u.Query()))
		}
	}
	// A message cannot pass for a block that is kept.
	turn := kind(t, "turn").(*templates.Turn)
	turn.Message = "\x000\x00\x00:0\x00"
	page, err := s.HTML("en", templates.Message{Reader: "Ada", Sections: []templates.Section{turn}})
	require.NoError(t, err)
	require.Contains(t, page, ">0:0<")
}

func keys(q url.Values) []string {
	var out []string
	for k := range q {
		out = append(out, k)
	}
	return out
}

// TestLinks: what a tap writes.
func TestLinks(t *testing.T) {
	turn := kind(t, "turn").(*templates.Turn)
	l := templates.Message{Reader: "Ada", Sections: []templates.Section{turn},
		Mailto: templates.Mailto{Address: "games+3.4.x@example.org", Subject: "Tug #3: Ada & Bob", Body: "[3.4.x]"}}
	page, err := set(t).HTML("en", l)
	require.NoError(t, err)
	const to = `href="mailto:games%2B3.4.x@example.org?subject=Tug%20%233%3A%20Ada%20%26%20Bob&amp;body=`
	require.Contains(t, page, to+`l%0D%0A%5B3.4.x%5D"`)
	require.Contains(t, page, to+`resign%0D%0A%5B3.4.x%5D"`)
	l.Several = true
	l.Mailto.Body = ""
	page, err = set(t).HTML("en", l)
	require.NoError(t, err)
	require.Contains(t, page, to+`%233%20l"`)
	require.NotContains(t, page, ";body=resign")
}

// many is a letter with so many legal plies.
func many(n int) templates.Message {
	turn := *begun()
	turn.Groups = nil
	for i := range n {
		if i%8 == 0 {
			turn.Groups = append(turn.Groups, templates.MoveGroup{Title: "d1"})
		}
		g := &turn.Groups[len(turn.Groups)-1]
		g.Moves = append(g.Moves, templates.NumberedMove{N: i + 1, Move: "d1-" + string(rune('a'+i%20)) + "12"})
	}
	l := sample.Letters()[0].Message
	l.Sections = []templates.Section{&turn}
	return l
}

// begun is the sample of a game with many plies.
func begun() *templates.Turn {
	for _, s := range sections() {
		if t, ok := s.(*templates.Turn); ok && t.Title == "Turro" {
			return t
		}
	}
	return nil
}

// TestLongPages: a letter of many plies is short enough for Gmail. Where all plies have no room, the
// pieces can be tapped, and of many boards the last ones as a whole. All taps have the subject.
func TestLongPages(t *testing.T) {
	skiptest.Sequential(t)
	s := set(t)
	for _, c := range []struct {
		boards, plies int
		most          string // what most of the taps are
	}{
		{1, 126, "plies"}, {3, 126, "plies"}, {1, 370, "plies"}, {5, 126, "plies"}, {10, 126, "pieces"}, {1, 900, "pieces"},
		{20, 900, "pieces"},
	} {
		l := many(c.plies)
		l.Several = c.boards > 1
		for range c.boards - 1 {
			l.Sections = append(l.Sections, l.Sections[0])
		}
		page, err := s.HTML("en", l)
		require.NoError(t, err)
		t.Logf("%d boards of %d plies: %d bytes", c.boards, c.plies, len(page))
		require.NotEmpty(t, page)
		require.Less(t, len(page), 90_000)
		taps := map[string]int{}
		for _, u := range read(t, page).links {
			require.NotEmpty(t, u.Query().Get("subject"))
			body, _, _ := strings.Cut(u.Query().Get("body"), "\n")
			if _, command, ok := strings.Cut(body, " "); ok && l.Several {
				body = command
			}
			body = strings.TrimSpace(body)
			switch {
			case strings.HasPrefix(body, "d1-"):
				taps["plies"]++
			case body == "board d1":
				taps["pieces"]++
			case body == "board":
				taps["boards"]++
			}
		}
		for kind, n := range taps {
			require.LessOrEqual(t, n, taps[c.most], "%d boards of %d plies: %s", c.boards, c.plies, kind)
		}
		if all := c.boards * c.plies; all <= 378 {
			require.Equal(t, all, taps["plies"])
			require.Zero(t, taps["pieces"])
		} else {
			require.Equal(t, 1, strings.Count(page, "Or tap a piece"))
		}
	}
	// So is that of a game of many.
	history := *kind(t, "history").(*templates.History)
	over := *kind(t, "turn").(*templates.Turn)
	over.ToMove, over.Groups = "nobody", nil
	for i := range 1200 {
		history.Plies = append(history.Plies, templates.Ply{N: i + 1, Side: "black", Move: "d3e4-d5e6"})
	}
	over.Transcript = history.Plies
	for _, sec := range []templates.Section{&history, &over} {
		page, err := s.HTML("en", templates.Message{Reader: "Ada", Sections: []templates.Section{sec}})
		require.NoError(t, err)
		t.Logf("1200 plies played: %d bytes", len(page))
		require.Less(t, len(page), 100_000)
	}
}

// TestSetIsShared: letters are set at the same time, each with its own words.
func TestSetIsShared(t *testing.T) {
	s := set(t)
	var wg sync.WaitGroup
	for _, l := range sample.Letters() {
		wg.Go(func() {
			want, err := s.HTML("en", l.Message)
			for range 5 {
				got, again := s.HTML("en", l.Message)
				assert.NoError(t, err)
				assert.NoError(t, again)
				assert.Equal(t, want, got)
			}
		})
	}
	wg.Wait()
}

func BenchmarkText(b *testing.B) { bench(b, (*templates.Catalogues).Text) }
func BenchmarkHTML(b *testing.B) { bench(b, (*templates.Catalogues).HTML) }

// bench sets a letter with 120 legal plies.
func bench(b *testing.B, run func(*templates.Catalogues, string, templates.Message) (string, error)) {
	s, err := templates.New()
	require.NoError(b, err)
	l := many(120)
	for b.Loop() {
		out, err := run(s, "en", l)
		if err != nil || out == "" {
			b.Fatal(err)
		}
	}
}

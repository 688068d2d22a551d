package templates_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"turnpost/templates"
)

// FuzzAlternatives writes letters that hold what players wrote: their words, names,
// addresses and the lines that were not understood. Whatever these are, in
// every language:
//
//   - the letter is set, as text and as HTML;
//   - the HTML holds no element and no attribute that our layout has not; its
//     links are mails to the robot and its pictures parts of the letter, so that
//     reading it runs nothing and fetches nothing;
//   - what was written never ends the element that it stands in: the page has
//     as many of each element that nests as it closes.
func FuzzAlternatives(f *testing.F) {
	words, err := templates.New()
	require.NoError(f, err)
	for _, s := range []string{
		"Well played!", "<script>alert(1)</script>", "</blockquote></td></table><img src=x onerror=y>", "a\n\n| b\n> c\n-- \nd", "\" onclick=\"x", "'><a href='https://evil.example'>d3-d4</a>",
		"{{.}}", "<!--", "-->", "<![CDATA[", "&lt;b&gt;", "&amp;", "\u202eevil\u2066", "javascript:alert(1)", "d3-d4: https://evil.example", "\x00", "\xff", "=?utf-8?q?x?=", "\r\nBcc: eve@example.com", "`d3-d4`", "*b*", "[x](y)", "|\n|", "#12 d3-d4", ":\n\n    x",
	} {
		f.Add(s, s, s)
	}
	f.Fuzz(func(t *testing.T, message, name, line string) {
		if len(message)+len(name)+len(line) > 3000 || !utf8.ValidString(message+name+line) {
			return // the desk passes on 2000 characters, and letters are UTF-8
		}
		name = strings.Join(strings.Fields(name), " ")
		l := templates.Message{
			Reader: name, Rule: "== rule ==",
			Receipt: &templates.Receipt{
				Done: []string{line}, Held: []string{line}, PassedOn: []string{name}, Waits: []string{name},
				Problems: []templates.Problem{{Line: line, Code: "unknown", Near: []string{line}}, {Line: line, Code: "lang-unknown", Args: []any{line}}},
			},
			Sections: []templates.Section{
				&templates.OpponentWords{Game: 12, Title: "Turro", Author: name, Message: message},
				&templates.TokenMisused{Game: 12, Title: "Turro", From: line},
			},
			Mailto: templates.Mailto{Address: "games+12.7.x@turnpost.example", Subject: name, Body: "[" + line + "]"},
		}
		for _, lang := range templates.Languages() {
			_, err := words.Text(lang, l)
			require.NoError(t, err)
			page, err := words.HTML(lang, l)
			require.NoError(t, err)
			harmless(t, page)
		}
	})
}

var (
	ourElements = strings.Fields("html head meta title style body table tbody tr td h1 h2 p div span b a br blockquote pre code ul li img small")
	ourVoid     = strings.Fields("meta br img")
	ourFields   = strings.Fields("lang charset name content class style role width cellpadding cellspacing align alt href src")
)

// harmless fails on a page that holds anything but what the layout writes.
func harmless(t *testing.T, page string) {
	z := html.NewTokenizer(strings.NewReader(page))
	var open []string
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			require.Empty(t, open, "left open in %q", page)
			return
		case html.CommentToken:
			t.Fatalf("a comment in %q", page)
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			require.Contains(t, ourElements, tag.Data)
			for _, a := range tag.Attr {
				require.Contains(t, ourFields, a.Key, "of %s", tag.Data)
				switch a.Key {
				case "href":
					require.True(t, strings.HasPrefix(a.Val, "mailto:games%2B12.7.x@turnpost.example?"), "a link to %q", a.Val)
				case "src":
					require.True(t, strings.HasPrefix(a.Val, "cid:"), "a picture from %q", a.Val)
				case "style":
					require.NotContains(t, a.Val, "url(")
				}
			}
			if !slices.Contains(ourVoid, tag.Data) {
				open = append(open, tag.Data)
			}
		case html.EndTagToken:
			tag := z.Token()
			require.NotEmpty(t, open, "%s is closed and was not open in %q", tag.Data, page)
			require.Equal(t, open[len(open)-1], tag.Data, "%s is closed in %q", tag.Data, page)
			open = open[:len(open)-1]
		}
	}
}

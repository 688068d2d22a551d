package templates_test

import (
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// shown is what a page says: its text, the words of its pictures, and what its
// links send.
type shown struct {
	text  strings.Builder
	links []*url.URL
}

// fetching is what a style must not hold, pictured what a picture is from.
var (
	fetching = regexp.MustCompile(`(?i)url\(|@import|expression|position|javascript`)
	pictured = regexp.MustCompile("^cid:[^/]+$")
)

var void = []string{"meta", "br", "img"}

// read reads a page strictly: every tag is closed in its turn, and nothing is
// in it that a mail must not hold.
func read(t *testing.T, page string) *shown {
	t.Helper()
	var open []string
	out := &shown{}
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			require.ErrorIs(t, z.Err(), io.EOF)
			require.Empty(t, open, "tags are left open")
			return out
		case html.TextToken:
			if len(open) > 0 && open[len(open)-1] == "style" {
				require.NotRegexp(t, fetching, token.Data)
				continue
			}
			if len(open) > 0 && open[len(open)-1] != "title" {
				out.text.WriteString(token.Data + " ")
			}
		case html.CommentToken:
			require.Fail(t, "a comment", token.Data)
		case html.SelfClosingTagToken:
			require.Fail(t, "a tag that closes itself", token.Data)
		case html.EndTagToken:
			require.NotEmpty(t, open)
			require.Equal(t, open[len(open)-1], token.Data)
			open = open[:len(open)-1]
		case html.StartTagToken:
			if slices.Contains([]string{"script", "link", "iframe", "object", "embed", "form", "base", "svg", "input", "button"}, token.Data) {
				require.Fail(t, "a tag that no mail has", token.Data)
			}
			if token.Data == "p" {
				require.NotContains(t, open, "p", "a paragraph within another")
			}
			if !slices.Contains(void, token.Data) {
				open = append(open, token.Data)
			}
			out.attributes(t, token)
		}
	}
}

func (s *shown) attributes(t *testing.T, token html.Token) {
	t.Helper()
	for _, a := range token.Attr {
		if strings.HasPrefix(a.Key, "on") {
			require.Fail(t, "a handler", a.Key)
		}
		switch a.Key {
		case "href":
			require.Equal(t, "a", token.Data)
			u, err := url.Parse(a.Val)
			require.NoError(t, err)
			require.Equal(t, "mailto", u.Scheme)
			body := u.Query().Get("body")
			require.NotEmpty(t, body)
			s.links = append(s.links, u)
			s.text.WriteString(body + " ")
		case "src":
			require.Equal(t, "img", token.Data)
			require.Regexp(t, pictured, a.Val)
		case "alt":
			s.text.WriteString(a.Val + " ")
		case "style":
			if fetching.MatchString(a.Val) {
				require.Fail(t, "a style that fetches", a.Val)
			}
		case "background", "srcset", "ping", "action", "id":
			require.Fail(t, "an attribute "+a.Key)
		}
	}
}

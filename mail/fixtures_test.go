package mail

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRepliesPublic measures the reader on two public fixture sets of real
// replies, where TURNPOST_REPLIES names their folder. Two of the forty
// expectations contradict the others: they keep "Sent from my iPhone" and a
// "-- " signature as own words.
func TestRepliesPublic(t *testing.T) {
	dir := os.Getenv("TURNPOST_REPLIES")
	if dir == "" {
		t.Skip("TURNPOST_REPLIES names no folder with public replies and their expected.json")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	require.NoError(t, err)
	var cases []struct{ Set, File, Kind, Expect string }
	require.NoError(t, json.Unmarshal(raw, &cases))
	good := 0
	planted := 0
	for _, c := range cases {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(c.File)))
		require.NoError(t, err)
		begin := time.Now()
		var got string
		switch {
		case strings.HasSuffix(c.File, ".eml"):
			l, err := Read(b)
			require.NoError(t, err, c.File)
			got = strings.Join(l.Lines, "\n")
		case strings.HasSuffix(c.File, ".html"):
			l, err := Read(append([]byte("Content-Type: text/html; charset=utf-8\n\n"), b...))
			require.NoError(t, err, c.File)
			got = strings.Join(l.Lines, "\n")
		default:
			got = strings.Join(Own(string(b)), "\n")
		}
		ok := false
		switch want := tidy(c.Expect); c.Kind {
		case "reply_exact", "first_fragment_exact", "eml_plain_reply_exact":
			ok = tidy(got) == want
		case "html_reply_exact_ignoring_whitespace":
			ok = strings.Join(strings.Fields(got), "") == strings.Join(strings.Fields(want), "")
		case "first_fragment_regex":
			ok = regexp.MustCompile(c.Expect).MatchString(got)
		case "reply_is_whole_text":
			ok = tidy(got) == tidy(string(b))
		case "finishes_under_1s":
			ok = time.Since(begin) < time.Second
		}
		n, read := plant(c.File, b)
		planted += n
		require.Empty(t, read, "%s: planted moves were read", c.File)
		if ok {
			good++
		} else {
			t.Logf("%s: got %q, want %q", c.File, got, c.Expect)
		}
	}
	t.Logf("%d of %d; of %d moves planted in quotes none was read", good, len(cases), planted)
	require.Greater(t, planted, 100)
	require.GreaterOrEqual(t, good, 38)
}

// plant puts a move in every quoted line, at the end of every mail that quotes
// without marks, and in the quoted words of the HTML replies. It returns how
// many, and which of them were read.
func plant(name string, raw []byte) (n int, read []string) {
	const move = "b1-b2"
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	var lines []string
	switch {
	case strings.HasSuffix(name, ".html"):
		text = strings.ReplaceAll(text, "Hello! How are you?", "</b>"+move+"<br>"+move+" now")
		n = strings.Count(text, move)
		if l, err := Read([]byte("Content-Type: text/html; charset=utf-8\n\n" + text)); err == nil {
			lines = l.Lines
		}
	default:
		quote := regexp.MustCompile(`(?m)^(>[> ]*)`)
		n = len(quote.FindAllString(text, -1))
		text = quote.ReplaceAllString(text, "${1}"+move+" ")
		if block := regexp.MustCompile(`(?m)^\*?Subject:.*\n`); strings.HasSuffix(name, ".txt") && block.MatchString(text) {
			text += "\n" + move + "\n"
			n++
		}
		if strings.HasSuffix(name, ".eml") {
			if l, err := Read([]byte(text)); err == nil {
				lines = l.Lines
			}
		} else {
			lines = Own(text)
		}
	}
	for _, l := range lines {
		if strings.Contains(l, move) {
			read = append(read, l)
		}
	}
	return n, read
}

func tidy(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

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
// replies, when they are there: the folder is named by TURNPOST_REPLIES, or
// lies beside the checkout. Two of the forty expectations contradict the
// others: they keep "Sent from my iPhone" and a "-- " signature as own words.
func TestRepliesPublic(t *testing.T) {
	dir := os.Getenv("TURNPOST_REPLIES")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "replies")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Skip("no public reply fixtures here: set TURNPOST_REPLIES to their folder")
	}
	var cases []struct{ Set, File, Kind, Expect string }
	require.NoError(t, json.Unmarshal(raw, &cases))
	good := 0
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
		if ok {
			good++
		} else {
			t.Logf("%s: got %q, want %q", c.File, got, c.Expect)
		}
	}
	t.Logf("%d of %d", good, len(cases))
	require.GreaterOrEqual(t, good, 38)
}

func tidy(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

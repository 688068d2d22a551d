package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// TestRepliesBrokenSubject: a subject whose octets are not what it says they are
// holds nothing back: what is legible is carried out.
func TestRepliesBrokenSubject(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	subjects := []string{"=?utf-8?Q?Partie_d=E9cisive?=", "=?utf-8?b?/v8=?=", "=?iso-2022-jp?b?GyRCJA==?=", "Partie d\xe9cisive", "=?utf-8?Q?=00=01?=", "=?utf-8?Q?=EF=BF=BD?=", "\ufffd", "=?x-unknown?Q?=FF?="}
	for _, subject := range subjects {
		w := theGame(t)
		got := w.Send(post{From: ada, Proven: true, Subject: subject, Body: "stop"})
		require.NotEmpty(t, got, "%q is answered", subject)
		w.Send(post{From: ada, Proven: true, Subject: subject, Body: "#1 b1"})
		require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1), "%q", subject)
	}
	w := newWorld(t)
	for i, name := range []string{subjects[0], subjects[1], subjects[5]} {
		got := w.Send(post{From: fmt.Sprintf("%s <new%d@example.org>", name, i), Proven: true, Body: "help"})
		require.NotEmpty(t, got, "%q is answered", name)
	}
	t.Logf("replies | subjects that cannot be decoded | %d, 0 put aside", len(subjects))
}

// TestRepliesClear: what else stands in a message forbids no move that is clear, and a
// move that stands in it twice is played once.
func TestRepliesClear(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	message := w.Last(ada)
	legal, err := rules.Replay(all.Games()[0], nil)
	require.NoError(t, err)
	var numbered []rules.Move
	for _, group := range rules.Groups(legal.Position()) {
		numbered = append(numbered, group.Moves...)
	}
	n := slices.Index(numbered, "d3-d4") + 1
	require.Positive(t, n)
	send := func(kind, body string) []string {
		return w.would([]byte(fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <r@x>\r\nMIME-Version: 1.0\r\nContent-Type: %s\r\n\r\n%s", ada, strings.Trim(message.Get("Reply-To"), "<>"), kind, body)), 1)
	}
	played := []string{"d3-d4"}
	var f figures
	for name, body := range map[string]string{
		"twice":                   "d3-d4\nd3-d4",
		"twice, apart":            "Hello,\nd3-d4\n\nThat is:\n\nd3 d4",
		"number and move":         fmt.Sprintf("%d\nd3-d4", n),
		"move and number":         fmt.Sprintf("d3-d4\n%d", n),
		"with a bar in front":     fmt.Sprintf("%d d3-d4", n),
		"a lone number below":     "d3-d4\n\n7",
		"a large number above":    "999\n\nd3-d4",
		"a code below":            "d3-d4\n\nB7K9",
		"a code above":            "A7K2\n\nd3-d4",
		"the end of a sentence":   "I shall be back in December\n12.\n\nd3-d4",
		"in the middle of a line": "Hi Bob, d3-d4. Cheers",
		"as it is spoken":         "D three to D four",
	} {
		f.judge(t, name, played, send("text/plain", body), []byte(body))
	}
	f.judge(t, "text and HTML, mixed", played, send("multipart/mixed; boundary=a", "--a\r\n\r\nd3-d4\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>d3-d4</p>\r\n--a--\r\n"), nil)
	f.judge(t, "HTML with more, mixed", played, send("multipart/mixed; boundary=a", "--a\r\n\r\nd3-d4\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>d3-d4</p><p>Hello</p>\r\n--a--\r\n"), nil)
	for name, body := range map[string]string{
		"two moves for one":     "d3-d4\nc3-c4",
		"another number before": "1\nd3-d4",
	} {
		f.judge(t, name, nil, send("text/plain", body), []byte(body))
	}
	t.Logf("replies | a clear move beside others | %d letters: %d wrong plies, %d missed", f.tried, f.wrong, f.missed)
	require.Zero(t, f.wrong+f.missed)
}

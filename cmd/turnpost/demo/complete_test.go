package demo

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

var someWords = words{
	first: []string{"d3-d4", "d3-d5", "challenge", "/as", "/alice"},
	after: map[string][]string{"challenge": {"bob@demo.test", "turro"}, "/as": {"alice", "bob"}},
	other: []string{"d3-d4"},
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		line, want string // with | for the cursor
		several    []string
	}{
		{"ch|", "challenge |", nil},
		{"d|", "d3-d|", nil},
		{"d3-d|", "d3-d|", []string{"d3-d4", "d3-d5"}},
		{"|", "|", []string{"d3-d4", "d3-d5", "challenge"}},
		{"/|", "/a|", nil},
		{"/as A|", "/as alice |", nil},
		{"challenge b|", "challenge bob@demo.test |", nil},
		{"challenge b| turro", "challenge bob@demo.test |turro", nil},
		{"preview d|", "preview d3-d4 |", nil},
		{"zz|", "zz|", nil},
	} {
		before, after, _ := strings.Cut(c.line, "|")
		line, pos, several := someWords.complete(before+after, len(before))
		require.Equal(t, c.want, line[:pos]+"|"+line[pos:], c.line)
		require.Equal(t, c.several, several, c.line)
	}
}

// typedOn is a line editor at which these keys were pressed.
func typedOn(pressed string) (*screen, *bytes.Buffer) {
	var shown bytes.Buffer
	t := &screen{keys: &keys{from: strings.NewReader(pressed)}, fd: -1}
	t.Terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{t.keys, &shown}, "> ")
	t.AutoCompleteCallback = t.key
	t.SetWords(someWords)
	return t, &shown
}

// Ctrl-C clears the line, and only then it is an answer; Ctrl-D on an empty line is
// the end.
func TestKeys(t *testing.T) {
	s, shown := typedOn("a mistake\x03chal\tb\t\r\x03/as\td\x7f\t\t\x03\x03\x04")
	line, err := s.ReadLine()
	require.NoError(t, err)
	require.Equal(t, "challenge bob@demo.test ", line)
	_, err = s.ReadLine()
	require.ErrorIs(t, err, errInterrupted)
	_, err = s.ReadLine()
	require.ErrorIs(t, err, errInterrupted, "the line was cleared first")
	require.Contains(t, shown.String(), "alice  bob\r\n", "what Tab cannot complete it lists")
	_, err = s.ReadLine()
	require.ErrorIs(t, err, io.EOF)
}

func TestPaint(t *testing.T) {
	for _, c := range []struct{ variable, value, want string }{
		{"TERM", "xterm", "\x1b[33mx\x1b[0m"}, {"NO_COLOR", "1", "x"}, {"TERM", "dumb", "x"},
	} {
		t.Run(c.variable+"="+c.value, func(t *testing.T) {
			t.Setenv("NO_COLOR", "")
			t.Setenv("TERM", "xterm")
			t.Setenv(c.variable, c.value)
			require.Equal(t, c.want, newPaint().note("x"))
		})
	}
}

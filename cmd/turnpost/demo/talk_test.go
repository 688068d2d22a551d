package demo

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/postoffice"
	"turnpost/rules/all"
)

// step is what the user types once the screen says what is waited for.
type step struct{ want, line string }

// script is a console on which the steps are typed.
type script struct {
	t     *testing.T
	steps []step

	mu      sync.Mutex
	prompt  string
	words   words
	screen  bytes.Buffer
	read    int // what lies before was waited for already
	written chan struct{}
}

func (s *script) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.written <- struct{}{}:
	default:
	}
	return s.screen.Write(p)
}

func (s *script) SetPrompt(prompt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompt = prompt
}

func (s *script) SetWords(w words) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = w
}

func (s *script) Height() int { return 24 }

func (s *script) ReadLine() (string, error) {
	s.mu.Lock()
	prompt := s.prompt
	s.mu.Unlock()
	_, _ = s.Write([]byte(prompt))
	if len(s.steps) == 0 {
		return "", io.EOF
	}
	next := s.steps[0]
	s.steps = s.steps[1:]
	for late := time.After(20 * time.Second); ; {
		s.mu.Lock()
		at := strings.Index(s.screen.String()[s.read:], next.want)
		if at >= 0 {
			s.read += at + len(next.want)
		}
		s.mu.Unlock()
		if at >= 0 {
			_, _ = s.Write([]byte(next.line + "\n"))
			return next.line, nil
		}
		select {
		case <-s.written:
		case <-late:
			return "", fmt.Errorf("the screen never said %q:\n%s", next.want, s.screen.String()[s.read:])
		}
	}
}

func (s *script) log() io.Writer { return io.Discard }

func (s *script) run(ctx context.Context, post *postoffice.Server, b behind, robot int) error {
	return converse(ctx, s, paint{}, post, b, robot)
}

func play(t *testing.T, steps ...step) {
	t.Helper()
	playWith(t, 0, steps...)
}

// playWith begins with a game against the robot of a level.
func playWith(t *testing.T, robot int, steps ...step) {
	t.Helper()
	playOn(t, "", robot, steps...)
}

// playOn goes on with the games of a database.
func playOn(t *testing.T, database string, robot int, steps ...step) {
	t.Helper()
	d := Demo{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Games: all.Games()}
	s := &script{t: t, steps: steps, written: make(chan struct{}, 1)}
	o := Options{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0", Day: 24 * time.Hour, Database: database, Robot: robot, Level: "warn", Format: "text"}
	require.NoError(t, d.run(t.Context(), o, s))
	require.Empty(t, s.steps, "left before the end")
	for line := range strings.Lines(s.screen.String()) {
		if strings.Contains(line, "file://") || headerField.MatchString(line) {
			continue // a path, and a field in /raw, are as long as they are
		}
		line = promptBefore.ReplaceAllString(line, "") // a console removes it before what is written after it
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, "%q is wider than the screen", line)
	}
	for _, m := range beforePrompt.FindAllStringSubmatch(s.screen.String(), -1) {
		require.Regexp(t, `(?m)^-- [^\n]+\n(   [^\n]+\n)*\z`, m[1], "the last line below a message says what to type")
	}
}

var headerField = regexp.MustCompile(`^[A-Z][a-z]+-[A-Za-z-]+: `)

var promptBefore = regexp.MustCompile(`^\w+ \([^)]*\)> `)

// beforePrompt finds what is between the end of a message and the prompt of somebody who has to move.
var beforePrompt = regexp.MustCompile(`(?m)^--- End of message .*\n((?:.*\n)*?)\w+ \(message \d+, [^)]*your move\)> `)

func TestConversation(t *testing.T) {
	play(t,
		step{"alice (new message)> ", "challenge bob@demo.test turro as black"},
		step{"-- to games@demo.test ", ""},
		step{"--- End of message 1: Bob is invited to Turro (#1) ---", ""},
		step{"-- bob has a message: Alice invites you, Bob, to a game of Turro (#1)\n", "/bob"},
		step{"--- Message 1 to bob: ", ""},
		step{"bob (message 1)> ", "accept"},
		step{"-- to games+1.0.", ""},
		step{"-- alice has a message: Your move, Alice (move 1), due ", "/as Alice"},
		step{"--- Message 2 to alice: ", ""},
		step{"alice (message 2, Turro #1: your move)> ", "/write"},
		step{"-- a reply to message 2;", "d3-d4"},
		step{"  | ", "Good luck!"},
		step{"  | ", "."},
		step{"You played d3-d4", ""},
		step{"--- End of message 3: ", ""},
		step{"\n|         a       b ", ""},
		step{"-- bob has a message: Your move, Bob (move 2), due ", ""},
		step{"alice (message 3, Turro #1: bob's move)> ", "/bob"},
		step{"Good luck!", "/now"},
		step{"-- it is ", ""},
		step{"-- #1 Turro: ply 2, bob@demo.test moves as white by ", ""},
		step{" UTC\n", "/inbox"},
		step{"Alice invites you, Bob", "/read"},
		step{"-- Enter for more, q for bob> ", ""},
		step{"Reply with a move", "q"},
		step{"bob (message 3, Turro #1: your move)> ", "/raw"},
		step{"Turnpost-Side: white", "/read 1"},
		step{"--- Message 1 to bob", "/new games"},
		step{"-- to games@demo.test", ""},
		step{"Your games, Bob", "/nobody"},
		step{"-- there is no command /nobody", "/read 99"},
		step{"there is no \"99\"", "/as games"},
		step{"nobody can write as it", "/as a b"},
		step{"cannot be the name", "/new challenge carol@demo.test rooya"},
		step{"-- carol has a message: Bob invites you, Carol", "/carol"},
		step{"--- Message 1 to carol", "/new"},
		step{"a new message to Turnpost", "/cancel"},
		step{"-- dropped", "/servers"},
		step{"SMTP   127.0.0.1 port", "/help"},
		step{"/quit", "/quit"},
	)
}

// One person at one machine plays at once, and needs nobody else.
func TestAgainstARobot(t *testing.T) {
	playWith(t, 2,
		step{"-- to games@demo.test ", ""},
		step{"--- End of message 1: Your move, Alice (move 1), due ", ""},
		step{"alice (message 1, Turro #1: your move)> ", "d3-d4"},
		step{"You played d3-d4.", ""},
		step{"Robot (level 2) played ", ""},
		step{"your move)> ", "/now"},
		step{"-- #1 Turro: ply ", "/quit"},
	)
	playWith(t, 6,
		step{"alice (message 1, Turro #1: your move)> ", "1"},
		step{"You played d1-c1.", ""},
		step{"Robot (level 6) played ", "/quit"},
	)
}

// A second start on the same games shows what waits; what to type is the last line of a message, and its
// pictures are in a page.
func TestASecondStart(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("TMPDIR", t.TempDir())
	database := filepath.Join(dbtest.Dir(t), "turnpost.db")
	playOn(t, database, 2,
		step{"--- End of message 1: Your move, Alice (move 1), due ", ""},
		step{"-- your move: type one of the list, or its number; /open shows the pictures\nalice (message 1", "/open"},
		step{"-- open this in a browser:", ""},
		step{"file://", "/quit"},
	)
	pages, err := filepath.Glob(filepath.Join(os.TempDir(), "turnpost-*.html"))
	require.NoError(t, err)
	require.Len(t, pages, 1)
	page, err := os.ReadFile(pages[0])
	require.NoError(t, err)
	require.Contains(t, string(page), `src="data:image/png;base64,`)
	require.NotContains(t, string(page), `src="cid:`)
	playOn(t, database, 2,
		step{"The games go on.", ""},
		step{"-- to games@demo.test ", ""},
		step{"one is waiting for you", ""},
		step{"-- write the number of a game before a move", "#1 d3-d4"},
		step{"You played ", "/quit"},
	)
}

// What is not answered is explained: here the mover wants no message of a move, and
// the opponent gets one.
func TestNoAnswer(t *testing.T) {
	skiptest.Long(t)
	play(t,
		step{"alice (new message)> ", "challenge bob@demo.test rooya as black"},
		step{"-- bob has a message", "/bob"},
		step{"(message 1)> ", "accept"},
		step{"-- alice has a message: Your move", "/alice"},
		step{"Le Rooya #1: your move)> ", "letters mine"},
		step{"(message 3)> ", "#1 a1"},
		step{"-- done; Turnpost writes to bob@demo.test only\n", ""},
		step{"-- bob has a message: Your move, Bob", ""},
		step{"(message 3)> ", "/read 2"},
		step{"-- Enter for more", "q"},
		step{"Le Rooya #1: bob's move)> ", "/quit"},
	)
}

func TestTold(t *testing.T) {
	const me = "alice@demo.test"
	for want, f := range map[string]fate{
		"the message is still on its way to Turnpost":                               {},
		"Turnpost has the message, and has not read it yet":                         {come: true, state: db.IncomingNew},
		"Turnpost has read it, and its answer is on its way":                        {come: true, settled: true, state: db.IncomingDone, under: 1, to: []string{me}},
		"Turnpost has read it and does not answer: 3 errors were told in this hour": {come: true, settled: true, state: db.IncomingDone, remark: "not answered: 3 errors were told in this hour"},
		"Turnpost has read it and does not answer: a robot wrote it":                {come: true, settled: true, state: db.IncomingDropped, remark: "a robot wrote it"},
		"Turnpost failed on it and quarantined it: why":                             {come: true, settled: true, state: db.IncomingFailed, remark: "why"},
		"done; Turnpost writes to bob@demo.test only":                               {come: true, settled: true, state: db.IncomingDone, to: []string{me, "bob@demo.test"}},
		"done, and there is nothing to write":                                       {come: true, settled: true, state: db.IncomingDone},
	} {
		require.Equal(t, want, f.told(me))
	}
}

func TestRule(t *testing.T) {
	for title, want := range map[string]string{
		"Message 1":                  "--- Message 1 " + strings.Repeat("-", 58),
		strings.Repeat("\u00e9", 99): "--- " + strings.Repeat("\u00e9", 65) + "...",
	} {
		require.Equal(t, want, rule(title))
	}
}

func testOffice(t *testing.T) *postoffice.Server {
	t.Helper()
	o, err := StartOffice("127.0.0.1:0", "127.0.0.1:0", nil)
	require.NoError(t, err)
	t.Cleanup(func() { o.Close() })
	return o
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/postoffice"
	"turnpost/rules/all"
)

// step is what the user types once the screen says what is waited for.
type step struct{ want, line string }

// script is a console on which the steps are typed.
type script struct {
	t      *testing.T
	steps  []step
	prompt string

	mu      sync.Mutex
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

func (s *script) SetPrompt(prompt string) { s.prompt = prompt }
func (s *script) Height() int             { return 24 }

func (s *script) ReadLine() (string, error) {
	_, _ = s.Write([]byte(s.prompt))
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

func (s *script) logger(_, _ string) (*slog.Logger, error) { return slog.New(slog.DiscardHandler), nil }

func (s *script) run(ctx context.Context, office *postoffice.PostOffice) error {
	return talk(ctx, s, office)
}

func converse(t *testing.T, steps ...step) {
	t.Helper()
	a := app{in: strings.NewReader(""), out: io.Discard, err: io.Discard, games: all.Games()}
	s := &script{t: t, steps: steps, written: make(chan struct{}, 1)}
	o := demoOptions{smtp: "127.0.0.1:0", imap: "127.0.0.1:0", day: 24 * time.Hour}
	require.NoError(t, a.demo(t.Context(), o, s))
	require.Empty(t, s.steps, "left before the end")
}

func TestDemoConversation(t *testing.T) {
	converse(t,
		step{"alice> ", "challenge bob@demo.test turro as black"},
		step{"-- to games@demo.test ", ""},
		step{"--- End of letter 1: Bob is invited to Turro (#1) ---", ""},
		step{"-- bob has a letter: Alice invites you, Bob, to a game of Turro (#1)\n", "/bob"},
		step{"--- Letter 1 to bob: ", ""},
		step{"bob> ", "accept"},
		step{"-- to games+1.0.", ""},
		step{"-- alice has a letter: Your move, Alice: ply 1, due ", "/as Alice"},
		step{"--- Letter 2 to alice: ", ""},
		step{"alice> ", "/write"},
		step{"-- a reply to letter 2;", "d3-d4"},
		step{"  | ", "Good luck!"},
		step{"  | ", "."},
		step{"You played d3-d4", ""},
		step{"-- bob has a letter: Your move, Bob: ply 2, due ", "/bob"},
		step{"Good luck!", "/inbox"},
		step{"Alice invites you, Bob", "/read"},
		step{"-- Enter for more, q for bob> ", ""},
		step{"Reply with a move", "q"},
		step{"bob> ", "/raw"},
		step{"Turnpost-Side: white", "/read 1"},
		step{"--- Letter 1 to bob", "/new games"},
		step{"-- to games@demo.test", ""},
		step{"Your games, Bob", "/nobody"},
		step{"-- there is no command /nobody", "/read 99"},
		step{"there is no \"99\"", "/as games"},
		step{"nobody writes in its name", "/as a b"},
		step{"cannot be the name", "/new challenge carol@demo.test rooya"},
		step{"-- carol has a letter: Bob invites you, Carol", "/carol"},
		step{"--- Letter 1 to carol", "/new"},
		step{"a fresh letter to the robot", "/cancel"},
		step{"-- dropped", "/servers"},
		step{"SMTP   127.0.0.1 port", "/help"},
		step{"/quit", "/quit"},
	)
}

func TestDemoReplyIsATrueReply(t *testing.T) {
	l := readDemoLetter([]byte("From: Turnpost <games@demo.test>\r\nReply-To: games+1.0.x@demo.test\r\n" +
		"Subject: Turro #1\r\nMessage-ID: <m2@demo.test>\r\nReferences: <m1@demo.test>\r\nDate: Fri, 20 Nov 2026 09:00:00 +0000\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\n\r\nYour move\r\n\r\n| board\r\n"))
	p, err := newDemoPerson(testOffice(t), "Alice@demo.test")
	require.NoError(t, err)
	raw, err := l.answer(p.self, "d3-d4", time.Date(2026, 11, 20, 9, 1, 0, 0, time.UTC)).Bytes()
	require.NoError(t, err)
	text := string(raw)
	for _, want := range []string{
		"From: \"Alice\" <alice@demo.test>\r\n", "To: <games+1.0.x@demo.test>\r\n", "Subject: Re: Turro #1\r\n",
		"In-Reply-To: <m2@demo.test>\r\n", "References: <m1@demo.test> <m2@demo.test>\r\n",
		"\r\n\r\nd3-d4\r\n\r\nOn Fri, 20 Nov 2026 at 09:00, Turnpost <games@demo.test> wrote:\r\n\r\n> Your move\r\n>\r\n> | board\r\n",
	} {
		require.Contains(t, text, want)
	}
	require.Equal(t, "Your move", l.headline())
}

// A letter cannot steer the terminal that shows it.
func TestDemoPrintable(t *testing.T) {
	require.Equal(t, "a\tb[2J\nc", printable("a\tb\x1b[2J\r\nc\u009b\x07"))
}

func TestDemoRule(t *testing.T) {
	for title, want := range map[string]string{
		"Letter 1":                   "--- Letter 1 " + strings.Repeat("-", 59),
		strings.Repeat("\u00e9", 99): "--- " + strings.Repeat("\u00e9", 65) + "...",
	} {
		require.Equal(t, want, rule(title))
	}
}

func testOffice(t *testing.T) *postoffice.PostOffice {
	t.Helper()
	office, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { office.Close() })
	return office
}

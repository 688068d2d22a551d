package handler_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
	"turnpost/rules/all"
)

const week = 7 * 24 * time.Hour

// keepLarge brings a message in that the mailbox says is so large; its raw text
// is the header.
func (w *world) keepLarge(raw []byte, size int64) {
	w.T.Helper()
	w.Serial++
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	require.NoError(w.T, w.Server.Keep(w.T.Context(), mail.ArrivedMail{
		Mailbox: "test", Cursor: fmt.Sprint(w.Serial), Size: size, Raw: []byte(head + "\r\n\r\n"), TooLarge: true,
	}))
}

// answersTo counts the messages to an address that answer a message.
func (w *world) answersTo(address string) (n int) {
	for _, state := range []db.OutgoingState{db.OutgoingQueued, db.OutgoingSent} {
		for _, o := range w.Outgoing(state) {
			if o.Recipient == address && o.Answers != 0 {
				n++
			}
		}
	}
	return n
}

// responders are programs that answer a person's mail while they are away. Each
// returns the answer to a message; first says that the message is the first that
// it sees.
var responders = []struct {
	name  string
	reply func(l message, n int) (header, body string)
}{
	{"as RFC 3834 asks for", func(l message, n int) (string, string) {
		if n > 0 {
			return "", "" // one a week for each correspondent (section 2)
		}
		return "Return-Path: <>\nAuto-Submitted: auto-replied (vacation)\nSubject: Auto: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"),
			"I am on holiday until 3 January."
	}},
	{"as RFC 3834 asks for, but always", func(l message, n int) (string, string) {
		return "Auto-Submitted: auto-replied\nSubject: Re: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am on holiday."
	}},
	{"like Exchange", func(l message, n int) (string, string) {
		return "Subject: Automatic reply: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am out of the office until 3 January.\n\nBob"
	}},
	{"like Exchange, in German", func(l message, n int) (string, string) {
		return "Subject: Automatische Antwort: " + l.Get("Subject"), "Ich bin bis zum 3. Januar nicht im Hause."
	}},
	{"with no sign", func(l message, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am on holiday until 2027-01-03.\n\nBob"
	}},
	{"with no sign and no thread", func(l message, n int) (string, string) {
		return "Subject: Away", "Thank you for your mail. It is important to us.\n"
	}},
	{"quoting, with no sign", func(l message, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), "I am on holiday.\n\nOn Fri, 20 Nov 2026 at 10:00, Turnpost wrote:\n\n> " + strings.ReplaceAll(l.Text, "\n", "\n> ")
	}},
	{"quoting without marks below", func(l message, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), "I am on holiday.\n\n" + l.Text
	}},
	{"quoting without marks above", func(l message, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), l.Text + "\n\nI am on holiday.\n"
	}},
	{"sending the letter back as it is", func(l message, n int) (string, string) {
		return "Subject: " + l.Get("Subject"), l.Text
	}},
}

// A vacation responder at the other end, for a week with reminders and digests:
// at most one answer of ours, and no ply.
func TestVacationResponders(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	for i, c := range responders {
		if testing.Short() && i > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			w := begun(t, "rooya")
			w.Reply(ada, "a1")
			w.Send(post{From: bob, Proven: true, Body: "digest daily 07:30"})
			withLimits(w)
			before, theirs := w.answersTo(bob), w.answersTo(ada)
			seen, replies := len(w.Boxes[bob])-2, 0
			came := false
			for end := w.Now.Add(week); w.Now.Before(end); w.Now = w.Now.Add(30 * time.Minute) {
				if !w.Tick() && !came {
					continue
				}
				came = false
				w.Work()
				for ; seen < len(w.Boxes[bob]); seen++ {
					l := w.Boxes[bob][seen]
					header, body := c.reply(l, replies)
					if header == "" {
						continue
					}
					replies++
					came = true
					w.Keep([]byte(strings.ReplaceAll(fmt.Sprintf("Delivered-To: %s\nFrom: Bob <%s>\nTo: %s\nMessage-ID: <away%d@example.org>\n%s\n\n%s\n",
						l.Get("Reply-To"), bob, l.Get("Reply-To"), replies, header, body), "\n", "\r\n")))
				}
			}
			require.Positive(t, replies)
			if !strings.HasSuffix(c.name, "asks for") {
				require.GreaterOrEqual(t, replies, 7, "the clockwork wrote all the week")
			}
			require.LessOrEqual(t, w.answersTo(bob)-before, 1, "answers to the responder")
			require.Equal(t, theirs, w.answersTo(ada), "the opponent is not bothered")
			require.Equal(t, []string{"a1"}, w.Plies(1))
			t.Logf("the responder wrote %d times; we answered %d times", replies, w.answersTo(bob)-before)
		})
	}
}

// instance is a world whose robot has another address.
func instance(t *testing.T, address string) *world {
	w := newWorld(t)
	robot := handler.ServerIdentity{Name: "Turnpost", Address: address, Plus: true}
	k, err := handler.New(robot, w.DB, all.Games(), servertest.Words(t), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	w.Use(k, slog.New(slog.DiscardHandler))
	return withLimits(w)
}

// Two instances that write to each other, for a week.
func TestTwoInstances(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	const left, right = "games@left.example", "games@right.example"
	plain := func(from string, to string, n int, body string) []byte {
		return fmt.Appendf(nil, "Delivered-To: %s\r\nFrom: %s\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <start%d@x.example>\r\n\r\n%s\r\n", to, from, to, n, body)
	}
	// What a gateway leaves that knows five fields and the text.
	stripped := func(l message) []byte {
		var b strings.Builder
		for _, f := range []string{"From", "To", "Subject", "Date", "Message-Id", "In-Reply-To", "References"} {
			if v := l.Get(f); v != "" {
				fmt.Fprintf(&b, "%s: %s\r\n", f, v)
			}
		}
		return []byte(b.String() + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(l.Text, "\n", "\r\n"))
	}
	asItIs := func(l message) []byte { return l.Raw() }
	for _, c := range []struct {
		name  string
		carry func(message) []byte
		body  string
	}{
		{"an error", asItIs, "hello there"},
		{"a command", asItIs, "help"},
		{"an error, without the signs", stripped, "hello there"},
		{"a command, without the signs", stripped, "help"},
		{"an empty letter, without the signs", stripped, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := instance(t, left), instance(t, right)
			// A player of each has challenged the other robot; and a message was
			// forged in each one's name.
			for _, w := range []*world{a, b} {
				other := map[*world]string{a: right, b: left}[w]
				w.Send(post{From: "Ada <ada@example.org>", Body: "help"})
				l := w.Last(ada)
				w.Send(post{From: ada, To: l.Get("Reply-To"), Body: "challenge " + other + " turro"})
				require.Len(t, w.Boxes[other], 1, "the invitation")
			}
			a.Keep(plain(right, left, 1, c.body))
			b.Keep(plain(left, right, 2, c.body))
			sentA, sentB := 0, 0
			for end := a.Now.Add(week); a.Now.Before(end); a.Now = a.Now.Add(30 * time.Minute) {
				b.Now = a.Now
				for _, w := range []*world{a, b} {
					w.Tick()
					w.Work()
				}
				for ; sentA < len(a.Boxes[right]); sentA++ {
					b.Keep(c.carry(a.Boxes[right][sentA]))
				}
				for ; sentB < len(b.Boxes[left]); sentB++ {
					a.Keep(c.carry(b.Boxes[left][sentB]))
				}
			}
			t.Logf("answers: %d to the right, %d to the left", a.answersTo(right), b.answersTo(left))
			// One answers the forged message that began it.
			limit := 2
			if c.name == "an error" || c.name == "a command" {
				limit = 1
			}
			// The invitation answers Ada's message, so it is counted here as well.
			require.LessOrEqual(t, a.answersTo(right)-1, limit)
			require.LessOrEqual(t, b.answersTo(left)-1, limit)
		})
	}
}

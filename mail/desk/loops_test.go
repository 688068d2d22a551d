package desk_test

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/desk"
	"turnpost/rules/all"
)

const week = 7 * 24 * time.Hour

// keepLarge brings a letter in that the mailbox says is so large; its raw text
// is the header.
func (w *world) keepLarge(raw []byte, size int64) {
	w.t.Helper()
	w.serial++
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	require.NoError(w.t, w.desk.Keep(w.t.Context(), mail.Arrival{
		Mailbox: "test", Cursor: fmt.Sprint(w.serial), Size: size, Raw: []byte(head + "\r\n\r\n"), TooLarge: true,
	}))
}

// answersTo counts the letters to an address that answer a letter.
func (w *world) answersTo(address string) (n int) {
	for _, state := range []string{db.OutgoingQueued, db.OutgoingSent} {
		for _, o := range w.outgoing(state) {
			if o.Recipient == address && o.Answers != 0 {
				n++
			}
		}
	}
	return n
}

// responders are programs that answer a person's mail while they are away. Each
// returns the answer to a letter; first says that the letter is the first that
// it sees.
var responders = []struct {
	name  string
	reply func(l letter, n int) (header, body string)
}{
	{"as RFC 3834 asks for", func(l letter, n int) (string, string) {
		if n > 0 {
			return "", "" // one a week for each correspondent (section 2)
		}
		return "Return-Path: <>\nAuto-Submitted: auto-replied (vacation)\nSubject: Auto: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"),
			"I am on holiday until 3 January."
	}},
	{"as RFC 3834 asks for, but always", func(l letter, n int) (string, string) {
		return "Auto-Submitted: auto-replied\nSubject: Re: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am on holiday."
	}},
	{"like Exchange", func(l letter, n int) (string, string) {
		return "Subject: Automatic reply: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am out of the office until 3 January.\n\nBob"
	}},
	{"like Exchange, in German", func(l letter, n int) (string, string) {
		return "Subject: Automatische Antwort: " + l.Get("Subject"), "Ich bin bis zum 3. Januar nicht im Hause."
	}},
	{"with no sign", func(l letter, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject") + "\nIn-Reply-To: " + l.Get("Message-Id"), "I am on holiday until 2027-01-03.\n\nBob"
	}},
	{"with no sign and no thread", func(l letter, n int) (string, string) {
		return "Subject: Away", "Thank you for your mail. It is important to us.\n"
	}},
	{"quoting, with no sign", func(l letter, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), "I am on holiday.\n\nOn Fri, 20 Nov 2026 at 10:00, Turnpost wrote:\n\n> " + strings.ReplaceAll(l.Text, "\n", "\n> ")
	}},
	{"quoting without marks below", func(l letter, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), "I am on holiday.\n\n" + l.Text
	}},
	{"quoting without marks above", func(l letter, n int) (string, string) {
		return "Subject: Re: " + l.Get("Subject"), l.Text + "\n\nI am on holiday.\n"
	}},
	{"sending the letter back as it is", func(l letter, n int) (string, string) {
		return "Subject: " + l.Get("Subject"), l.Text
	}},
}

// A vacation responder at the other end, for a week with reminders and digests:
// at most one answer of ours, and no ply.
func TestVacationResponders(t *testing.T) {
	sequential(t)
	for _, c := range responders {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.begin("rooya")
			w.reply(ada, "a1")
			w.send(post{from: bob, proven: true, body: "digest daily 07:30"})
			withLimits(w)
			before, theirs := w.answersTo(bob), w.answersTo(ada)
			seen, replies := len(w.boxes[bob])-2, 0
			for end := w.now.Add(week); w.now.Before(end); w.now = w.now.Add(30 * time.Minute) {
				w.tick()
				w.work()
				for ; seen < len(w.boxes[bob]); seen++ {
					l := w.boxes[bob][seen]
					header, body := c.reply(l, replies)
					if header == "" {
						continue
					}
					replies++
					w.keep([]byte(strings.ReplaceAll(fmt.Sprintf("Delivered-To: %s\nFrom: Bob <%s>\nTo: %s\nMessage-ID: <away%d@example.org>\n%s\n\n%s\n",
						l.Get("Reply-To"), bob, l.Get("Reply-To"), replies, header, body), "\n", "\r\n")))
				}
			}
			require.Positive(t, replies)
			if !strings.HasSuffix(c.name, "asks for") {
				require.GreaterOrEqual(t, replies, 7, "the clockwork wrote all the week")
			}
			require.LessOrEqual(t, w.answersTo(bob)-before, 1, "answers to the responder")
			require.Equal(t, theirs, w.answersTo(ada), "the opponent is not bothered")
			require.Equal(t, []string{"a1"}, w.plies(1))
			t.Logf("the responder wrote %d times; we answered %d times", replies, w.answersTo(bob)-before)
		})
	}
}

// instance is a world whose robot has another address.
func instance(t *testing.T, address string) *world {
	w := newWorld(t)
	robot := desk.Robot{Name: "Turnpost", Address: address, Plus: true}
	k, err := desk.New(robot, w.db, all.Games(), slog.New(slog.NewTextHandler(io.Discard, nil)))
	require.NoError(t, err)
	k.Gap = 1 << 62
	w.desk = k
	return withLimits(w)
}

// Two instances that write to each other, for a week.
func TestTwoInstances(t *testing.T) {
	sequential(t)
	const left, right = "games@left.example", "games@right.example"
	plain := func(from string, to string, n int, body string) []byte {
		return fmt.Appendf(nil, "Delivered-To: %s\r\nFrom: %s\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <start%d@x.example>\r\n\r\n%s\r\n", to, from, to, n, body)
	}
	// What a gateway leaves that knows five fields and the text.
	stripped := func(l letter) []byte {
		var b strings.Builder
		for _, f := range []string{"From", "To", "Subject", "Date", "Message-Id", "In-Reply-To", "References"} {
			if v := l.Get(f); v != "" {
				fmt.Fprintf(&b, "%s: %s\r\n", f, v)
			}
		}
		return []byte(b.String() + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(l.Text, "\n", "\r\n"))
	}
	asItIs := func(l letter) []byte { return l.Raw }
	for _, c := range []struct {
		name  string
		carry func(letter) []byte
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
			// A player of each has challenged the other robot; and a letter was
			// forged in each one's name.
			for _, w := range []*world{a, b} {
				other := map[*world]string{a: right, b: left}[w]
				w.send(post{from: "Ada <ada@example.org>", body: "help"})
				l := w.last(ada)
				w.send(post{from: ada, to: l.Get("Reply-To"), body: "challenge " + other + " turro"})
				require.Len(t, w.boxes[other], 1, "the invitation")
			}
			a.keep(plain(right, left, 1, c.body))
			b.keep(plain(left, right, 2, c.body))
			sentA, sentB := 0, 0
			for end := a.now.Add(week); a.now.Before(end); a.now = a.now.Add(30 * time.Minute) {
				b.now = a.now
				for _, w := range []*world{a, b} {
					w.tick()
					w.work()
				}
				for ; sentA < len(a.boxes[right]); sentA++ {
					b.keep(c.carry(a.boxes[right][sentA]))
				}
				for ; sentB < len(b.boxes[left]); sentB++ {
					a.keep(c.carry(b.boxes[left][sentB]))
				}
			}
			t.Logf("answers: %d to the right, %d to the left", a.answersTo(right), b.answersTo(left))
			// One answers the forged letter that began it.
			limit := 2
			if c.name == "an error" || c.name == "a command" {
				limit = 1
			}
			// The invitation answers Ada's letter, so it is counted here as well.
			require.LessOrEqual(t, a.answersTo(right)-1, limit)
			require.LessOrEqual(t, b.answersTo(left)-1, limit)
		})
	}
}

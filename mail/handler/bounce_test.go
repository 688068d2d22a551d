package handler_test

import (
	"context"
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

const month = 30 * 24 * time.Hour

// dsn is a report in the manner of Postfix. Empty fields have the usual values.
type dsn struct {
	to, action, status, id string
	from                   string
	text                   string // for a person to read
}

// report makes the raw report on a message out.
func (w *world) report(o db.Outgoing, r dsn) []byte {
	w.Serial++
	for field, usual := range map[*string]string{&r.to: o.Sender, &r.action: "failed", &r.status: "5.1.1", &r.id: o.MessageID, &r.from: "MAILER-DAEMON@mx.example"} {
		if *field == "" {
			*field = usual
		}
	}
	return []byte(strings.ReplaceAll(fmt.Sprintf(`Return-Path: <>
Delivered-To: %[1]s
From: %[7]s
To: %[1]s
Subject: Undelivered Mail Returned to Sender
Message-ID: <report.%[2]d@mx.example>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

%[8]s
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; %[3]s
Action: %[4]s
Status: %[5]s
Diagnostic-Code: smtp; 550 %[5]s <%[3]s>: no

--b
Content-Type: text/rfc822-headers

Message-ID: <%[6]s>

--b--
`, r.to, w.Serial, o.Recipient, r.action, r.status, r.id, r.from, r.text), "\n", "\r\n"))
}

// handed delivers everything and returns the last message that went to an
// address.
func (w *world) handed(address string) db.Outgoing {
	w.T.Helper()
	require.NoError(w.T, w.Deliver(sender{}))
	sent := w.Outgoing(db.OutgoingSent)
	for i := len(sent) - 1; i >= 0; i-- {
		if sent[i].Recipient == address {
			return sent[i]
		}
	}
	require.Failf(w.T, "nothing was delivered", "to %s", address)
	return db.Outgoing{}
}

// sayTo has Ada say something in game #1, and returns the message to Bob.
func (w *world) sayTo(address string) db.Outgoing {
	w.T.Helper()
	w.Serial++
	w.Proven(ada, fmt.Sprintf("#1 say Hello for the %dth time.", w.Serial))
	return w.handed(address)
}

// after lets time pass without the clockwork, so that nobody is reminded.
func (w *world) after(span time.Duration) { w.Now = w.Now.Add(span) }

// counted are the bounces that count against a player.
func (w *world) counted(player int64) (n int) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		all, err := tx.Bounces(player, time.Time{})
		n = len(all)
		return err
	}))
	return n
}

// suspended reports whether a player's address is.
func (w *world) suspended(player int64) (is bool) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.OpenBounce(player)
		is = err == nil
		return nil
	}))
	return is
}

const adaID, bobID = 1, 2

// A player whose messages come back loses no time: the address is suspended at
// the third over two days, and the opponent is told. Nothing is written to it
// then. A message from the player lifts all that.
func TestMailThatComesBackCostsNoTime(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Reply(ada, "a1")
	require.Empty(t, w.Bring(w.report(w.handed(bob), dsn{})), "nobody is told of one")
	w.Pass(36 * time.Hour) // half of Bob's time is over, and he is reminded
	require.Empty(t, w.Bring(w.report(w.handed(bob), dsn{})))
	require.False(t, w.suspended(bobID))
	w.Pass(13 * time.Hour) // a day before the end
	told := w.Bring(w.report(w.handed(bob), dsn{}))
	require.True(t, w.suspended(bobID))
	require.Len(t, told, 1)
	require.Contains(t, told[0].Get("To"), ada)
	require.Equal(t, "auto-generated", told[0].Get("Auto-Submitted"))
	require.Contains(t, told[0].Text, "The clocks have been stopped since Friday 20 November 09:0")
	require.Contains(t, strings.Join(strings.Fields(told[0].Text), " "), "messages to Bob are returned")
	state, remark := w.Settled(w.lastIn())
	require.Equal(t, db.IncomingDone, state)
	require.Contains(t, remark, "failed 5.1.1; the address is suspended")

	w.Pass(month)
	require.False(t, w.Game(1).Over(), "nobody loses on time meanwhile")
	require.NoError(t, w.Deliver(sender{}))
	before := len(w.Boxes[bob])
	w.Proven(ada, "#1 say Are you there?")
	w.Proven(ada, "challenge bob@example.org turro")
	require.Contains(t, w.Last(ada).Text, "messages to that player are returned", "and no invitation is made")
	w.Pass(24 * time.Hour)
	require.Len(t, w.Boxes[bob], before, "nothing is written to the address")

	w.Reply(bob, "a2")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	require.False(t, w.suspended(bobID))
	require.Zero(t, w.counted(bobID))
	require.Contains(t, w.Last(bob).Text, "Messages to you are sent again")
	require.NoError(t, w.Deliver(sender{}))
	w.Pass(month)
	require.Equal(t, "time", w.Game(1).Reason, "the clocks run again")
}

// The rule, in messages that come back at so many hours.
func TestWhenAnAddressIsSuspended(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	for _, c := range []struct {
		name      string
		hours     []int
		suspended bool
	}{
		{"one", []int{0}, false},
		{"two, days apart", []int{0, 100}, false},
		{"three within two days", []int{0, 24, 47}, false},
		{"many within a day", []int{0, 1, 2, 3, 4, 5, 6, 7}, false},
		{"three over two days", []int{0, 24, 48}, true},
		{"the third at once with the second", []int{0, 49, 49}, true},
		{"a fourth that makes it two days", []int{0, 1, 2, 48}, true},
		{"three within a month", []int{0, 350, 700}, true},
		{"three over more than a month", []int{0, 400, 800}, false},
	} {
		for _, refused := range []bool{false, true} {
			name := c.name + ", returned"
			if refused {
				name = c.name + ", refused at once"
			}
			t.Run(name, func(t *testing.T) {
				w := begun(t, "rooya")
				w.Begin("rooya")
				require.NoError(t, w.Deliver(sender{}))
				start := w.Now
				for i, h := range c.hours {
					require.False(t, w.suspended(bobID), "before the last")
					w.Now = start.Add(time.Duration(h)*time.Hour + time.Duration(i)*3*time.Minute)
					wish := fmt.Sprintf("say Hello %d", i)
					if i > 0 && h == c.hours[i-1] { // words would wait for an hour
						wish = "draw"
					}
					w.Proven(ada, fmt.Sprintf("#%d %s", 1+i%2, wish))
					if refused {
						require.NoError(t, w.Deliver(servertest.RefuseRecipient(bob)))
						require.NoError(t, w.Deliver(sender{}))
					} else {
						w.Bring(w.report(w.handed(bob), dsn{}))
					}
				}
				require.Equal(t, c.suspended, w.suspended(bobID))
				require.False(t, w.suspended(adaID))
			})
		}
	}
}

// A suspension stops the clocks for thirty days, and not for ever: a player can
// forge the reports on their own messages.
func TestASuspensionStopsNoGameForEver(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	require.NoError(t, w.Deliver(sender{}))
	w.Proven(ada, "#1 a1")
	for range 3 {
		w.Bring(w.report(w.sayTo(bob), dsn{}))
		w.Pass(25 * time.Hour)
	}
	require.True(t, w.suspended(bobID))
	w.Pass(24 * 24 * time.Hour)
	require.False(t, w.Game(1).Over(), "the clocks stand still")
	w.Pass(24 * 24 * time.Hour)
	require.Equal(t, db.BlackWon, w.Game(1).Result, "Bob's time is over")
}

// What does nothing, however often it comes over the days.
func TestReportsThatDoNothing(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	changeTag := func(o db.Outgoing, f func(message int64, secret string) string) string {
		local, domain, _ := strings.Cut(o.Sender, "@")
		robot, tag, _ := strings.Cut(local, "+b.")
		_, secret, _ := strings.Cut(tag, ".")
		return robot + "+b." + f(o.ID, secret) + "@" + domain
	}
	for _, c := range []struct {
		name   string
		report func(w *world, o, once db.Outgoing) []byte
		remark string
	}{
		{"a bad signature", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: changeTag(o, func(n int64, s string) string { return fmt.Sprintf("%d.%s", n, strings.Repeat("a", len(s))) })})
		}, "a forged report: its tag is not ours"},
		{"the signature of another letter", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: changeTag(o, func(n int64, s string) string { return fmt.Sprintf("%d.%s", n-1, s) })})
		}, "a forged report: its tag is not ours"},
		{"a signature cut short", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: changeTag(o, func(n int64, s string) string { return fmt.Sprintf("%d.%s", n, s[:19]) })})
		}, "a forged report: its tag is not ours"},
		{"the tag of another letter", func(w *world, o, once db.Outgoing) []byte {
			return w.report(o, dsn{to: once.Sender})
		}, "a forged report: the tag is another message's"},
		{"no tag, and the letter's id", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: serverAddress})
		}, "a report without the tag of the message's return path"},
		{"no tag and no letter", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: serverAddress, id: "1.2.aaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbb@turnpost.example"})
		}, "a report on no message of ours"},
		{"a ticket for a tag", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{to: servertest.ReadMessage(w.T, servertest.Whole(w.T, o.Raw)).Get("Reply-To")})
		}, "a report without the tag of the message's return path"},
		{"delayed", func(w *world, o, _ db.Outgoing) []byte { return w.report(o, dsn{action: "delayed", status: "4.4.1"}) }, "delayed 4.4.1"},
		{"given up by a server", func(w *world, o, _ db.Outgoing) []byte { return w.report(o, dsn{status: "4.4.7"}) }, "failed 4.4.7"},
		{"delivered", func(w *world, o, _ db.Outgoing) []byte { return w.report(o, dsn{action: "delivered", status: "2.0.0"}) }, "delivered 2.0.0"},
		{"no report", func(w *world, o, _ db.Outgoing) []byte {
			return w.Raw(post{From: bob, To: o.Sender, Body: "#1 resign", Proven: true})
		}, "to the return path of a message, and no report"},
		{"out of office", func(w *world, o, _ db.Outgoing) []byte {
			return w.Raw(post{From: "bob@forwarded.example", To: o.Sender, Body: "away", Header: []string{"Auto-Submitted: auto-replied"}})
		}, "automatic: Auto-Submitted: auto-replied"},
		{"commands in the report", func(w *world, o, _ db.Outgoing) []byte {
			return w.report(o, dsn{action: "delayed", status: "4.4.1", from: bob, text: "#1 resign\na2\nstop"})
		}, "delayed 4.4.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := begun(t, "rooya")
			w.Reply(ada, "a1")
			once := w.handed(bob)
			for range 5 {
				w.after(20 * time.Hour)
				o := w.sayTo(bob)
				require.Empty(t, w.Bring(c.report(w, o, once)), "a report is never answered")
				_, remark := w.Settled(w.lastIn())
				require.Contains(t, remark, c.remark)
			}
			require.Zero(t, w.counted(bobID))
			require.False(t, w.suspended(bobID))
			require.False(t, w.suspended(adaID))
			require.Equal(t, []string{"a1"}, w.Plies(1))
			require.False(t, w.Game(1).Over())
		})
	}
}

// One letter counts once, however often its report comes, and also after its
// reader has written.
func TestReportsThatComeAgain(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	o := w.sayTo(bob)
	for range 5 {
		w.Bring(w.report(o, dsn{}))
		require.Equal(t, 1, w.counted(bobID))
		w.after(20 * time.Hour)
	}
	_, remark := w.Settled(w.lastIn())
	require.Contains(t, remark, "known already")
	w.Proven(bob, "games")
	require.Zero(t, w.counted(bobID))
	w.Bring(w.report(o, dsn{}))
	require.Zero(t, w.counted(bobID))
}

// Messages that went out before a new key was made count as before.
func TestBouncesAfterANewKey(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	o := w.sayTo(bob)
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() }))
	w.Bring(w.report(o, dsn{}))
	require.Equal(t, 1, w.counted(bobID))
	w.after(2 * time.Hour)
	other := w.sayTo(bob)
	w.Bring(w.report(other, dsn{}))
	require.Equal(t, 2, w.counted(bobID))
}

// An invitation ends with the first report that its message is lost, hard or
// not, and its maker is told; not with one that it is late.
func TestAnInvitationThatComesBack(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for status, hard := range map[string]int{"5.1.1": 1, "4.4.7": 0} {
		w := newWorld(t)
		w.Proven(ada, "challenge bob@example.org rooya")
		o := w.handed(bob)
		require.Empty(t, w.Bring(w.report(o, dsn{action: "delayed", status: "4.4.1"})))
		require.Equal(t, db.InvitationOpen, w.invitation(1).State)
		told := w.Bring(w.report(o, dsn{status: status}))
		require.Len(t, told, 1)
		require.Contains(t, told[0].Text, "Your invitation could not be delivered, Ada")
		require.Equal(t, db.InvitationExpired, w.invitation(1).State)
		require.Equal(t, hard, w.counted(bobID))
		require.Empty(t, w.Bring(w.report(o, dsn{status: status})), "once")
	}
}

// That a server takes a message says nothing: it may return it later.
func TestMailThatIsTakenLiftsNothing(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	for range 3 {
		w.Bring(w.report(w.sayTo(bob), dsn{}))
		w.after(30 * time.Hour)
	}
	require.True(t, w.suspended(bobID))
	before := len(w.Boxes[bob])
	require.Empty(t, w.Send(post{From: "eve@evil.example", Body: "a2", Answers: w.Last(bob)}), "a letter from elsewhere is none from there")
	// Anybody can write that address. The answer lets its owner prove it.
	w.Send(post{From: bob, Body: "games"})
	require.Len(t, w.Boxes[bob], before+1)
	require.NoError(t, w.Deliver(sender{}))
	require.True(t, w.suspended(bobID))
	w.Reply(bob, "games")
	require.False(t, w.suspended(bobID))
	require.Contains(t, w.Last(bob).Text, "Messages to you are sent again")
}

// Messages that are queued when the address is suspended are not sent.
func TestQueuedMessagesAreWithheld(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	for range 2 {
		w.Bring(w.report(w.sayTo(bob), dsn{}))
		w.after(30 * time.Hour)
	}
	o := w.sayTo(bob)
	w.after(2 * time.Hour)
	w.Proven(ada, "#1 say And this?")
	require.NotEmpty(t, w.Outgoing(db.OutgoingQueued))
	w.Bring(w.report(o, dsn{}))
	require.True(t, w.suspended(bobID))
	refused := w.Outgoing(db.OutgoingRefused)
	require.Len(t, refused, 1)
	require.Equal(t, "not sent: the address is suspended", refused[0].Remark)
	for _, o := range w.Outgoing(db.OutgoingQueued) {
		require.Equal(t, ada, o.Recipient)
	}
}

// plainWorld has a robot without plus-addresses.
func plainWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	k, err := handler.New(handler.ServerIdentity{Name: "Turnpost", Address: serverAddress, AuthservID: "turnpost.example"}, w.DB, all.Games(), servertest.Words(t), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	w.Use(k, slog.New(slog.DiscardHandler))
	return w
}

// Without plus-addresses a report proves itself by the message's Message-ID, with
// its token and all.
func TestBouncesWithoutPlusAddresses(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := plainWorld(t)
	w.Begin("rooya")
	o := w.sayTo(bob)
	require.Equal(t, serverAddress, o.Sender)
	for _, forged := range []string{
		strings.Replace(o.MessageID, ".", ".9", 1),
		o.MessageID[:len(o.MessageID)-len("x@turnpost.example")] + "@turnpost.example",
		"anything@turnpost.example", "1@client.example",
	} {
		require.Empty(t, w.Bring(w.report(o, dsn{id: forged})))
		require.Zero(t, w.counted(bobID), forged)
	}
	w.Bring(w.report(o, dsn{}))
	require.Equal(t, 1, w.counted(bobID))
	// An id is known to whoever holds the database; its token has to be ours too.
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.EnqueueAs(db.Outgoing{Player: bobID, Kind: "turn", MessageID: "1.0.aaaaaaaaaaaaaaaaaaaa.x@turnpost.example", Sender: serverAddress, Recipient: bob, Raw: o.Raw}, db.ClassGame)
		return err
	}))
	w.Bring(w.report(o, dsn{id: "1.0.aaaaaaaaaaaaaaaaaaaa.x@turnpost.example"}))
	require.Equal(t, 1, w.counted(bobID))
}

// strict is a smarthost that lets the server send under its own address alone.
type strict struct{ class error }

func (s strict) Send(_ context.Context, e mail.Envelope) error {
	if e.From != serverAddress {
		return fmt.Errorf("%w: 5.7.60 you cannot send as this sender", s.class)
	}
	return nil
}
func (strict) Close() error { return nil }

// A smarthost that refuses the tag gets messages without, and nobody's address
// is blamed.
func TestASmarthostThatRefusesTheTag(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, class := range []error{mail.ErrRefused, mail.ErrSender} {
		w := begun(t, "rooya")
		require.NoError(t, w.Deliver(strict{class}))
		require.Empty(t, w.Outgoing(db.OutgoingRefused))
		require.Zero(t, w.counted(adaID)+w.counted(bobID))
		w.Proven(ada, "#1 say Hello")
		require.NoError(t, w.Deliver(strict{class}))
		sent := w.Outgoing(db.OutgoingSent)
		for _, o := range sent {
			require.Equal(t, serverAddress, o.Sender, "as it was sent")
		}
		w.Bring(w.report(sent[len(sent)-1], dsn{}))
		require.Equal(t, 1, w.counted(adaID)+w.counted(bobID), "its bounces are known all the same")
	}
}

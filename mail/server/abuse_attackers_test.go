package server_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/handler"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// mallory plays one game, and means ill.
const mallory = "mallory@evil.example"

// attackers do all at once what the tests of abuse do one by one.
type attackers struct {
	*week
	strangers, mails int
	friends          map[string]time.Time // who was invited in good faith, and when
	tapped           int
}

func (a *attackers) send(raw []byte) {
	a.mails++
	a.Keep(raw)
}

func (a *attackers) mail(p post) { a.send(a.Raw(p)) }

// stranger forges a message of somebody who never wrote.
func (a *attackers) stranger() {
	n := a.strangers
	body := []string{"help", "hello", "games", "challenge " + member(n%a.players) + " turro", ""}[n%5]
	a.mail(post{From: fmt.Sprintf("stranger%d@victim%d.example", n, n%50), Body: body})
}

// tap sees a player's message before we do: some of them come first in another
// name, others once more.
func (a *attackers) tap(raw []byte) {
	a.tapped++
	switch a.tapped % 3 {
	case 0:
		from := bytes.Index(raw, []byte("\nFrom: ")) + 1
		end := from + bytes.Index(raw[from:], []byte("\r\n"))
		a.send(bytes.Replace(raw, raw[from:end], []byte("From: eve@evil.example"), 1))
	case 1:
		if n := len(a.raws); n > 0 {
			old := a.raws[a.chance.IntN(n)]
			a.send(append([]byte("Received: by mx.evil.example\r\n"), old...))
			a.send(bytes.Replace(old, []byte("Message-ID: <"), []byte("Message-ID: <again."), 1))
		}
	}
}

// attack is what each half-hour brings besides.
func (a *attackers) attack(step int) {
	const player = "Authentication-Results: turnpost.example; dmarc=pass header.from=example.org"
	n := a.chance.IntN(a.players)
	who, game := member(n), n+1
	switch step % 8 {
	case 0: // in players' names, without proof
		for _, body := range []string{"resign", "#%d resign", "#%d draw", "stop", "forget me", "name Eve", "vacation today to tomorrow", "block " + member((n+1)%a.players)} {
			if strings.Contains(body, "%") {
				body = fmt.Sprintf(body, game)
			}
			a.mail(post{From: who, Body: body})
		}
	case 1: // a proven mail to somebody else, handed on; and one of last month
		a.mail(post{From: who, To: member((n + 1) % a.players), Body: fmt.Sprintf("#%d resign", game), Header: []string{player}})
		a.mail(post{From: who, Body: "forget me", Header: []string{player, "Date: " + a.Now.Add(-30*24*time.Hour).Format(time.RFC1123Z)}})
	case 2: // large bodies, of strangers and of players
		costly := mailtest.CostlyMessages()
		for i, from := range []string{fmt.Sprintf("huge%d@evil.example", step), who} {
			a.mails++
			a.Keep(costly[(step+i)%len(costly)].Raw(from, servertest.ServerAddress, fmt.Sprintf("costly.%d.%d@evil.example", step, i)))
		}
	case 3: // reports on messages to players
		a.reports(who)
	case 4: // an owner's domain invites the world, and asks whether others' addresses are its own
		for i := range 10 {
			var body strings.Builder
			for j := range 10 {
				fmt.Fprintf(&body, "challenge guest%d.%d.%d@world.example turro\n", step, i, j)
			}
			a.mail(post{From: fmt.Sprintf("m%d@evil.example", i), Proven: true, Body: body.String()})
			a.mail(post{From: fmt.Sprintf("m%d@evil.example", i), Proven: true, Body: fmt.Sprintf("address guest%d.%d@own.example", step, i)})
			a.asked[fmt.Sprintf("m%d@evil.example", i)] = true
		}
		a.mail(post{From: mallory, Proven: true, Body: strings.Repeat("challenge "+who+" turro\n", 5)})
	case 5: // words without end
		for i := range 20 {
			a.mail(post{From: mallory, Proven: true, Body: fmt.Sprintf("#%d say line %d of %d", a.players+1, i, step)})
		}
	case 6: // one click, with what is nobody's
		a.clicks(who)
	case 7: // guessed keys
		for i := range 10 {
			key := sha256.Sum256(fmt.Append(nil, "guess", step, i))
			for _, t := range []auth.ReplyToken{auth.NewReplyToken(key[:], int64(n+1), auth.SeenGame{Game: int64(game), Ply: int64(len(a.wrote[int64(game)]))}, mail.AskedQuestion{}), auth.NewReplyToken(key[:], int64(n+1), auth.SeenGame{Ply: a.Now.Unix()}, mail.AskedQuestion{})} {
				a.mail(post{From: who, To: fmt.Sprintf("games+%s@turnpost.example", t), Body: "resign"})
			}
		}
	}
}

// reports forges reports that a player's messages failed: to a guessed return path,
// to the server with the message's id; and mallory those on messages to mallory.
func (a *attackers) reports(who string) {
	box := a.host.boxes[who]
	key := sha256.Sum256([]byte("guess"))
	for i := range 5 {
		to := servertest.ServerAddress
		if i%2 == 0 {
			to = auth.ServerAddress{Address: servertest.ServerAddress, Plus: true}.ReturnPath(key[:], int64(i+1))
		}
		a.mails++
		a.send(failed(to, who, box[len(box)-1-i%len(box)].Get("Message-Id"), a.mails))
	}
	// To whom a message goes its return path is known.
	for _, o := range a.lately(db.OutgoingSent) {
		if o.Recipient == mallory && a.Now.Sub(o.SentAt) < 5*time.Hour {
			a.mails++
			a.send(failed(o.Sender, mallory, o.MessageID, a.mails))
		}
	}
}

// clicks are broken tokens at the page that ends messages.
func (a *attackers) clicks(who string) {
	key := sha256.Sum256([]byte("guess"))
	token := auth.NewUnsubscribeToken(key[:], 1).String()
	box := a.host.boxes[who]
	secret := strings.TrimPrefix(box[len(box)-1].Get("Reply-To"), "<")
	for _, broken := range []string{"", "1", token, token[1:], strings.ToUpper(token), "%31" + token, secret, strings.Repeat("a", 10_000)} {
		require.ErrorIs(a.t, a.Server.Unsubscribe(a.t.Context(), broken), handler.ErrToken)
	}
}

// failed is a report that a message failed for good.
func failed(to, recipient, id string, serial int) []byte {
	return []byte(strings.ReplaceAll(fmt.Sprintf(`Return-Path: <>
Delivered-To: %[1]s
From: MAILER-DAEMON@mx.evil.example
To: %[1]s
Subject: Undelivered Mail Returned to Sender
Message-ID: <report.%[2]d@mx.evil.example>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.evil.example

Final-Recipient: rfc822; %[3]s
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: %[4]s

--b--
`, to, serial, recipient, id), "\n", "\r\n"))
}

// lately are the last messages out that are in a state.
func (a *attackers) lately(state db.OutgoingState) (out []db.Outgoing) {
	require.NoError(a.t, a.DB.View(a.t.Context(), func(tx *db.Tx) (err error) { out, err = tx.ListOutgoing(state, 0, 100); return err }))
	return out
}

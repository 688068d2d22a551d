package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/race"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// greedy are players who use up what a club may send, each in a way of its own.
var greedy = []struct {
	name  string
	begin func(w *world)
	more  func(w *world, n int) // one message, or a few
}{
	{"300 times help", nil, func(w *world, _ int) { w.Keep(w.Raw(post{From: "help@greedy.example", Proven: true, Body: "help"})) }},
	{"300 times what is only shown or refused", nil, func(w *world, n int) {
		body := []string{"games", "rules turro", "standings", "xyzzy", "#99 board", "settings", "player nobody", "export"}[n%8]
		w.Keep(w.Raw(post{From: "looks@greedy.example", Proven: true, Body: fmt.Sprint(body, "\n#", n, " history")}))
	}},
	{"8 games with robots at once", func(w *world) {
		for n := range 8 {
			w.Proven("robots@greedy.example", "challenge robot "+[]string{"turro", "rooya", "roses"}[n%3]+" level 1 as black")
		}
	}, func(w *world, _ int) { playAll(w, "robots@greedy.example") }},
	{"two tags of one mailbox play each other", func(w *world) {
		for n := range 6 {
			w.Proven("both+1@greedy.example", "challenge both+2@greedy.example "+[]string{"turro", "rooya", "roses", "tourrosa"}[n%4]+" as black")
			w.Reply("both+2@greedy.example", "accept")
		}
	}, func(w *world, _ int) { playAll(w, "both+1@greedy.example"); playAll(w, "both+2@greedy.example") }},
}

// playAll plays a ply in each game in which it is a player's move, or begins another one.
func playAll(w *world, address string) {
	w.T.Helper()
	var body strings.Builder
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err != nil {
			return err
		}
		games, err := tx.GamesOf(p.ID, false, -1)
		for _, g := range games {
			rule, err := rules.Find(all.Games(), g.Rules)
			require.NoError(w.T, err)
			position, err := rule.ParsePosition(g.Position)
			require.NoError(w.T, err)
			if mine := g.Black == p.ID == (position.Turn() == rules.Black); mine {
				fmt.Fprintf(&body, "#%d %s\n", g.ID, position.Legal()[0])
			}
		}
		return err
	}))
	for line := range strings.Lines(body.String()) {
		w.Keep(w.Raw(post{From: address, Proven: true, Body: line}))
	}
}

// answerAll answers what waits.
func answerAll(w *world) {
	w.T.Helper()
	for worked := true; worked; {
		var err error
		worked, err = w.Server.AnswerNext(w.T.Context())
		require.NoError(w.T, err)
	}
}

// deliverAll sends what may be sent.
func deliverAll(w *world) {
	w.T.Helper()
	for worked := true; worked; {
		var err error
		worked, err = w.Server.DeliverNext(w.T.Context(), sender{})
		require.NoError(w.T, err)
	}
}

// TestAbuseShares: one mailbox that makes the club send all it may delays nobody else, is told
// once, and gets everything in the end.
func TestAbuseShares(t *testing.T) {
	t.Parallel()
	race.Long(t)
	for _, g := range greedy {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Handler.Limits = handler.DefaultLimits()
			w.Begin("rooya")
			if g.begin != nil {
				g.begin(w)
			}
			deliverAll(w)
			w.Now = w.Now.Add(25 * time.Hour)
			w.Server.Budget = server.Budget{Hour: 200, Day: 500}
			mails := 0
			for n := range 300 {
				g.more(w, n)
				answerAll(w)
				deliverAll(w)
				mails++
				if n%100 != 99 {
					continue
				}
				moved := len(w.Plies(1))
				mover, other := ada, bob
				if moved%2 == 1 {
					mover, other = bob, ada
				}
				w.Keep(w.Raw(post{From: mover, Proven: true, Body: fmt.Sprintf("#1 a%d", moved+1)}))
				w.Keep(w.Raw(post{From: other, Proven: true, Body: "rules"}))
				answerAll(w)
				deliverAll(w)
				require.Len(t, w.Plies(1), moved+1)
				for _, o := range w.Outgoing(db.OutgoingQueued) {
					require.NotContains(t, []string{ada, bob}, o.Recipient, "%s waits behind those to a greedy player", o.Kind)
				}
			}
			told, sent := 0, 0
			count := func() {
				told, sent = 0, 0
				for _, o := range w.Outgoing(db.OutgoingSent) {
					if o.Kind == db.KindShare {
						told++
						require.Contains(t, servertest.ReadStored(t, w.Whole(o)).Text, "everybody has the same share")
					}
					if strings.HasSuffix(o.Recipient, "greedy.example") {
						sent++
					}
				}
			}
			count()
			waiting := len(w.Outgoing(db.OutgoingQueued))
			t.Logf("abuse | %s (%d mails), 200 letters an hour and 500 a day | moves and answers between two others go out at once; the greedy one is told once | %d of theirs were sent at once, %d waited, told %d times", g.name, mails, sent, waiting, told)
			require.NotZero(t, waiting)
			require.Equal(t, 1, told)
			for range 14 * 24 {
				w.Now = w.Now.Add(time.Hour)
				deliverAll(w)
			}
			require.Empty(t, w.Outgoing(db.OutgoingQueued), "in the end everything arrives")
		})
	}
}

package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
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
	skiptest.Long(t)
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
			w.Server.Budget = server.SendingBudget{Hour: 200, Day: 500}
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

// flow is a club by what it is to send: nobody reads it.
type flow struct {
	*world
	players []int64
	queued  int
}

// newFlow is a club of so many mailboxes, each of which was sent something in the last week.
func newFlow(t *testing.T, mailboxes int) *flow {
	t.Helper()
	f := &flow{world: newWorld(t)}
	require.NoError(t, f.DB.Update(t.Context(), func(tx *db.Tx) error {
		for n := range mailboxes {
			p, err := tx.AddPlayer(member(n), member(n), member(n))
			if err != nil {
				return err
			}
			p.WroteAt = tx.Now
			f.players = append(f.players, p.ID)
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
		return nil
	}))
	for n := range mailboxes {
		f.queue(n, db.ClassGame, 1)
	}
	deliverAll(f.world)
	f.Now = f.Now.Add(3 * 24 * time.Hour)
	return f
}

// queue lets messages of a class wait for a member.
func (f *flow) queue(n int, class db.MessageClass, messages int) {
	f.T.Helper()
	require.NoError(f.T, f.DB.Update(f.T.Context(), func(tx *db.Tx) error {
		for range messages {
			f.queued++
			if _, err := tx.EnqueueAs(db.Outgoing{Player: f.players[n], Kind: "help", Recipient: member(n),
				MessageID: fmt.Sprint(f.queued, "@turnpost.example"), Raw: []byte("x")}, class); err != nil {
				return err
			}
		}
		return nil
	}))
}

// waits counts what waits for the members from one up to another.
func (f *flow) waits(from, to int) (waiting int) {
	for _, o := range f.Outgoing(db.OutgoingQueued) {
		if o.Recipient >= member(from) && o.Recipient < member(to) && o.Kind == "help" {
			waiting++
		}
	}
	return waiting
}

// TestAbuseSharesHold: however many messages some mailboxes make the club send before anybody
// else, each other mailbox gets what is kept for it at once, even if all of them want all of it. The
// greedy ones get the rest.
func TestAbuseSharesHold(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	inputs := 0
	for i, limits := range []server.SendingBudget{{Day: 500}, {Hour: 90}, {Minute: 30, Day: 300}} {
		for j, mailboxes := range []int{3, 6, 20} {
			for k, class := range []db.MessageClass{db.ClassGame, db.ClassAnswer, db.ClassDigest} {
				if (i+j+k)%3 != 0 { // each two of them together once
					continue
				}
				greedy := max(1, mailboxes/6)
				limit := limits.Day
				for _, less := range []int{limits.Hour, limits.Minute} {
					if less > 0 && (limit == 0 || less < limit) {
						limit = less
					}
				}
				room := map[db.MessageClass]int{db.ClassGame: limit, db.ClassAnswer: limit - limit/5, db.ClassDigest: (limit - limit/5) * 3 / 4}[class]
				share := room * 5 / 6 / max(4, mailboxes)
				if share < 5 {
					continue // nobody is over a share for so few
				}
				w := newFlow(t, mailboxes)
				w.Server.Budget = limits
				for n := range greedy {
					w.queue(n, class, limit)
				}
				deliverAll(w.world)
				sent := greedy*limit - len(w.Outgoing(db.OutgoingQueued))
				require.GreaterOrEqual(t, sent, room/6, "what is not kept is theirs")
				for one := range share {
					for n := greedy; n < mailboxes; n++ {
						w.queue(n, class, 1)
						inputs++
					}
					deliverAll(w.world)
					require.Zero(t, w.waits(greedy, mailboxes), "%+v, class %s, %d mailboxes: message %d of %d", limits, class, mailboxes, one+1, share)
				}
			}
		}
	}
	t.Logf("abuse | mailboxes that use up what they can, in three classes and by three limits, before the others (3 to 20) want all that is kept for them, message by message (%d) | none waits | none does", inputs)
}

// TestABusyClubIsNotHeldUp: where most mailboxes are idle, the others are sent more than their
// share while there is room.
func TestABusyClubIsNotHeldUp(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newFlow(t, 40)
	w.Server.Budget = server.SendingBudget{Day: 500}
	for range 14 { // of a share of 12
		for n := range 15 {
			w.queue(n, db.ClassGame, 1)
		}
		deliverAll(w.world)
		require.Zero(t, w.waits(0, 15))
		w.Now = w.Now.Add(time.Hour)
	}
}

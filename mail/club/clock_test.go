package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// A clock belongs to a side: its time, its owner's days, and the pace of the game. The games
// begin on a Friday some minutes after noon.
func TestClock(t *testing.T) {
	const hour, day = time.Hour, 24 * time.Hour
	// with begins a game at a pace, and plays a move in it every six hours.
	with := func(h *hall, pace string, moves ...string) {
		h.t.Helper()
		o := order(h.t, "rooya")
		var err error
		o.Pace, err = clock.ParsePace(pace)
		require.NoError(h.t, err)
		h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, o, "") })
		h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err })
		for _, m := range moves {
			h.later(6*hour - time.Minute)
			h.play(m)
		}
	}
	lives := func(zone string) func(h *hall) {
		return func(h *hall) { h.player(ada, func(p *db.Player) { p.Timezone = zone }) }
	}
	for _, c := range []struct {
		name       string
		given      func(h *hall)
		pace       string
		moves      []string
		side       rules.Side
		left, lost time.Duration // when the turn begins, and until the game is lost
		late       [2]int
	}{
		{name: "a first turn", pace: "3d+1d/7d", side: rules.Black, left: 3 * day, lost: 3*day + 12*hour},
		{name: "the grace is the operator's", given: func(h *hall) { h.club.Policy.Grace = 2 * hour }, pace: "3d+1d/7d", side: rules.Black, left: 3 * day, lost: 3*day + 2*hour},
		{name: "a turn gives more time", pace: "3d+1d/7d", moves: []string{"a1", "a2"}, side: rules.Black, left: 3*day + 18*hour, lost: 4*day + 6*hour},
		{name: "up to the most", pace: "3d+1d/3d", moves: []string{"a1", "a2"}, side: rules.Black, left: 3 * day, lost: 3*day + 12*hour},
		{name: "a turn in the grace is late", pace: "4h+1h/4h", moves: []string{"a1", "a2"}, side: rules.Black, left: hour, lost: 13 * hour, late: [2]int{1, 1}},
		{name: "weekdays alone", pace: "1d+1d/7d weekdays", side: rules.Black, left: day, lost: 3*day + 12*hour},
		// It is three minutes past midnight on Saturday there.
		{name: "weekdays where the player lives", given: lives("Pacific/Auckland"), pace: "1d+1d/7d weekdays", side: rules.Black, left: day, lost: 3*day + 12*hour - 3*time.Minute},
		{name: "not where the other lives", given: lives("Pacific/Auckland"), pace: "1d+1d/7d weekdays", moves: []string{"a1"}, side: rules.White, left: day, lost: 3*day + 12*hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHall(t)
			if c.given != nil {
				c.given(h)
			}
			with(h, c.pace, c.moves...)
			require.NoError(t, h.do(in(func(tx *club.Tx, g *club.Game) error {
				require.Equal(t, c.side, g.Turn())
				got, err := tx.Clock(g, c.side)
				require.NoError(t, err)
				require.Equal(t, h.now, got.TurnAt)
				require.Equal(t, c.left, got.Left)
				require.Equal(t, c.lost, got.Lost().Sub(h.now))
				require.Equal(t, got.Due(0).UTC(), g.Row.ClockDue, "the clockwork looks when something is due")
				require.Equal(t, c.late, [2]int{g.Black.Late, g.White.Late})
				return nil
			})))
			h.verify()
		})
	}
}

// The game of a bot that is to move is due at once, and a finished game never.
func TestClockDue(t *testing.T) {
	h := newHall(t)
	// due checks when the first game is due, counted from the beginning of the turn, and its
	// last reminder.
	due := func(want time.Duration, reminded int) {
		t.Helper()
		require.NoError(t, h.do(in(func(_ *club.Tx, game *club.Game) error {
			got := time.Duration(-1)
			if !game.Row.ClockDue.IsZero() {
				got = game.Row.ClockDue.Sub(game.Row.TurnAt)
			}
			require.Equal(t, [2]any{want, reminded}, [2]any{got, game.Row.Reminded})
			return nil
		})))
	}
	h.must(func(tx *club.Tx) error {
		_, err := club.ChallengeBot(tx, ada, 1, order(t, "rooya"))
		return err
	})
	due(36*time.Hour, 0)
	h.play("a1")
	due(0, db.BotsTurn)
	h.play("a2")
	due(48*time.Hour-30*time.Second, 0) // half of three days less a minute, and a day more
	h.resign(rules.Black)
	due(-1, 0)
	h.verify()
}

// The pace is 3d+1d/7d, and the grace half a day.
func TestLookAtClock(t *testing.T) {
	look := func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) }
	after := func(moves []string, d time.Duration) func(h *hall) {
		return func(h *hall) { h.begin("rooya", moves...); h.later(d) }
	}
	none, four := []string(nil), []string{"a1", "a2", "a3", "a4"}
	const hour, day = time.Hour, 24 * time.Hour
	// due checks when the game is due again, counted from the beginning of the turn.
	due := func(want time.Duration) func(h *hall) {
		return func(h *hall) {
			h.must(in(func(_ *club.Tx, g *club.Game) error {
				require.Equal(h.t, want, g.Row.ClockDue.Sub(g.Row.TurnAt))
				return nil
			}))
		}
	}
	run(t, []check{
		{name: "too early", given: after(none, hour), do: look, then: due(36 * hour)},
		{name: "half", given: after(none, 36*hour), do: look, events: []string{"ClockMarkReached black 1"}, then: due(48 * hour)},
		{name: "a day left", given: after(none, 49*hour), do: look, events: []string{"ClockMarkReached black 2"}, then: due(72 * hour)},
		{name: "run out", given: after(none, 3*day), do: look, events: []string{"ClockMarkReached black 3"}, then: due(84 * hour)},
		{name: "lost", given: after(none, 4*day), do: look, events: []string{"GameEnded white time", "GameNotRated short"}},
		{name: "lost, and rated", given: after(four, 7*day), do: look, events: []string{"GameEnded white time", "GameRated 1338 1662"}},
		{
			name: "lost, with an offer and lines", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(lines(rules.Black, "a2 then a3"))
				h.must(offer(db.OfferDraw, rules.Black))
				h.later(5 * day)
			}, do: look, events: []string{"GameEnded black time", "GameNotRated short", "ConditionalsDropped black over if a2 then a3"},
		},
		{name: "on vacation", given: func(h *hall) { h.begin("rooya"); h.must(plan(1, 20)); h.later(10 * day) }, do: look},
		{name: "suspended", given: func(h *hall) {
			h.begin("rooya")
			h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, false) })
			h.later(20 * day)
		}, do: look},
		{name: "suspended, for more than thirty days", given: func(h *hall) {
			h.begin("rooya")
			h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, false) })
			h.later(35 * day)
		}, do: look, events: []string{"GameEnded white time", "GameNotRated short"}},
		{name: "over", given: func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }, do: look},
		{name: "put off", given: after(none, 3*day), do: func(tx *club.Tx) error { return club.PutOffClock(tx, game, tx.Now().Add(hour)) }, then: due(73 * hour)},
		{name: "no such game", do: look, refused: "not found"},
	})
}

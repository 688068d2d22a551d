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

// plan plans a vacation of Ada's, in days from today.
func plan(first, last int) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		today := clock.DateOf(tx.Now())
		return club.PlanVacation(tx, ada, today.Add(first), today.Add(last))
	}
}

func drop(tx *club.Tx) error { return club.DropVacations(tx, ada) }

func TestVacations(t *testing.T) {
	given := func(spans ...int) func(h *hall) {
		return func(h *hall) {
			for i := 0; i < len(spans); i += 2 {
				h.must(plan(spans[i], spans[i+1]))
			}
		}
	}
	run(t, []check{
		{
			name: "from today", given: func(h *hall) { h.begin("rooya") }, do: plan(0, 6), events: []string{"VacationsChanged Ada set 0 0 1"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					pauses, err := tx.Pauses(g)
					require.Len(h.t, pauses, 1)
					require.Equal(h.t, begin.Add(2*time.Minute), pauses[0].From, "the clocks ran this morning")
					require.NoError(h.t, err)
					left, err := tx.VacationLeft(g.Black, 2026)
					require.Equal(h.t, 23, left)
					return err
				}))
			},
		},
		{name: "another", given: given(1, 2), do: plan(5, 6), events: []string{"VacationsChanged Ada set 0 1 2"}},
		{name: "over the turn of the year", do: plan(190, 219), events: []string{"VacationsChanged Ada set 0 0 1"}},
		{name: "two years' in a row", given: given(166, 195), do: plan(196, 210), refused: "vacation-span"},
		{name: "two years', months apart", given: given(60, 89), do: plan(280, 309), events: []string{"VacationsChanged Ada set 0 1 2"}},
		{name: "the end before the beginning", do: plan(3, 2), refused: "vacation-order"},
		{name: "yesterday", do: plan(-1, 2), refused: "vacation-past"},
		{name: "in two years", do: plan(700, 701), refused: "vacation-far"},
		{name: "a day of another one", given: given(1, 3), do: plan(3, 5), refused: "vacation-overlap"},
		{name: "a fourth one", given: given(1, 1, 3, 3, 5, 5), do: plan(7, 7), refused: "vacation-most"},
		{name: "more than a year has", given: given(1, 20), do: plan(30, 45), refused: "vacation-days"},
		{name: "none, to come", given: given(1, 3, 5, 6), do: drop, events: []string{"VacationsChanged Ada 2 2 0"}},
		{name: "none, under way", given: func(h *hall) { given(0, 3, 5, 6)(h); h.begin("rooya"); h.later(time.Hour) }, do: drop, events: []string{"VacationsChanged Ada ended 1 2 0"}},
		{name: "none, of none", do: drop, refused: "vacation-none"},
		{name: "none, of one that is over", given: func(h *hall) { given(0, 0)(h); h.later(48 * time.Hour) }, do: drop, refused: "vacation-none"},
	})
}

func TestOfferVacation(t *testing.T) {
	offer := func(tx *club.Tx) error { _, err := club.OfferVacation(tx, ada); return err }
	playing := func(h *hall) { h.begin("rooya") }
	run(t, []check{
		{name: "to a player", given: playing, do: offer, events: []string{"VacationOffered Ada 1"}},
		{name: "once ever", given: func(h *hall) { playing(h); h.must(offer) }, do: offer},
		{name: "to a player without a game", do: offer},
		{name: "to a player who is on one", given: func(h *hall) { playing(h); h.must(plan(0, 2)); h.later(time.Hour) }, do: offer},
		{name: "to a person who never wrote", given: func(h *hall) { playing(h); h.player(ada, func(p *db.Player) { p.WroteAt = time.Time{} }) }, do: offer},
		{name: "to a player who wants no messages", given: func(h *hall) { playing(h); h.player(ada, func(p *db.Player) { p.StoppedAt = h.now }) }, do: offer},
	})
}

// A vacation of today and tomorrow ends a day and a half after the game has begun; the default
// pace sends no reminder before three days.
func TestVacationOver(t *testing.T) {
	// away gives Ada so many games, against Bob and Cleo in turn, and a vacation, and moves the
	// time to when the first game's clock is due.
	away := func(games, first, days int, more ...func(tx *club.Tx) error) func(h *hall) {
		return func(h *hall) {
			for i := range games {
				other := []int64{bob, cleo}[i%2]
				h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, other, order(h.t, "rooya"), "") })
				h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, other, int64(i+1)); return err })
			}
			h.must(plan(first, first+days-1))
			for _, do := range more {
				h.must(do)
			}
			h.due()
		}
	}
	look := func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) }
	turn := func(id int64, m rules.Move) func(tx *club.Tx) error {
		return at(id, func(tx *club.Tx, g *club.Game) error {
			_, err := club.CarryOut(tx, g, g.Turn(), club.GameRequest{Plies: []rules.Move{m}})
			return err
		})
	}
	// tables checks the games that the last VacationOver named.
	tables := func(want ...int64) func(h *hall) {
		return func(h *hall) {
			var got []int64
			for _, g := range h.heard[0].(club.VacationOver).Games {
				require.Equal(h.t, ada, g.Player(g.Turn()).ID)
				require.True(h.t, g.Row.ClockDue.After(h.now), "the clockwork looks again")
				got = append(got, g.Row.ID)
			}
			require.Equal(h.t, want, got)
			// Nobody is told twice.
			h.due()
			require.NoError(h.t, h.do(look))
			require.Equal(h.t, "ClockMarkReached black 1", tell(h.heard[0]))
		}
	}
	run(t, []check{
		{name: "one game", given: away(1, 0, 2), do: look, events: []string{"VacationOver Ada 1"}, then: tables(1)},
		{name: "three games at once", given: away(3, 0, 2), do: look, events: []string{"VacationOver Ada 3"}, then: tables(1, 2, 3)},
		{name: "the game that waits for the other is not among them", given: away(3, 0, 2, turn(2, "a1")), do: look, events: []string{"VacationOver Ada 2"}, then: tables(1, 3)},
		{name: "nor is one that is over", given: away(2, 0, 2, at(2, func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, rules.White) })), do: look, events: []string{"VacationOver Ada 1"}, then: tables(1)},
		{name: "it begins while the clock runs", given: away(1, 1, 1), do: look, events: []string{"VacationOver Ada 1"}, then: tables(1)},
		{name: "another follows at once", given: away(1, 0, 2, plan(2, 3)), do: look},
		{name: "the other's", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(plan(0, 1))
			h.due()
		}, do: look, events: []string{"ClockMarkReached white 1"}},
		{name: "the letters of the player come back, too", given: away(1, 0, 2, func(tx *club.Tx) error { return club.Suspend(tx, ada, false) }), do: look},
		{name: "it was dropped before", given: away(1, 0, 2, drop), do: look, events: []string{"ClockMarkReached black 1"}},
		{name: "nobody has looked for ten days", given: func(h *hall) { away(1, 0, 2)(h); h.later(10 * 24 * time.Hour) }, do: look, events: []string{"VacationOver Ada 1"}},
	})
}

// due moves the time to when the clock of the first game is due, if it ever is.
func (h *hall) due() {
	h.t.Helper()
	require.NoError(h.t, h.do(in(func(_ *club.Tx, g *club.Game) error {
		if !g.Row.ClockDue.IsZero() {
			h.now = g.Row.ClockDue
		}
		return nil
	})))
}

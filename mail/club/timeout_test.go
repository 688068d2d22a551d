package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
)

// The pace is 3d+1d/7d, and the grace half a day.
func TestLookAtClock(t *testing.T) {
	look := func(tx *club.Tx) error { return club.LookAtClock(tx, game) }
	after := func(moves []string, d time.Duration) func(h *hall) {
		return func(h *hall) { h.begin("rooya", moves...); h.later(d) }
	}
	none, two := []string(nil), []string{"a1", "a2"}
	const hour, day = time.Hour, 24 * time.Hour
	// due requires that the clockwork looks again at a moment, since the turn began.
	due := func(want time.Duration) func(h *hall) {
		return func(h *hall) {
			h.must(in(func(_ *club.Tx, t *club.Table) error {
				require.Equal(h.t, want, t.Game.ClockDue.Sub(t.Game.TurnAt))
				return nil
			}))
		}
	}
	run(t, []check{
		{name: "too early", given: after(none, hour), do: look, then: due(36 * hour)},
		{name: "half", given: after(none, 36*hour), do: look, events: []string{"Reminded black 1"}, then: due(48 * hour)},
		{name: "a day left", given: after(none, 49*hour), do: look, events: []string{"Reminded black 2"}, then: due(72 * hour)},
		{name: "run out", given: after(none, 3*day), do: look, events: []string{"Reminded black 3"}, then: due(84 * hour)},
		{name: "lost", given: after(none, 4*day), do: look, events: []string{"GameEnded white time"}},
		{name: "lost, and rated", given: after(two, 5*day), do: look, events: []string{"GameEnded white time", "Rated 1338 1662"}},
		{
			name: "lost, with an offer and lines", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(lines(rules.Black, "a2 then a3"))
				h.must(offer(club.OfferDraw, rules.Black))
				h.later(5 * day)
			}, do: look, events: []string{"GameEnded black time", "ConditionalsDropped black over if a2 then a3"},
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
		}, do: look, events: []string{"GameEnded white time"}},
		{name: "over", given: func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }, do: look},
		{name: "put off", given: after(none, 3*day), do: func(tx *club.Tx) error { return club.PutOff(tx, game, tx.Now().Add(hour)) }, then: due(73 * hour)},
		{name: "no such game", do: look, refused: "not found"},
	})
}

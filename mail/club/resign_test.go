package club_test

import (
	"testing"

	"turnpost/mail/club"
	"turnpost/rules"
)

func TestResign(t *testing.T) {
	resign := func(side rules.Side) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, t *club.Table) error { return club.Resign(tx, t, side) })
	}
	run(t, []check{
		{name: "at the start", given: func(h *hall) { h.begin("rooya") }, do: resign(rules.Black), events: []string{"GameEnded white resigned"}},
		{name: "in the other's turn", given: func(h *hall) { h.begin("rooya", "a1") }, do: resign(rules.Black), events: []string{"GameEnded white resigned"}},
		{name: "a rated game", given: func(h *hall) { h.begin("rooya", "a1", "a2") }, do: resign(rules.White), events: []string{"GameEnded black resigned", "Rated 1662 1338"}},
		{name: "an offer and lines end with it", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, "a2 then a3"))
			h.must(offer(club.OfferDraw, rules.Black))
		}, do: resign(rules.White), events: []string{"GameEnded black resigned", "ConditionalsDropped black over if a2 then a3"}},
		{
			name: "with a ply", given: func(h *hall) { h.begin("rooya", "a1") },
			do: in(func(tx *club.Tx, t *club.Table) error {
				_, err := club.Carry(tx, t, rules.White, club.Wishes{Plies: []rules.Move{"a2"}, Resign: true})
				return err
			}),
			events: []string{"PliesPlayed 2 2 white over", "GameEnded black resigned", "Rated 1662 1338"},
		},
		{name: "twice", given: func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }, do: resign(rules.White), refused: "over"},
	})
}

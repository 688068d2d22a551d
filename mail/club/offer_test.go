package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// offers begins a game with some plies, in which a side makes an offer.
func offers(what db.Offer, side rules.Side, moves ...string) func(h *hall) {
	return func(h *hall) {
		h.begin("rooya", moves...)
		h.must(offer(what, side))
	}
}

func offer(what db.Offer, side rules.Side) func(tx *club.Tx) error {
	return in(func(tx *club.Tx, g *club.Game) error {
		if what == db.OfferUndo {
			return clubtest.AskUndo(tx, g, side)
		}
		return clubtest.Draw(tx, g, side)
	})
}

func answer(side rules.Side, yes bool) func(tx *club.Tx) error {
	return in(func(tx *club.Tx, g *club.Game) error { return club.AnswerOffer(tx, g, side, yes, "") })
}

func TestOffers(t *testing.T) {
	over := func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) }
	run(t, []check{
		{name: "a draw", given: func(h *hall) { h.begin("rooya") }, do: offer(db.OfferDraw, rules.White), events: []string{"OfferMade draw white"}},
		{name: "to take back", given: func(h *hall) { h.begin("rooya", "a1") }, do: offer(db.OfferUndo, rules.Black), events: []string{"OfferMade undo black"}},
		{name: "nothing to take back", given: func(h *hall) { h.begin("rooya", "a1") }, do: offer(db.OfferUndo, rules.White), refused: "undo-nothing"},
		{name: "amid a turn", given: func(h *hall) { h.begin("turro", "f1-g2", "e5-e6") }, do: offer(db.OfferUndo, rules.White), refused: "undo-amid"},
		{name: "again", given: offers(db.OfferDraw, rules.White), do: offer(db.OfferDraw, rules.White), refused: "own-offer"},
		{name: "besides another of one's own", given: offers(db.OfferDraw, rules.Black, "a1"), do: offer(db.OfferUndo, rules.Black), refused: "own-offer"},
		{name: "before the answer", given: offers(db.OfferDraw, rules.White, "a1"), do: offer(db.OfferUndo, rules.Black), refused: "answer-first"},
		{name: "a draw in a game that is over", given: over, do: offer(db.OfferDraw, rules.Black), refused: "over"},
		{name: "to take back in a game that is over", given: over, do: offer(db.OfferUndo, rules.Black), refused: "resigned-theirs"},
		{name: "a draw to a draw", given: offers(db.OfferDraw, rules.White, "a1", "a2"), do: offer(db.OfferDraw, rules.Black), events: []string{"GameEnded draw agreed", "GameRated 1500 1500"}},
		{
			name: "a draw to a draw that the letter did not know", given: func(h *hall) { offers(db.OfferDraw, rules.White, "a1", "a2")(h) },
			do: in(func(tx *club.Tx, g *club.Game) error {
				out, err := club.CarryOut(tx, g, rules.Black, club.GameRequest{Draw: true, AsOf: club.SeenBoard{Game: game}})
				if err == nil && out.Draw != nil {
					return out.Draw
				}
				return err
			}), refused: "stale",
		},
	})
}

func TestAnswerOffer(t *testing.T) {
	run(t, []check{
		{name: "yes to a draw", given: offers(db.OfferDraw, rules.White, "a1", "a2"), do: answer(rules.Black, true), events: []string{"GameEnded draw agreed", "GameRated 1500 1500"}},
		{name: "yes to a draw before both have played", given: offers(db.OfferDraw, rules.White, "a1"), do: answer(rules.Black, true), events: []string{"GameEnded draw agreed", "GameNotRated unplayed"}},
		{name: "no to a draw", given: offers(db.OfferDraw, rules.White), do: answer(rules.Black, false), events: []string{"OfferDeclined draw black"}},
		{name: "no to taking back", given: offers(db.OfferUndo, rules.Black, "a1"), do: answer(rules.White, false), events: []string{"OfferDeclined undo white"}},
		{
			name: "yes to taking back one ply", given: offers(db.OfferUndo, rules.Black, "a1"), do: answer(rules.White, true), events: []string{"PliesTakenBack black 1"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, g *club.Game) error {
					require.Equal(h.t, [4]any{0, 1, db.NoOffer, rules.Black}, [4]any{g.Row.Plies, g.Row.Undone, g.Row.Offer, g.Turn()})
					return nil
				}))
			},
		},
		{name: "yes to taking back what was answered", given: offers(db.OfferUndo, rules.Black, "a1", "a2"), do: answer(rules.White, true), events: []string{"PliesTakenBack black 1"}},
		{
			name: "a conditional line goes with what it was for", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(lines(rules.Black, "a2 then a3"))
				h.must(offer(db.OfferUndo, rules.Black))
			}, do: answer(rules.White, true),
			events: []string{"PliesTakenBack black 1", "ConditionalsDropped black undone if a2 then a3"},
		},
		{name: "a draw ends the lines", given: func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, "a2 then a3"))
			h.must(offer(db.OfferDraw, rules.Black))
		}, do: answer(rules.White, true), events: []string{"GameEnded draw agreed", "GameNotRated unplayed", "ConditionalsDropped black over if a2 then a3"}},
		{name: "nothing was asked", given: func(h *hall) { h.begin("rooya") }, do: answer(rules.Black, true), refused: "nothing-asked"},
		{name: "yes to oneself", given: offers(db.OfferDraw, rules.White), do: answer(rules.White, true), refused: "own-offer"},
		{name: "no to oneself", given: offers(db.OfferDraw, rules.White), do: answer(rules.White, false), refused: "own-offer"},
		{
			name: "an answer from before one's own last ply", given: offers(db.OfferDraw, rules.White, "a1", "a2"),
			do: in(func(tx *club.Tx, g *club.Game) error {
				out, err := club.CarryOut(tx, g, rules.Black, club.GameRequest{Answer: club.AnswerYes, AsOf: club.SeenBoard{Game: game}})
				if err == nil && out.Answer != nil {
					return out.Answer
				}
				return err
			}), refused: "stale",
		},
	})
}

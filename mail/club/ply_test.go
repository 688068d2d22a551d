package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

func TestPlay(t *testing.T) {
	play := func(side rules.Side, moves ...rules.Move) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, t *club.Table) error { return clubtest.Play(tx, t, side, moves...) })
	}
	run(t, []check{
		{
			name: "a ply that ends the turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.Black, "a1"),
			events: []string{"PliesPlayed 1 1 black over"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, t *club.Table) error {
					plies, err := tx.DB.Plies(game)
					require.NoError(h.t, err)
					require.Zero(h.t, plies[0].Letter)
					require.Equal(h.t, rules.White, t.Turn())
					require.Equal(h.t, 1, t.Before)
					require.Equal(h.t, 1, t.Black.Turns)
					return nil
				}))
			},
		},
		{
			name: "the first of a turn of two", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6"),
			events: []string{"PliesPlayed 2 2 white"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, t *club.Table) error { require.True(h.t, t.AmidTurn(rules.White)); return nil }))
			},
		},
		{
			name: "a turn of two at once", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6", "f6-e6"),
			events: []string{"PliesPlayed 2 3 white over"},
		},
		{
			name: "the third time of a state", given: func(h *hall) { h.begin("turro", "d3-d4", "d5-c4", "d4-d3", "c4-d5", "d3-d4", "d5-c4", "d4-d3") },
			do:     play(rules.White, "c4-d5"),
			events: []string{"PliesPlayed 8 8 white over", "GameEnded draw repetition", "Rated 1500 1500"},
		},
		{
			name: "it declines a draw", given: func(h *hall) {
				h.begin("rooya")
				h.must(in(func(tx *club.Tx, t *club.Table) error { return clubtest.Draw(tx, t, rules.White) }))
			}, do: play(rules.Black, "a1"),
			events: []string{"OfferLapsed draw white black", "PliesPlayed 1 1 black over"},
		},
		{
			name: "the maker of a draw plays on", given: func(h *hall) {
				h.begin("rooya")
				h.must(in(func(tx *club.Tx, t *club.Table) error { return clubtest.Draw(tx, t, rules.Black) }))
			}, do: play(rules.Black, "a1"),
			events: []string{"PliesPlayed 1 1 black over"},
		},
		{
			name: "a question about another board lapses", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, t *club.Table) error { return clubtest.AskUndo(tx, t, rules.Black) }))
			}, do: play(rules.White, "a2"),
			events: []string{"OfferLapsed undo black white", "PliesPlayed 2 2 white over"},
		},
		{name: "the other's turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.White, "a1"), refused: "not-your-turn"},
		{name: "an illegal ply", given: func(h *hall) { h.begin("rooya", "a1") }, do: play(rules.White, "a1"), refused: "move"},
		{name: "an illegal ply behind a legal one", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: play(rules.White, "e5-e6", "a1-a2"), refused: "move"},
		{name: "more than a turn", given: func(h *hall) { h.begin("rooya") }, do: play(rules.Black, "a1", "a2"), refused: "turn-over"},
		{name: "a game that is over", given: func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) }, do: play(rules.White, "a2"), refused: "over"},
		{
			name: "an illegal ply with an answer", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, t *club.Table) error { return clubtest.Draw(tx, t, rules.Black) }))
			},
			do: in(func(tx *club.Tx, t *club.Table) error {
				_, err := club.Carry(tx, t, rules.White, club.Wishes{Plies: []rules.Move{"a1"}, Answer: club.AnswerNo})
				return err
			}), refused: "move",
		},
		{
			name: "an illegal ply with a draw that would agree", given: func(h *hall) {
				h.begin("rooya", "a1")
				h.must(in(func(tx *club.Tx, t *club.Table) error { return clubtest.Draw(tx, t, rules.Black) }))
			},
			do: in(func(tx *club.Tx, t *club.Table) error {
				_, err := club.Carry(tx, t, rules.White, club.Wishes{Plies: []rules.Move{"a1"}, Draw: true})
				return err
			}), refused: "move",
		},
		{name: "no such game", do: play(rules.Black, "a1"), refused: "not found"},
	})
}

// resign gives the first game up.
func (h *hall) resign(side rules.Side) {
	h.t.Helper()
	h.must(in(func(tx *club.Tx, t *club.Table) error { return club.Resign(tx, t, side) }))
}

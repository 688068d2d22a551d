package club_test

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/mail/club"
	"turnpost/rules"
)

// TestCarry: what a letter wants of one game is done in one order, and what is refused
// leaves the rest as it is.
func TestCarry(t *testing.T) {
	// carry requires, of what White wants, what is refused: nothing, or the codes.
	carry := func(w club.Wishes, refused string) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, t *club.Table) error {
			out, err := club.Carry(tx, t, rules.White, w)
			var codes []string
			note := func(what string, r *club.Refusal) {
				if r != nil {
					codes = append(codes, what+" "+r.Code)
				}
			}
			note("answer", out.Answer)
			note("draw", out.Draw)
			note("undo", out.Undo)
			for i, o := range out.Ifs {
				note(fmt.Sprint("if ", i), o.Refusal)
			}
			if err != nil {
				return err
			}
			return same(refused, strings.Join(codes, ", "))
		})
	}
	plies := func(moves ...rules.Move) []rules.Move { return moves }
	begun := func(h *hall) { h.begin("rooya", "a1") }
	asked := func(what string) func(h *hall) {
		return func(h *hall) { begun(h); h.must(offer(what, rules.Black)) }
	}
	played := "PliesPlayed 2 2 white over"
	run(t, []check{
		{name: "nothing", given: begun, do: carry(club.Wishes{}, "")},
		{name: "a ply", given: begun, do: carry(club.Wishes{Plies: plies("a2")}, ""), events: []string{played}},
		{name: "a ply and a draw", given: begun, do: carry(club.Wishes{Plies: plies("a2"), Draw: true}, ""), events: []string{played, "OfferMade draw white"}},
		{name: "a ply, and its end", given: begun, do: carry(club.Wishes{Plies: plies("a2"), Resign: true}, ""), events: []string{played, "GameEnded black resigned", "Rated 1662 1338"}},
		{name: "a ply and what follows", given: begun, do: carry(club.Wishes{Plies: plies("a2"), Ifs: []string{"a3 then a4", "a1 then a4"}}, "if 1 if-move"), events: []string{played}},
		{
			name: "a ply that is waited for", given: func(h *hall) { begun(h); h.must(lines(rules.Black, "a2 then a3")) }, do: carry(club.Wishes{Plies: plies("a2")}, ""),
			events: []string{played, "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"},
		},
		{name: "no to a draw, and a ply", given: asked(club.OfferDraw), do: carry(club.Wishes{Answer: club.AnswerNo, Plies: plies("a2")}, ""), events: []string{"OfferDeclined draw white", played}},
		{name: "yes to a draw", given: asked(club.OfferDraw), do: carry(club.Wishes{Answer: club.AnswerYes}, ""), events: []string{"GameEnded draw agreed"}},
		{name: "a ply, and agreed to a draw by it", given: asked(club.OfferDraw), do: carry(club.Wishes{Plies: plies("a2"), Draw: true}, ""), events: []string{played, "GameEnded draw agreed", "Rated 1500 1500"}},
		{name: "yes to nothing, and a ply", given: begun, do: carry(club.Wishes{Answer: club.AnswerYes, Plies: plies("a2")}, "answer nothing-asked"), events: []string{played}},
		{name: "to take back what is not there", given: begun, do: carry(club.Wishes{Undo: true, Resign: true}, "undo over"), events: []string{"GameEnded black resigned"}},
		{name: "yes to taking back, and a ply", given: asked(club.OfferUndo), do: carry(club.Wishes{Answer: club.AnswerYes, Plies: plies("a2")}, ""), refused: "not-your-turn"},
		{name: "yes to a draw, and a ply", given: asked(club.OfferDraw), do: carry(club.Wishes{Answer: club.AnswerYes, Plies: plies("a2")}, ""), refused: "over"},
		{name: "an illegal ply beside all else", given: asked(club.OfferDraw), do: carry(club.Wishes{Answer: club.AnswerNo, Plies: plies("a1"), Resign: true, Ifs: []string{"a3 then a4"}}, ""), refused: "move"},
		{name: "more than a turn", given: begun, do: carry(club.Wishes{Plies: plies("a2", "a3")}, ""), refused: "turn-over"},
	})
}

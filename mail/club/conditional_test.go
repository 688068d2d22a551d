package club_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// lines adds conditional lines of a side.
func lines(side rules.Side, text string) func(tx *club.Tx) error {
	return in(func(tx *club.Tx, g *club.Game) error { return clubtest.If(tx, g, side, text) })
}

// stand checks the stored lines of Black.
func stand(want ...string) func(h *hall) {
	return func(h *hall) {
		h.must(in(func(tx *club.Tx, g *club.Game) error {
			tree, err := tx.Conditionals(g, rules.Black)
			require.Equal(h.t, want, tree.Texts())
			return err
		}))
	}
}

func TestIf(t *testing.T) {
	after := func(texts ...string) func(h *hall) {
		return func(h *hall) {
			h.begin("rooya", "a1")
			for _, text := range texts {
				h.must(lines(rules.Black, text))
			}
		}
	}
	run(t, []check{
		{name: "a line", given: after(), do: lines(rules.Black, "A2 then a3"), then: stand("if a2 then a3")},
		{name: "two ways", given: after("a2 then a3, if a4 then a5"), do: lines(rules.Black, "a2 then a3, if b1 then b5; * then e1"),
			then: stand("if a2 then a3, if a4 then a5", "if a2 then a3, if b1 then b5", "if * then e1")},
		{name: "another answer", given: after("a2 then a3, if a4 then a5"), do: lines(rules.Black, "a2 then a4"), then: stand("if a2 then a4")},
		{name: "off", given: after("a2 then a3"), do: lines(rules.Black, "off"), then: stand()},
		{name: "off one", given: after("a2 then a3; a3 then a2"), do: lines(rules.Black, "off 1"), then: stand("if a3 then a2")},
		{name: "off one that is not there", given: after("a2 then a3"), do: lines(rules.Black, "off 2"), refused: "if-number"},
		{name: "in one's own turn", given: func(h *hall) { h.begin("rooya") }, do: lines(rules.Black, "a2 then a3"), refused: "if-later"},
		{name: "in a game that is over", given: func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) }, do: lines(rules.Black, "a2 then a3"), refused: "over"},
		{name: "no lines", given: after("a2 then a3"), do: lines(rules.Black, "a2 or a3"), refused: "usage"},
		{name: "an illegal turn of the opponent's", given: after("a2 then a3"), do: lines(rules.Black, "a1 then a3"), refused: "if-move"},
		{name: "an illegal answer beside a legal line", given: after("a2 then a3"), do: lines(rules.Black, "a4 then a5; a3 then a3"), refused: "if-move"},
		{name: "a form that is not one below *", given: after(), do: lines(rules.Black, "* then nonsense"), refused: "if-form"},
		{name: "half a turn", given: func(h *hall) { h.begin("turro", "f1-g2") }, do: lines(rules.Black, "e5-e6 then f2-e3"), refused: "if-short"},
		{name: "more than a turn", given: after(), do: lines(rules.Black, "a2 and a3 then a4"), refused: "if-long"},
		{name: "a line too long", given: after(), do: lines(rules.Black, "* then e1"+strings.Repeat(", if * then e1", 200)), refused: "if-size"},
		{name: "too many lines", given: after(), do: lines(rules.Black, many()), refused: "if-size"},
		{
			name: "an answer to an older message", given: func(h *hall) { after("a2 then a3")(h); h.play("b1", "b5") },
			do: in(func(tx *club.Tx, g *club.Game) error {
				out, err := club.CarryOut(tx, g, rules.Black, club.GameRequest{Ifs: []string{"a2 then a3"}, AsOf: club.SeenBoard{Game: game}})
				if err == nil && out.Ifs[0].Refusal != nil {
					return out.Ifs[0].Refusal
				}
				return err
			}), refused: "stale",
		},
	})
}

// many is more lines than a player may have.
func many() string {
	cells := strings.Fields("a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1 e2")
	var out []string
	for _, one := range cells {
		for _, two := range cells {
			out = append(out, "* then e5, if "+one+" then e4, if "+two+" then e3")
		}
	}
	return strings.Join(out, "; ")
}

func TestConditionalsAnswer(t *testing.T) {
	play := func(m rules.Move) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), m) })
	}
	with := func(black string) func(h *hall) {
		return func(h *hall) {
			h.begin("rooya", "a1")
			h.must(lines(rules.Black, black))
		}
	}
	run(t, []check{
		{
			name: "one answer", given: with("a2 then a3"), do: play("a2"),
			events: []string{"PliesPlayed 2 2 white over", "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"}, then: stand(),
		},
		{
			name: "what follows stands", given: with("a2 then a3, if a4 then a5"), do: play("a2"),
			events: []string{"PliesPlayed 2 2 white over", "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"}, then: stand("if a4 then a5"),
		},
		{
			name: "any turn", given: with("* then e5; a2 then a3"), do: play("b1"),
			events: []string{"PliesPlayed 2 2 white over", "PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3"},
		},
		{
			name: "left", given: with("a2 then a3"), do: play("b1"),
			events: []string{"PliesPlayed 2 2 white over", "ConditionalsDropped black left if a2 then a3"},
		},
		{
			name: "misfired", given: with("* then e5"), do: play("e5"),
			events: []string{"PliesPlayed 2 2 white over", "ConditionalMisfired black if-move if * then e5"}, then: stand(),
		},
		{
			name: "lines of both", given: with("a2 then a3, if a4 then a5"),
			do: in(func(tx *club.Tx, g *club.Game) error {
				_, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Plies: []rules.Move{"a2"}, Ifs: []string{"a3 then a4"}})
				return err
			}),
			events: []string{
				"PliesPlayed 2 2 white over", "PliesPlayed 3 3 black conditional over", "PliesPlayed 4 4 white conditional over",
				"PliesPlayed 5 5 black conditional over", "ConditionalsFired [3 4 5] 5",
			},
		},
		{
			name: "a draw that is offered lapses", given: with("a2 then a3"),
			do: in(func(tx *club.Tx, g *club.Game) error {
				_, err := club.CarryOut(tx, g, rules.White, club.GameRequest{Plies: []rules.Move{"a2"}, Draw: true})
				return err
			}),
			events: []string{
				"PliesPlayed 2 2 white over", "OfferMade draw white", "OfferLapsed draw white black conditional",
				"PliesPlayed 3 3 black conditional over", "ConditionalsFired [3] 3",
			},
		},
	})
}

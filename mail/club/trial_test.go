package club_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
)

func TestTrial(t *testing.T) {
	begun := func(name string, moves ...string) func(h *hall) {
		return func(h *hall) { h.begin(name, moves...) }
	}
	// answers is a message that replies to ours about the game after so many plies.
	answers := func(ply int) club.SeenBoard { return club.SeenBoard{Game: game, Ply: ply} }
	fresh := club.SeenBoard{}
	// try tries lines of a side (a number means one of the list), and checks the plies that
	// result.
	try := func(side rules.Side, as club.SeenBoard, want string, lines ...any) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error {
			before, trial := g.Record.Len(), g.Try(side, as)
			var err error
			for _, line := range lines {
				if n, ok := line.(int); ok {
					err = trial.PlayNumber(n, fmt.Sprint(n))
				} else {
					err = trial.PlayLine(line.(string))
				}
				if err != nil {
					return err
				}
			}
			tried := fmt.Sprint(trial.Plies())
			trial.Drop()
			// The table's record does not change.
			return same([3]any{want, before, 0}, [3]any{tried, g.Record.Len(), len(trial.Plies())})
		})
	}
	two := begun("turro", "f1-g2")
	run(t, []check{
		{name: "a ply", given: begun("rooya"), do: try(rules.Black, fresh, "[a1]", "A1")},
		{name: "a turn on one line", given: two, do: try(rules.White, fresh, "[e5-e6 f6-e6]", "e5-e6 f6-e6")},
		{name: "a turn on two lines", given: two, do: try(rules.White, fresh, "[e5-e6 f6-e6]", "e5-e6", "f6-e6")},
		{name: "more than a turn on one line", given: begun("rooya"), do: try(rules.Black, fresh, "", "a1 a2"), refused: "turn-over"},
		{name: "more than a turn on two lines", given: begun("rooya"), do: try(rules.Black, fresh, "", "a1", "a2"), refused: "turn-over"},
		{name: "a ply and words", given: begun("rooya"), do: try(rules.Black, fresh, "", "a1 hello"), refused: "mixed"},
		{name: "an illegal ply", given: begun("rooya", "a1"), do: try(rules.White, fresh, "", "a1"), refused: "move"},
		{name: "no ply", given: begun("rooya"), do: try(rules.Black, fresh, "", "hello"), refused: "move"},
		{name: "the other's turn", given: begun("rooya"), do: try(rules.White, fresh, "", "a1"), refused: "not-your-turn"},
		{name: "a game that is over", given: func(h *hall) { h.begin("rooya"); h.resign(rules.White) }, do: try(rules.Black, fresh, "", "a1"), refused: "over"},

		{name: "a number of the list", given: begun("rooya", "a1"), do: try(rules.White, answers(1), "[a2]", 1)},
		{name: "a number that is not on it", given: begun("rooya", "a1"), do: try(rules.White, answers(1), "", 999), refused: "number"},
		{name: "no number", given: begun("rooya", "a1"), do: try(rules.White, answers(1), "", 0), refused: "number"},
		{name: "a number behind a ply", given: two, do: try(rules.White, answers(1), "", "e5-e6", 1), refused: "number-first"},
		{name: "a number behind a turn", given: begun("rooya", "a1"), do: try(rules.White, answers(1), "", "a2", 1), refused: "turn-over"},
		{name: "a number without a list", given: begun("rooya", "a1"), do: try(rules.White, fresh, "", 1), refused: "number-needs-list"},
		{name: "a number in the other's turn", given: begun("rooya", "a1"), do: try(rules.Black, answers(1), "", 1), refused: "not-your-turn"},
		{name: "a number in a game that is over", given: func(h *hall) { h.begin("rooya", "a1"); h.resign(rules.White) }, do: try(rules.White, answers(1), "", 1), refused: "over"},

		{name: "in answer to an older message", given: begun("rooya", "a1", "a2"), do: try(rules.Black, answers(0), "", "a3"), refused: "stale"},
		{name: "a number of an older message", given: begun("rooya", "a1", "a2"), do: try(rules.Black, answers(0), "", 1), refused: "stale"},
		{name: "what is played already", given: begun("rooya", "a1", "a2"), do: try(rules.Black, answers(0), "", "a1"), refused: "already"},
		{name: "in answer to a letter of another game", given: begun("rooya", "a1", "a2"), do: try(rules.Black, club.SeenBoard{Game: 7}, "[a3]", "a3")},
		{name: "in answer to a list of before the turn", given: begun("rooya", "a1"), do: try(rules.White, club.SeenBoard{Moment: begin}, "", "a2"), refused: "stale-list"},
		{name: "in answer to a list of since then", given: begun("rooya", "a1"), do: try(rules.White, club.SeenBoard{Moment: begin.Add(time.Hour)}, "[a2]", "a2")},
	})
}

// The plies of an invitation's receiver are tried before the game begins.
func TestTryStart(t *testing.T) {
	trial := club.TryStart(order(t, "rooya").Game, game, "en")
	require.NoError(t, trial.PlayLine("a1"))
	require.Equal(t, []rules.Move{"a1"}, trial.Plies())
	require.Equal(t, rules.White, trial.Turn())
	refusal, err := club.Refused(trial.PlayLine("a2"))
	require.NoError(t, err)
	require.Equal(t, "turn-over", refusal.Code)
}

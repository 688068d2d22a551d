package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
)

func TestChallengeRobot(t *testing.T) {
	challenge := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			_, err := club.ChallengeRobot(tx, player, 1, order(t, "rooya"))
			return err
		}
	}
	// most has so many games with robots allowed, of which Ada has as many.
	most := func(allowed, has int) func(h *hall) {
		return func(h *hall) {
			h.club.Policy.RobotGames = allowed
			for range has {
				h.must(challenge(ada))
			}
		}
	}
	began := []string{"GameBegan Ada robot 1"}
	run(t, []check{
		{name: "the first", given: most(2, 0), do: challenge(ada), events: began, then: func(h *hall) {
			h.must(in(func(tx *club.Tx, t *club.Table) error {
				side, level := t.Robot()
				require.Equal(h.t, rules.White, side)
				require.Equal(h.t, 1, level)
				return nil
			}))
		}},
		{name: "the last that may be", given: most(2, 1), do: challenge(ada), events: began},
		{name: "one more", given: most(2, 2), do: challenge(ada), refused: "robots-enough"},
		{name: "one more of another's", given: most(2, 2), do: challenge(bob), events: []string{"GameBegan Bob robot 1"}},
		{name: "when one is over", given: func(h *hall) { most(2, 2)(h); h.resign(rules.Black) }, do: challenge(ada), events: began},
		{name: "games with people do not count", given: func(h *hall) { h.begin("rooya"); most(1, 0)(h) }, do: challenge(ada), events: began},
		{name: "where there are no robots", given: most(0, 0), do: challenge(ada), refused: "no-robots"},
	})
}

package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/engine"
)

func TestChallengeRobot(t *testing.T) {
	challenge := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			_, err := club.ChallengeBot(tx, player, 1, order(t, "rooya"))
			return err
		}
	}
	// most allows so many games with bots, and gives Ada the second number of them.
	most := func(allowed, has int) func(h *hall) {
		return func(h *hall) {
			h.club.Policy.BotGames = allowed
			for range has {
				h.must(challenge(ada))
			}
		}
	}
	began := []string{"GameBegan Ada robot 1"}
	master := func(tx *club.Tx) error {
		_, err := club.ChallengeBot(tx, ada, int(engine.Master), order(t, "rooya"))
		return err
	}
	masters := func(has int) func(h *hall) {
		return func(h *hall) {
			for range has {
				h.must(master)
			}
		}
	}
	run(t, []check{
		{name: "the first", given: most(2, 0), do: challenge(ada), events: began, then: func(h *hall) {
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				side, level := g.Bot()
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
		{name: "Master's last", given: masters(1), do: master, events: []string{"GameBegan Ada robot 9"}},
		{name: "one more of Master's", given: masters(2), do: master, refused: "masters-enough"},
		{name: "another beside Master's", given: masters(2), do: challenge(ada), events: began},
	})
}

// Games with bots are not counted as invitations, neither for a player nor for a domain, and
// have limits of their own. A program has one limit for both.
func TestRobotsOfADay(t *testing.T) {
	challenge := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			_, err := club.ChallengeBot(tx, player, 1, order(t, "rooya"))
			return err
		}
	}
	invite := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, player, bob, order(t, "turro"), "") }
	}
	// limits sets the limits of invitations (player and domain), games with bots, and
	// challenges of a program; Ada begins three games with bots.
	limits := func(invitations, robots, program int) func(h *hall) {
		return func(h *hall) {
			p := &h.club.Policy
			p.Challenges, p.ChallengesOfDomain, p.BotGamesADay, p.ProgramChallenges = invitations, invitations, robots, program
			for range 3 {
				h.must(challenge(ada))
			}
		}
	}
	// crowd is a domain for which Ada has begun as many games as all together may. Each address
	// of a shared domain counts by itself.
	crowd := func(shared ...string) func(h *hall) {
		return func(h *hall) {
			h.club.Policy.Shared = shared
			limits(1, 3, 1)(h)
			h.club.Policy.BotGamesADay = 1
		}
	}
	invited := func(robots int) func(h *hall) { return func(h *hall) { limits(1, robots, 1)(h); h.must(invite(ada)) } }
	program := func(h *hall) {
		h.must(func(tx *club.Tx) error { return club.SetProgram(tx, ada, true, true) })
	}
	began := []string{"GameBegan Ada robot 1"}
	run(t, []check{
		{name: "the last of the day", given: limits(1, 4, 1), do: challenge(ada), events: began},
		{name: "one more", given: limits(1, 3, 1), do: challenge(ada), refused: "robots-today"},
		{name: "one more a day later", given: func(h *hall) { limits(1, 3, 1)(h); h.later(25 * time.Hour) }, do: challenge(ada), events: began},
		{name: "another's", given: limits(1, 3, 1), do: challenge(cleo), events: []string{"GameBegan Cleo robot 1"}},
		{name: "another's of a domain that has three times as many", given: crowd(), do: challenge(cleo), refused: "robots-domain"},
		{name: "another's there a day later", given: func(h *hall) { crowd()(h); h.later(25 * time.Hour) }, do: challenge(cleo), events: []string{"GameBegan Cleo robot 1"}},
		{name: "another's of a domain that gives addresses to anybody", given: crowd("example.org"), do: challenge(cleo), events: []string{"GameBegan Cleo robot 1"}},
		{name: "an invitation after robots", given: limits(1, 3, 1), do: invite(ada), events: []string{"Invited Ada Bob Turro #4: Ada - Bob"}},
		{name: "an invitation by another of the domain", given: limits(1, 3, 1), do: invite(cleo), events: []string{"Invited Cleo Bob Turro #4: Cleo - Bob"}},
		{name: "a robot after invitations", given: invited(4), do: challenge(ada), events: began},
		{name: "a program", given: func(h *hall) { limits(9, 9, 4)(h); program(h) }, do: challenge(ada), events: began},
		{name: "a program that has as many", given: func(h *hall) { limits(9, 9, 3)(h); program(h) }, do: challenge(ada), refused: "challenges-today"},
		{name: "a program that invites after robots", given: func(h *hall) { limits(3, 9, 9)(h); program(h) }, do: invite(ada), refused: "challenges-today"},
		{name: "a program after invitations", given: func(h *hall) { limits(9, 9, 4)(h); h.must(invite(ada)); program(h) }, do: challenge(ada), refused: "challenges-today"},
	})
}

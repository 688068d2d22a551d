package club_test

import (
	"testing"
	"time"

	"turnpost/mail/club"
)

// comes lets somebody else write for the first time, whose number is 4, 5 and so on.
func (h *hall) comes(address string) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		p, _, err := club.PlayerAt(tx, address, address, "", "")
		if err != nil {
			return err
		}
		p.WroteAt = tx.Now()
		return tx.DB.SavePlayer(p)
	})
}

// Whoever is asked for a game has peace from those who were declined, or ask again and
// again, and from too many strangers in a day. Ada, Bob and Cleo share a domain.
func TestPeace(t *testing.T) {
	const fourth, day = int64(4), 24 * time.Hour
	invite := func(from, to int64, name string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, name), "") }
	}
	do := invite(ada, bob, "rooya")
	told := func(event string) []string { return []string{"Invited " + event} }
	end := func(h *hall, op func(tx *club.Tx, player, invitation int64) error, player, invitation int64) {
		h.t.Helper()
		h.must(func(tx *club.Tx) error { return op(tx, player, invitation) })
	}
	// declined has Bob decline what somebody asks.
	declined := func(from int64) func(h *hall) {
		return func(h *hall) { h.invited(from, bob); end(h, club.Decline, bob, 1) }
	}
	// played has Ada and Bob end a game.
	played := func(h *hall) {
		h.t.Helper()
		h.must(func(tx *club.Tx) error {
			_, err := club.Pair(tx, pairing(h, tx, ada, bob))
			return err
		})
	}
	// asked has Bob invited four times, the last two times by Ada, and takes the last back.
	asked := func(first int64) func(h *hall) {
		return func(h *hall) {
			for i, name := range []string{"turro", "roses", "tourrosa", "rooya"} {
				h.must(invite([]int64{first, first, ada, ada}[i], bob, name))
			}
			end(h, club.Withdraw, ada, 4)
		}
	}
	then := func(steps ...func(h *hall)) func(h *hall) {
		return func(h *hall) {
			for _, step := range steps {
				step(h)
			}
		}
	}
	later := func(d time.Duration) func(h *hall) { return func(h *hall) { h.later(d) } }
	back := func(h *hall) { h.invited(bob, ada) }
	comes := func(address string) func(h *hall) { return func(h *hall) { h.comes(address) } }
	shared := func(h *hall) { h.club.Policy.Shared = []string{"example.org"} }
	few := func(h *hall) { h.club.Policy.Strangers = 1 }
	run(t, []check{
		{name: "who declined", given: declined(ada), do: do, refused: "declined-lately"},
		{name: "who declined, after a game", given: then(played, func(h *hall) { h.invited(ada, bob); end(h, club.Decline, bob, 2) }), do: do, refused: "declined-lately"},
		{name: "who declined 89 days ago", given: then(declined(ada), later(89*day)), do: do, refused: "declined-lately"},
		{name: "who declined 90 days ago", given: then(declined(ada), later(90*day)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
		{name: "who declined and invites since", given: then(declined(ada), back), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "who had invited and declined since", given: then(back, func(h *hall) { h.invited(ada, bob); end(h, club.Decline, bob, 2) }), do: do, refused: "declined-lately"},
		{name: "who declined another subaddress", given: then(comes("ada+games@example.org"), declined(fourth)), do: do, refused: "declined-lately"},
		{name: "who declined somebody of the domain", given: declined(cleo), do: do, refused: "declined-domain"},
		{name: "who declined somebody of a shared domain", given: then(shared, declined(cleo)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
		{name: "who declined somebody of the domain, after a game", given: then(declined(cleo), played), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "who declined somebody of the domain and invites since", given: then(declined(cleo), back), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "who declined somebody of another domain", given: then(comes("dan@example.net"), declined(fourth)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},

		{name: "a fifth time", given: asked(ada), do: do, refused: "invited-often"},
		{name: "a fifth time, after a game", given: then(asked(ada), played, later(2*day)), do: do, events: told("Ada Bob Le Rooya #6: Ada - Bob")},
		{name: "a fifth time, and both want to", given: then(asked(ada), back, later(2*day)), do: do, events: told("Ada Bob Le Rooya #6: Ada - Bob")},
		{name: "a fifth time in 91 days", given: then(asked(ada), later(91*day)), do: do, events: told("Ada Bob Le Rooya #5: Ada - Bob")},
		{name: "a fifth time from one mailbox", given: then(comes("ada+games@example.org"), asked(fourth)), do: do, refused: "invited-often"},
		{name: "a third time, and another of the domain twice", given: then(asked(cleo), later(2*day)), do: do, events: told("Ada Bob Le Rooya #5: Ada - Bob")},

		{name: "one stranger too many", given: then(few, func(h *hall) { h.invited(cleo, bob) }), do: do, refused: "strangers-today"},
		{name: "no stranger", given: then(few, played, func(h *hall) { h.invited(cleo, bob) }), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a stranger who was invited", given: then(few, back, func(h *hall) { h.invited(cleo, bob) }), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a stranger a day later", given: then(few, func(h *hall) { h.invited(cleo, bob) }, later(day)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
	})
}

// Invitations of a day are counted by player, and by all who share an origin.
func TestWithinDay(t *testing.T) {
	within := func(from int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			p, err := tx.DB.Player(from)
			if err != nil {
				return err
			}
			other, err := tx.DB.Player(bob)
			if err != nil {
				return err
			}
			return club.WithinDay(tx, p, other)
		}
	}
	// limits has Ada invite Bob once, with these limits of a player, a domain and a program.
	limits := func(player, domain, program int) func(h *hall) {
		return func(h *hall) {
			h.invited(ada, bob)
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain, h.club.Policy.RobotChallenges = player, domain, program
		}
	}
	program := func(h *hall, player int64) {
		h.must(func(tx *club.Tx) error { return club.SetRobot(tx, player, true, true) })
	}
	run(t, []check{
		{name: "one left", given: limits(2, 2, 2), do: within(ada)},
		{name: "none left", given: limits(1, 2, 2), do: within(ada), refused: "challenges-today"},
		{name: "none left until a day later", given: func(h *hall) { limits(1, 1, 2)(h); h.later(25 * time.Hour) }, do: within(ada)},
		{name: "of another", given: limits(1, 2, 2), do: within(cleo)},
		{name: "none left in the domain", given: limits(1, 1, 2), do: within(cleo), refused: "challenges-domain"},
		{name: "a domain has what one player has", given: limits(2, 0, 2), do: within(cleo)},
		{name: "a shared domain", given: func(h *hall) { limits(1, 1, 2)(h); h.club.Policy.Shared = []string{"example.org"} }, do: within(cleo)},
		{name: "a program that invites people has no more than they", given: func(h *hall) { limits(1, 9, 5)(h); program(h, ada) }, do: within(ada), refused: "challenges-today"},
		{name: "a program that invites programs", given: func(h *hall) { limits(1, 9, 5)(h); program(h, ada); program(h, bob) }, do: within(ada)},
		{name: "a program with fewer", given: func(h *hall) { limits(5, 9, 1)(h); program(h, ada); program(h, bob) }, do: within(ada), refused: "challenges-today"},
	})
}

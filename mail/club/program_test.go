package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

func TestSetRobot(t *testing.T) {
	set := func(player int64, robot, operator bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.SetRobot(tx, player, robot, operator) }
	}
	begun := func(h *hall) bool {
		var g db.Game
		h.must(func(tx *club.Tx) (err error) { g, err = tx.DB.Game(game); return err })
		return g.Robots
	}
	run(t, []check{
		{name: "on", do: set(ada, true, false), events: []string{"PlayerChanged Ada robot"}},
		{name: "what the operator said", given: func(h *hall) { h.must(set(ada, true, true)) }, do: set(ada, false, false), refused: "robot-fixed"},
		{name: "what the operator said, again", given: func(h *hall) { h.must(set(ada, true, true)) }, do: set(ada, true, false), events: []string{"PlayerChanged Ada robot"}},
		{
			name: "a game that had begun", given: func(h *hall) { h.begin("rooya", "a1") }, do: set(ada, true, false),
			events: []string{"PlayerChanged Ada robot"}, then: func(h *hall) { require.False(h.t, begun(h)) },
		},
		{
			name: "a game with a program", given: func(h *hall) { h.must(set(ada, true, false)) },
			do: func(tx *club.Tx) error {
				if err := club.Invite(tx, ada, bob, order(t, "rooya"), ""); err != nil {
					return err
				}
				_, err := club.Accept(tx, bob, game)
				return err
			},
			events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob", "GameBegan Ada Bob"}, then: func(h *hall) { require.True(h.t, begun(h)) },
		},
		{
			name: "an invitation by another", given: func(h *hall) { h.invited(bob, ada) }, do: set(ada, true, false),
			events: []string{"InvitationExpired Bob Ada changed", "PlayerChanged Ada robot"},
		},
		{
			name: "an open challenge of a person", given: func(h *hall) {
				h.must(set(bob, true, false))
				h.must(func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(h.t, "rooya"), "") })
			}, do: func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err }, refused: "open-gone",
		},
	})
}

// Nobody comes by the flag to invitations to people that a person does not have, and an
// invitation made as one thing is not accepted as the other.
func TestNoLimitIsEscapedByBeingARobot(t *testing.T) {
	h := newHall(t)
	h.club.Policy.Challenges, h.club.Policy.RobotChallenges = 1, 5
	h.must(func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") })
	h.must(func(tx *club.Tx) error { return club.SetRobot(tx, ada, true, false) })
	h.must(func(tx *club.Tx) error {
		i, err := tx.DB.Invitation(game)
		require.Equal(t, db.InvitationWithdrawn, i.State)
		return err
	})
	refusal, err := club.Refused(h.do(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, order(t, "turro"), "") }))
	require.NoError(t, err)
	require.Equal(t, "challenges-today", refusal.Code)
	h.must(func(tx *club.Tx) error { return club.SetRobot(tx, bob, true, false) })
	o := order(t, "turro")
	o.Side = rules.Black
	h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, o, "") })
}

// A rematch that both ask for begins, though one has become a program since, and the game
// before was rated.
func TestRematchOfWhoHasBecomeAProgram(t *testing.T) {
	for _, asks := range [][2]rules.Side{{rules.Black, rules.White}, {rules.White, rules.Black}} {
		h := newHall(t)
		h.begin("rooya", "a1")
		h.resign(rules.White)
		h.must(func(tx *club.Tx) error { return club.SetRobot(tx, ada, true, false) })
		for i, side := range asks {
			h.must(func(tx *club.Tx) error {
				before, err := tx.Table(game)
				if err != nil {
					return err
				}
				next, err := club.Rematch(tx, before, side, "")
				require.Equal(t, i == 1, next != nil)
				if i == 1 && next != nil {
					require.False(t, next.Game.Rated)
				}
				return err
			})
		}
	}
}

// Of who was forgotten, or is now another, nothing is said.
func TestSetRobotOfNobody(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { return tx.DB.Merge(cleo, ada) })
	require.ErrorIs(t, h.do(func(tx *club.Tx) error { return club.SetRobot(tx, cleo, true, true) }), db.ErrNotFound)
	h.verify()
}

// A program's games never become a person's by a merge, nor a person's a program's: the
// operator says first of both the same, and it stays said.
func TestMergeOfAProgramAndAPerson(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { return club.SetRobot(tx, cleo, true, true) })
	for _, two := range [][2]int64{{cleo, ada}, {ada, cleo}} {
		require.ErrorIs(t, h.do(func(tx *club.Tx) error { return club.Merge(tx, two[0], two[1], true) }), club.ErrMixed)
	}
	h.must(func(tx *club.Tx) error { return club.SetRobot(tx, ada, true, false) })
	h.must(func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, true) })
	require.ErrorContains(t, h.do(func(tx *club.Tx) error { return club.SetRobot(tx, ada, false, false) }), "robot-fixed")
	h.verify()
}

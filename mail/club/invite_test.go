package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// invited invites somebody to a game of Rooya.
func (h *hall) invited(from, to int64) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error { return club.Invite(tx, from, to, order(h.t, "rooya"), "hello") })
}

// posted posts a challenge to anyone.
func (h *hall) posted(from int64) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error { return club.PostOpen(tx, from, order(h.t, "rooya"), "hello") })
}

// player changes a player's row.
func (h *hall) player(id int64, f func(p *db.Player)) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		p, err := tx.DB.Player(id)
		require.NoError(h.t, err)
		f(&p)
		return tx.DB.SavePlayer(p)
	})
}

func TestInvite(t *testing.T) {
	invite := func(from, to int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, "rooya"), "hello") }
	}
	run(t, []check{
		{
			name: "a player", do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					i, err := tx.Invitation(1, bob)
					require.NoError(h.t, err)
					require.Equal(h.t, [3]any{"hello", db.InvitationOpen, begin.Add(14 * 24 * time.Hour)}, [3]any{i.Message, i.State, i.ExpiresAt})
					none, err := tx.Invitation(1, cleo)
					require.Nil(h.t, none)
					return err
				})
			},
		},
		{
			name: "as White", do: func(tx *club.Tx) error {
				o := order(t, "rooya")
				o.Side = rules.White
				return club.Invite(tx, ada, bob, o, "")
			}, events: []string{"Invited Ada Bob Le Rooya #1: Bob - Ada"},
		},
		{name: "in return", given: func(h *hall) { h.invited(bob, ada) }, do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #2: Ada - Bob"}},
		{
			name: "whom one had blocked", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) }) },
			do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					blocked, err := tx.DB.Blocked(ada, bob)
					require.False(h.t, blocked)
					return err
				})
			},
		},
		{name: "oneself", do: invite(ada, ada), refused: "yourself"},
		{name: "again", given: func(h *hall) { h.invited(ada, bob) }, do: invite(ada, bob), refused: "invited-already"},
		{name: "by whom is blocked", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Block(tx, bob, ada, false) }) }, do: invite(ada, bob), refused: "stopped-player"},
		{name: "who wants no letters", given: func(h *hall) { h.player(bob, func(p *db.Player) { p.StoppedAt = h.now }) }, do: invite(ada, bob), refused: "stopped-player"},
		{name: "whose letters come back", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Suspend(tx, bob, false) }) }, do: invite(ada, bob), refused: "suspended-player"},
		{name: "who never wrote and was invited", given: func(h *hall) {
			h.player(bob, func(p *db.Player) { p.WroteAt = time.Time{} })
			h.invited(cleo, bob)
		}, do: invite(ada, bob), refused: "invited-before"},
		{name: "too many in a day", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, cleo) }, do: invite(ada, bob), refused: "challenges-today"},
		{name: "a day later", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, cleo); h.later(25 * time.Hour) }, do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #2: Ada - Bob"}},
		{name: "whom one had blocked, too many in a day", given: func(h *hall) {
			h.club.Policy.Challenges = 0
			h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) })
		}, do: invite(ada, bob), refused: "challenges-today"},
		{name: "nobody", do: invite(ada, 99), refused: "not found"},
	})
}

func TestPostOpen(t *testing.T) {
	post := func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") }
	run(t, []check{
		{name: "to anyone", do: post, events: []string{"Invited Ada Le Rooya #1: Ada - anyone"}},
		{name: "a sixth one", given: func(h *hall) {
			for range 5 {
				h.posted(ada)
			}
		}, do: post, refused: "posted-enough"},
		{name: "too many in a day", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, bob) }, do: post, refused: "challenges-today"},
	})
}

// Who leaves the side to chance gets one of the two.
func TestASideByLot(t *testing.T) {
	h := newHall(t)
	o := order(t, "rooya")
	o.Side = rules.None
	h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, o, "") })
	require.Contains(t, []string{"Le Rooya #1: Ada - Bob", "Le Rooya #1: Bob - Ada"}, h.heard[0].(club.Invited).Invitation.Subject)
}

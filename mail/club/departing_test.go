package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

// Who has said yes to leave has no running game for anybody, and no new one, until all are
// resigned.
func TestDeparting(t *testing.T) {
	stays := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Stays(tx, player) }
	}
	look := in(func(*club.Tx, *club.Table) error { return nil })
	playing := func(more ...func(tx *club.Tx) error) func(h *hall) {
		return func(h *hall) {
			h.begin("rooya", "a1")
			for _, do := range more {
				h.must(do)
			}
		}
	}
	const bobLeaves = "player 2 is leaving, and game "
	run(t, []check{
		{name: "who stays", given: playing(), do: stays(bob)},
		{name: "who leaves", given: playing(leaving(bob)), do: stays(bob), refused: bobLeaves + "0 is about to be resigned"},
		{name: "whose opponent leaves", given: playing(leaving(bob)), do: stays(ada)},
		{name: "who has left", given: playing(leaving(bob), func(tx *club.Tx) error { return tx.DB.EndDeparture(bob) }), do: stays(bob)},
		{name: "nobody", do: stays(99), refused: "not found"},
		{name: "the game of who stays", given: playing(), do: look},
		{name: "the game of who leaves", given: playing(leaving(bob)), do: look, refused: bobLeaves + "1 is about to be resigned"},
		{name: "the game of who leaves, that is over", given: func(h *hall) { playing()(h); h.resign(1); h.must(leaving(bob)) }, do: look},
		{name: "the game of who leaves, to be resigned", given: playing(leaving(bob)), do: func(tx *club.Tx) error {
			tx.Dismisses = bob
			return look(tx)
		}},
		{name: "the game of both who leave, to be resigned", given: playing(leaving(ada), leaving(bob)), do: func(tx *club.Tx) error {
			tx.Dismisses = ada
			return look(tx)
		}},
		{name: "an invitation", given: func(h *hall) { h.must(leaving(bob)) }, do: func(tx *club.Tx) error {
			return club.Invite(tx, ada, bob, order(t, "rooya"), "")
		}, refused: bobLeaves},
	})
	err := error(&club.Departing{Player: 2, Game: 1})
	refusal, ours := club.Refused(err)
	require.Nil(t, refusal, "nobody is told: it is tried again")
	require.Equal(t, err, ours)
}

package club_test

import (
	"testing"

	"turnpost/mail/club"
)

func TestBlock(t *testing.T) {
	block := func(player, other int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Block(tx, player, other, false) }
	}
	run(t, []check{
		{name: "somebody", do: block(ada, bob), events: []string{"Blocked Ada Bob 0 0"}},
		{name: "again", given: func(h *hall) { h.must(block(ada, bob)) }, do: block(ada, bob), events: []string{"Blocked Ada Bob 0 0 already"}},
		{
			name: "invitations end, in silence", given: func(h *hall) { h.invited(bob, ada); h.invited(ada, bob); h.invited(cleo, ada) }, do: block(ada, bob),
			events: []string{"Blocked Ada Bob 1 0", "InvitationEnded declined Ada Bob silent"},
		},
		{name: "games go on", given: func(h *hall) { h.begin("rooya", "a1") }, do: block(bob, ada), events: []string{"Blocked Bob Ada 0 1"}},
		{name: "oneself", do: block(ada, ada), refused: "block-yourself"},
		{name: "nobody", do: block(ada, 99), refused: "not found"},
	})
}

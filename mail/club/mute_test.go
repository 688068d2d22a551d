package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

// silent reports whether a player takes no words from another.
func (h *hall) silent(player, from int64) (yes bool) {
	h.t.Helper()
	h.must(func(tx *club.Tx) (err error) { yes, err = tx.Silent(player, from); return err })
	return yes
}

func TestMute(t *testing.T) {
	mute := func(player, other int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Mute(tx, player, other, false) }
	}
	unmute := func(player, other int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Unmute(tx, player, other, true) }
	}
	// takes requires whether Ada takes words of Bob, and that Bob takes Ada's.
	takes := func(yes bool) func(h *hall) {
		return func(h *hall) {
			require.Equal(h.t, !yes, h.silent(ada, bob))
			require.False(h.t, h.silent(bob, ada))
			require.False(h.t, h.silent(ada, cleo))
		}
	}
	muted := func(h *hall) { h.must(mute(ada, bob)) }
	run(t, []check{
		{name: "somebody", do: mute(ada, bob), events: []string{"Muted Ada Bob"}, then: takes(false)},
		{name: "again", given: muted, do: mute(ada, bob), events: []string{"Muted Ada Bob"}, then: takes(false)},
		{name: "taken back", given: muted, do: unmute(ada, bob), events: []string{"Muted Ada Bob address off"}, then: takes(true)},
		{name: "who is not", do: unmute(ada, bob), events: []string{"Muted Ada Bob address off"}, then: takes(true)},
		{
			name: "and no block", given: func(h *hall) { muted(h); h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) }) },
			do: unmute(ada, bob), events: []string{"Muted Ada Bob address off"}, then: takes(false),
		},
		{name: "invitations stand", given: func(h *hall) { h.invited(bob, ada) }, do: mute(ada, bob), events: []string{"Muted Ada Bob"}, then: func(h *hall) {
			h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, ada, game); return err })
		}},
		{name: "oneself", do: mute(ada, ada), refused: "mute-yourself"},
		{name: "oneself no more", do: unmute(ada, ada), refused: "mute-yourself"},
		{name: "nobody", do: mute(ada, 99), refused: "not found"},
	})
}

package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

func TestSecondAddress(t *testing.T) {
	ask := func(player int64, address string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.AskAddress(tx, player, address, address, false) }
	}
	confirm := func(yes bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			row, err := tx.DB.SecondAddress(ada)
			require.NoError(t, err)
			return club.ConfirmAddress(tx, row, yes)
		}
	}
	off := func(address string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.DropAddress(tx, ada, address) }
	}
	const work = "ada@work.example"
	asked := func(h *hall) { h.must(ask(ada, work)) }
	added := func(h *hall) { asked(h); h.must(confirm(true)) }
	run(t, []check{
		{name: "ask", do: ask(ada, work), events: []string{"AddressAsked Ada ada@work.example"}},
		{
			name: "yes", given: asked, do: confirm(true), events: []string{"SecondAddressChanged Ada ada@work.example added"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					p, err := tx.DB.PlayerByAddress(work)
					require.Equal(h.t, ada, p.ID)
					return err
				})
			},
		},
		{name: "no", given: asked, do: confirm(false), events: []string{"SecondAddressChanged Ada ada@work.example refused"}},
		{name: "ask another a day later", given: func(h *hall) { asked(h); h.later(25 * time.Hour) }, do: ask(ada, "ada@home.example"), events: []string{"AddressAsked Ada ada@home.example"}},
		{name: "ask again at once", given: asked, do: ask(ada, work), refused: "address-waits"},
		{name: "ask what somebody else asks", given: asked, do: ask(bob, work), refused: "address-waits"},
		{name: "ask one's own", do: ask(ada, "ada@example.org"), refused: "address-yours"},
		{name: "ask one's second", given: added, do: ask(ada, work), refused: "address-yours"},
		{name: "ask a third", given: added, do: ask(ada, "ada@home.example"), refused: "address-one"},
		{name: "ask another's, which nobody learns", do: ask(ada, "bob@example.org"), events: []string{"AddressAsked Ada bob@example.org"}},
		{name: "ask another's again", given: func(h *hall) { h.must(ask(ada, "bob@example.org")) }, do: ask(cleo, "bob@example.org"), refused: "address-waits"},
		{name: "ask ours", do: func(tx *club.Tx) error { return club.AskAddress(tx, ada, "games@x", "games@x", true) }, refused: "address-ours"},
		{name: "off", given: added, do: off(""), events: []string{"SecondAddressChanged Ada ada@work.example off"}},
		{name: "off by its name", given: asked, do: off(work), events: []string{"SecondAddressChanged Ada ada@work.example off"}},
		{name: "off by another", given: added, do: off("bob@example.org"), refused: "address-none"},
		{name: "off of none", do: off(""), refused: "address-none"},
	})
}

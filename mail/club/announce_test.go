package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

func TestAnnounce(t *testing.T) {
	announce := func(rules string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			audience, err := club.Audience(tx, rules)
			require.NoError(t, err)
			n, err := club.Announce(tx, "News", "We move.", rules)
			require.Len(t, audience, n)
			return err
		}
	}
	to := func(names ...string) (events []string) {
		for _, name := range names {
			events = append(events, "Announced "+name+" News")
		}
		return events
	}
	playing := func(h *hall) { h.begin("rooya", "a1") }
	late := func(h *hall) { h.later(club.ActiveFor + time.Hour) }
	after := func(do func(tx *club.Tx) error) func(h *hall) { return func(h *hall) { h.must(do) } }
	run(t, []check{
		{name: "to all", do: announce(""), events: to("Ada", "Bob", "Cleo")},
		{name: "a player who wrote long ago", given: late, do: announce("")},
		{name: "but plays", given: func(h *hall) { playing(h); late(h) }, do: announce(""), events: to("Ada", "Bob")},
		{name: "a player of these", given: playing, do: announce("rooya"), events: to("Ada", "Bob")},
		{name: "a player of others", given: playing, do: announce("turro")},
		{name: "whose game is over", given: func(h *hall) {
			playing(h)
			h.must(func(tx *club.Tx) error { return club.Abort(tx, game) })
		}, do: announce("rooya")},
		{name: "a writer who was never proven", given: after(neverWrote(bob)), do: announce(""), events: to("Ada", "Cleo")},
		{name: "a player who wants no messages", given: after(func(tx *club.Tx) error { return club.StopMessages(tx, bob) }), do: announce(""), events: to("Ada", "Cleo")},
		{name: "a player who paused", given: after(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err }), do: announce(""), events: to("Ada", "Cleo")},
		{name: "a suspended player", given: after(func(tx *club.Tx) error { return club.Suspend(tx, bob, true) }), do: announce(""), events: to("Ada", "Cleo")},
		{name: "a player whom the operator blocked", given: after(func(tx *club.Tx) error { return club.BlockByOperator(tx, bob) }), do: announce(""), events: to("Ada", "Cleo")},
		{name: "a non-member", given: func(h *hall) { h.members("ada@example.org") }, do: announce(""), events: to("Ada")},
		{name: "but plays still", given: func(h *hall) { playing(h); h.members("ada@example.org") }, do: announce(""), events: to("Ada", "Bob")},
	})
}

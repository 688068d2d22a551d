package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// members lists who may play.
func (h *hall) members(list ...string) { h.club.Policy.Members = list }

// Where there is a list of members, nobody else begins a game, on either side of it.
func TestMembersOnly(t *testing.T) {
	invite := func(from, to int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, "rooya"), "") }
	}
	accept := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { _, err := club.Accept(tx, player, game); return err }
	}
	post := func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") }
	rematch := in(func(tx *club.Tx, t *club.Table) error { _, err := club.Rematch(tx, t, rules.Black, ""); return err })
	over := func(h *hall) {
		h.begin("rooya")
		h.must(func(tx *club.Tx) error { return club.Abort(tx, game) })
	}
	only := func(list ...string) func(h *hall) { return func(h *hall) { h.members(list...) } }
	then := func(given func(h *hall), list ...string) func(h *hall) {
		return func(h *hall) { given(h); h.members(list...) }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	run(t, []check{
		{name: "two members invite", given: only("ada@example.org", "bob@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"}},
		{name: "two of a domain", given: only("@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"}},
		{name: "who is none invites", given: only("bob@example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "who is none is invited", given: only("ada@example.org"), do: invite(ada, bob), refused: "no-member"},
		{name: "a domain above", given: only("@org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a domain below", given: only("@mail.example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a domain that ends alike", given: only("@xample.org", "@example.orgs", "example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "an address that ends alike", given: only("da@example.org", "a@example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "who is none challenges anyone", given: only("bob@example.org"), do: post, refused: "members-only"},
		{name: "who is none accepts", given: then(invited, "ada@example.org"), do: accept(bob), refused: "members-only"},
		{name: "an invitation of who is none any more", given: then(invited, "bob@example.org"), do: accept(bob), refused: "no-member"},
		{name: "who is none takes a challenge", given: then(func(h *hall) { h.posted(ada) }, "ada@example.org"), do: accept(bob), refused: "members-only"},
		{name: "a challenge of who is none any more", given: then(func(h *hall) { h.posted(ada) }, "bob@example.org"), do: accept(bob), refused: "open-gone"},
		{name: "a rematch with who is none any more", given: then(over, "ada@example.org"), do: rematch, refused: "no-member"},
		{name: "a rematch of who is none any more", given: then(over, "bob@example.org"), do: rematch, refused: "members-only"},
		{
			name: "a game goes on", given: then(func(h *hall) { h.begin("rooya") }, "cleo@example.org"),
			do:     in(func(tx *club.Tx, t *club.Table) error { return clubtest.Play(tx, t, t.Turn(), "a1") }),
			events: []string{"PliesPlayed 1 1 black over"},
		},
		{name: "an invitation is declined", given: then(invited, "ada@example.org"), do: func(tx *club.Tx) error { return club.Decline(tx, bob, 1) }, events: []string{"InvitationEnded declined Bob Ada"}},
		{
			name: "a second address that is confirmed", given: then(func(h *hall) {
				var asked db.Address
				h.must(func(tx *club.Tx) error {
					return club.AskAddress(tx, ada, "ada@club.example", "ada@club.example", false)
				})
				h.must(func(tx *club.Tx) (err error) { asked, err = tx.DB.SecondAddress(ada); return err })
				h.members("@club.example", "bob@example.org")
				require.Error(h.t, h.do(invite(ada, bob)), "not confirmed yet")
				h.must(func(tx *club.Tx) error { return club.ConfirmAddress(tx, asked, true) })
			}, "@club.example", "bob@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
		},
	})
}

package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

func TestDecline(t *testing.T) {
	decline := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Decline(tx, player, 1) }
	}
	withdraw := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Withdraw(tx, player, 1) }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	posted := func(h *hall) { h.posted(ada) }
	run(t, []check{
		{name: "decline", given: invited, do: decline(bob), events: []string{"InvitationEnded declined Bob Ada"}},
		{name: "withdraw", given: invited, do: withdraw(ada), events: []string{"InvitationEnded withdrawn Ada Bob"}},
		{name: "withdraw one to anyone", given: posted, do: withdraw(ada), events: []string{"InvitationEnded withdrawn Ada"}},
		{name: "decline one's own", given: invited, do: decline(ada), refused: "not-invited"},
		{name: "withdraw another's", given: invited, do: withdraw(bob), refused: "not-challenger"},
		{name: "decline what one has no part in", given: invited, do: decline(cleo), refused: "no-such-game"},
		{name: "decline one to anyone", given: posted, do: decline(cleo), refused: "no-such-game"},
		{name: "withdraw what is not there", do: withdraw(ada), refused: "no-such-game"},
		{name: "decline a game", given: func(h *hall) { h.begin("rooya") }, do: decline(bob), refused: "begun"},
		{name: "decline twice", given: func(h *hall) { invited(h); h.must(decline(bob)) }, do: decline(bob), refused: "not-open"},
		{name: "withdraw what was declined", given: func(h *hall) { invited(h); h.must(decline(bob)) }, do: withdraw(ada), refused: "not-open"},
	})
}

func TestExpire(t *testing.T) {
	expire := func(tx *club.Tx) error {
		i, err := tx.DB.NextExpired(0)
		require.NoError(t, err)
		return club.Expire(tx, i)
	}
	untold := func(tx *club.Tx) error {
		i, err := tx.DB.NextExpired(0)
		require.NoError(t, err)
		return club.ExpireUntold(tx, i)
	}
	late := func(h *hall) { h.later(15 * 24 * time.Hour) }
	// ended requires that nothing is left to expire.
	ended := func(h *hall) {
		h.must(func(tx *club.Tx) error {
			_, err := tx.DB.NextExpired(0)
			require.ErrorIs(h.t, err, db.ErrNotFound)
			i, err := tx.DB.Invitation(game)
			require.Equal(h.t, db.InvitationExpired, i.State)
			return err
		})
	}
	run(t, []check{
		{name: "an invitation", given: func(h *hall) { h.invited(ada, bob); late(h) }, do: expire, events: []string{"InvitationExpired Ada Bob"}},
		{name: "one to anyone", given: func(h *hall) { h.posted(ada); late(h) }, do: expire, events: []string{"InvitationExpired Ada"}, then: ended},
		{name: "one of which nobody can be told", given: func(h *hall) { h.invited(ada, bob); late(h) }, do: untold, then: ended},
	})
}

func TestEndInvitations(t *testing.T) {
	// busy has an invitation from Ada, one to her, and one between others.
	busy := func(h *hall) { h.invited(ada, cleo); h.invited(bob, ada); h.invited(bob, cleo) }
	end := func(most, want int) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			n, err := club.EndInvitations(tx, ada, most)
			if err != nil {
				return err
			}
			return same(want, n)
		}
	}
	// left requires how many of Ada's are open still, and that the others' stands.
	left := func(want int) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				open, err := tx.DB.OpenInvitations(ada)
				require.NoError(h.t, err)
				require.Len(h.t, open, want)
				i, err := tx.DB.Invitation(3)
				require.Equal(h.t, db.InvitationOpen, i.State)
				return err
			})
		}
	}
	withdrawn, declined := "InvitationEnded withdrawn Ada Cleo silent", "InvitationEnded declined Ada Bob silent"
	run(t, []check{
		{name: "all", given: busy, do: end(-1, 2), events: []string{withdrawn, declined}, then: left(0)},
		{name: "one", given: busy, do: end(1, 1), events: []string{withdrawn}, then: left(1)},
		{name: "fewer than asked for", given: busy, do: end(5, 2), events: []string{withdrawn, declined}, then: left(0)},
		{name: "none", given: busy, do: end(0, 0), then: left(2)},
		{name: "there are none", do: end(-1, 0)},
	})
}

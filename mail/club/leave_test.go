package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/departure"
	"turnpost/rules"
)

func TestLeave(t *testing.T) {
	// busy has Ada in a game, with an invitation from her and one to her.
	busy := func(h *hall) {
		h.begin("rooya", "a1", "a2")
		h.invited(ada, cleo)
		h.invited(bob, ada)
	}
	leave := func(what string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			_, err := departure.Leave(tx, db.Departure{Player: ada, What: what}, 0, nil)
			return err
		}
	}
	unsubscribe := func(tx *club.Tx) error { _, err := club.Unsubscribe(tx, ada); return err }
	silent := func(want bool) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				p, err := tx.DB.Player(ada)
				require.Equal(h.t, want, !p.StoppedAt.IsZero())
				return err
			})
		}
	}
	gone := []string{
		"Leaving Ada", "GameEnded white resigned", "Rated 1338 1662", "InvitationEnded withdrawn Ada Cleo silent", "InvitationEnded declined Ada Bob silent",
	}
	run(t, []check{
		{name: "asked", given: busy, do: func(tx *club.Tx) error { return club.AskLeave(tx, ada, club.LeaveStop) }, events: []string{"LeaveAsked Ada stop 1 2"}},
		{name: "stop", given: busy, do: leave(club.LeaveStop), events: append(gone[:5:5], "Left Ada stop 1 2"), then: silent(true)},
		{name: "forget", given: busy, do: leave(club.LeaveForget), events: append(gone[:5:5], "Left Ada forget 1 2"), then: silent(false)},
		{name: "stop with nothing under way", do: leave(club.LeaveStop), events: []string{"Leaving Ada", "Left Ada stop 0 0"}, then: silent(true)},
		{name: "silence", do: func(tx *club.Tx) error { return club.Silence(tx, ada) }, then: silent(true)},
		{
			name: "one click of who never wrote", given: func(h *hall) { h.invited(bob, ada); h.must(neverWrote(ada)) }, do: unsubscribe,
			events: []string{"Leaving Ada", "InvitationEnded declined Ada Bob silent", "Left Ada stop 0 1"}, then: silent(true),
		},
		{name: "a second click of theirs", given: func(h *hall) { h.must(neverWrote(ada)); h.must(unsubscribe) }, do: unsubscribe, then: silent(true)},
		{name: "one click of a player", given: busy, do: unsubscribe, events: []string{"Paused Ada 1 2 standing told", "Suspended Ada 19T12:06"}, then: silent(false)},
		{name: "stop in a pause", given: func(h *hall) { busy(h); h.must(unsubscribe) }, do: leave(club.LeaveStop), events: append(gone[:5:5], "Left Ada stop 1 2"), then: func(h *hall) {
			silent(true)(h)
			require.False(h.t, h.paused(ada))
		}},
		{name: "nobody", do: func(tx *club.Tx) error {
			_, err := departure.Leave(tx, db.Departure{Player: 99, What: club.LeaveStop}, 0, nil)
			return err
		}, refused: "not found"},
	})
}

func TestTakeQuestion(t *testing.T) {
	h := newHall(t)
	h.must(func(tx *club.Tx) error { return club.AskLeave(tx, ada, club.LeaveForget) })
	for _, want := range []string{club.LeaveForget, ""} {
		h.must(func(tx *club.Tx) error {
			what, err := club.TakeQuestion(tx, ada)
			require.Equal(t, want, what)
			return err
		})
	}
}

// Who was forgotten stays in the games of others, without a name.
func TestForget(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1", "a2")
	h.must(func(tx *club.Tx) error {
		last := 0
		left, err := departure.Leave(tx, db.Departure{Player: ada, What: club.LeaveForget}, 0, func(t *club.Table) error { last++; return nil })
		require.NoError(t, err)
		require.True(t, left)
		require.Equal(t, 1, last)
		return club.Forget(tx, ada)
	})
	for last := false; !last; {
		h.must(func(tx *club.Tx) error { return tx.DB.ForgetLook(8) })
		h.must(func(tx *club.Tx) (err error) { last, err = departure.ForgetOn(tx, 8); return err })
	}
	h.must(in(func(tx *club.Tx, table *club.Table) error {
		require.Equal(t, "Le Rooya #1: somebody - Bob", table.Game.Subject)
		require.Equal(t, [2]string{"somebody", ""}, [2]string{table.Black.Name, table.Black.Address})
		require.Equal(t, rules.None, table.Turn())
		_, err := tx.DB.PlayerByAddress("ada@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
		clicked, err := club.Unsubscribe(tx, ada)
		require.False(t, clicked)
		return err
	}))
	h.verify()
}

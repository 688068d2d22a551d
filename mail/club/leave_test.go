package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

func TestLeave(t *testing.T) {
	// busy gives Ada a game, an invitation from her and one to her.
	busy := func(h *hall) {
		h.begin("rooya", "a1", "a2")
		h.invited(ada, cleo)
		h.invited(bob, ada)
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
	run(t, []check{
		{name: "asked", given: busy, do: func(tx *club.Tx) error { return club.AskLeave(tx, ada, db.LeaveStop) }, events: []string{"LeaveAsked Ada stop 1 2"}},
		{name: "silence", do: func(tx *club.Tx) error { return club.StopMessages(tx, ada) }, then: silent(true)},
		{
			name: "one click of a person who never wrote", given: func(h *hall) { h.invited(bob, ada); h.must(neverWrote(ada)) }, do: unsubscribe,
			events: []string{"PlayerLeaving Ada", "InvitationEnded declined Ada Bob silent", "PlayerLeft Ada stop 0 1"}, then: silent(true),
		},
		{name: "a second click of theirs", given: func(h *hall) { h.must(neverWrote(ada)); h.must(unsubscribe) }, do: unsubscribe, then: silent(true)},
		{name: "one click of a player", given: busy, do: unsubscribe, events: []string{"MessagesPaused Ada 1 2 standing told", "MailSuspended Ada 19T12:06"}, then: silent(false)},
	})
}

func TestTakeQuestion(t *testing.T) {
	h := newHall(t)
	h.must(func(tx *club.Tx) error { return club.AskLeave(tx, ada, db.LeaveForget) })
	for _, want := range []db.QuitKind{db.LeaveForget, ""} {
		h.must(func(tx *club.Tx) error {
			p, err := tx.DB.Player(ada)
			require.NoError(t, err)
			what, err := club.TakeQuestion(tx, p)
			require.Equal(t, want, what)
			return err
		})
	}
}

// A forgotten player has neither name nor address, and comes back as a new player.
func TestForget(t *testing.T) {
	h := newHall(t)
	h.must(func(tx *club.Tx) error { return club.StopMessages(tx, ada) })
	h.must(func(tx *club.Tx) error { return club.Forget(tx, ada) })
	require.Empty(t, h.heard)
	h.must(func(tx *club.Tx) error {
		p, err := tx.DB.Player(ada)
		require.NoError(t, err)
		require.Equal(t, [2]string{club.Somebody, ""}, [2]string{p.Name, p.Address})
		_, err = tx.DB.PlayerByAddress("ada@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
		clicked, err := club.Unsubscribe(tx, ada)
		require.False(t, clicked)
		require.NoError(t, err)
		p, fresh, err := club.PlayerAt(tx, "ada@example.org", "ada@example.org", "", "")
		require.True(t, fresh)
		require.NotEqual(t, ada, p.ID)
		return err
	})
	h.verify()
}

// A player who has confirmed to leave has no running and no new games for anybody, until all
// are resigned.
func TestLeavingError(t *testing.T) {
	stays := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.RefuseLeaving(tx, player) }
	}
	look := in(func(*club.Tx, *club.Game) error { return nil })
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
		{name: "a player who stays", given: playing(), do: stays(bob)},
		{name: "a player who leaves", given: playing(leaving(bob)), do: stays(bob), refused: bobLeaves + "0 is about to be resigned"},
		{name: "whose opponent leaves", given: playing(leaving(bob)), do: stays(ada)},
		{name: "a player who has left", given: playing(leaving(bob), func(tx *club.Tx) error { return tx.DB.EndLeaving(bob) }), do: stays(bob)},
		{name: "nobody", do: stays(99), refused: "not found"},
		{name: "the game of a player who stays", given: playing(), do: look},
		{name: "the game of a leaving player", given: playing(leaving(bob)), do: look, refused: bobLeaves + "1 is about to be resigned"},
		{name: "the game of a leaving player, that is over", given: func(h *hall) { playing()(h); h.resign(1); h.must(leaving(bob)) }, do: look},
		{name: "the game of a leaving player, to be resigned", given: playing(leaving(bob)), do: func(tx *club.Tx) error {
			tx.Dismisses = bob
			return look(tx)
		}},
		{name: "the game of two leaving players, to be resigned", given: playing(leaving(ada), leaving(bob)), do: func(tx *club.Tx) error {
			tx.Dismisses = ada
			return look(tx)
		}},
		{name: "an invitation", given: func(h *hall) { h.must(leaving(bob)) }, do: func(tx *club.Tx) error {
			return club.Invite(tx, ada, bob, order(t, "rooya"), "")
		}, refused: bobLeaves},
	})
	err := error(&club.LeavingError{Player: 2, Game: 1})
	refusal, ours := club.Refused(err)
	require.Nil(t, refusal, "nobody is told: it is tried again")
	require.Equal(t, err, ours)
}

package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
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

// silent reports whether a player accepts no words from another.
func (h *hall) silent(player, from int64) (yes bool) {
	h.t.Helper()
	h.must(func(tx *club.Tx) (err error) { yes, err = tx.RefusesWords(player, from); return err })
	return yes
}

func TestMute(t *testing.T) {
	mute := func(player, other int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Mute(tx, player, other, false) }
	}
	unmute := func(player, other int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Unmute(tx, player, other, true) }
	}
	// takes checks whether Ada accepts words of Bob, and that Bob accepts Ada's.
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
		{name: "a player who is not", do: unmute(ada, bob), events: []string{"Muted Ada Bob address off"}, then: takes(true)},
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

const one, two, three = int64(1), int64(2), int64(3)

func TestBlocking(t *testing.T) {
	block := func(tx *club.Tx) error { return club.BlockByOperator(tx, two) }
	unblock := func(tx *club.Tx) error { return club.UnblockByOperator(tx, two) }
	// busy gives the second player a running game, an invitation to them and one from them, and
	// adds one between others.
	busy := func(w *clubtest.World) {
		w.Pair(one, two)
		w.Invite(one, two)
		w.Invite(two, three)
		w.Invite(one, three)
	}
	for _, c := range []struct {
		name    string
		given   func(w *clubtest.World)
		do      func(tx *club.Tx) error
		err     error
		heard   []string
		blocked bool
		stopped bool
		// states are those of the invitations.
		states []db.InvitationState
	}{
		{name: "block", do: block, heard: []string{"OperatorBlocked"}, blocked: true, stopped: true},
		{
			name: "block a player with games", given: busy, do: block, heard: []string{"OperatorBlocked"}, blocked: true, stopped: true,
			states: []db.InvitationState{db.InvitationAccepted, db.InvitationDeclined, db.InvitationWithdrawn, db.InvitationOpen},
		},
		{name: "block twice", given: func(w *clubtest.World) { w.Do(block) }, do: block, err: club.ErrNothingToDo, blocked: true, stopped: true},
		{name: "unblock", given: func(w *clubtest.World) { w.Do(block) }, do: unblock},
		{name: "unblock a player whom nobody blocks", do: unblock, err: club.ErrNothingToDo},
		// A player's own block is not affected.
		{name: "unblock a player whom another one blocks", given: func(w *clubtest.World) {
			w.Do(func(tx *club.Tx) error { return club.Block(tx, one, two, false) })
		}, do: unblock, err: club.ErrNothingToDo},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := clubtest.New(t, clubtest.File(t), clubtest.Deaf, 3, nil)
			if c.given != nil {
				c.given(w)
			}
			require.ErrorIs(t, w.Try(c.do), c.err)
			require.Equal(t, c.heard, w.Kinds())
			require.Equal(t, c.blocked, isBlocked(w, two))
			require.Equal(t, c.stopped, !w.Player(two, nil).StoppedAt.IsZero())
			w.Do(func(tx *club.Tx) error {
				for i, want := range c.states {
					got, err := tx.DB.Invitation(int64(i + 1))
					require.NoError(t, err)
					require.Equal(t, want, got.State)
				}
				running, err := tx.DB.GamesOf(two, false, -1)
				require.Len(t, running, min(1, len(c.states)), "games go on")
				return err
			})
			w.Verify()
		})
	}
}

func isBlocked(w *clubtest.World, player int64) (is bool) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) { is, err = tx.DB.OperatorBlocked(player); return err })
	return is
}

// A block covers all addresses of a mailbox, whichever it names, and asking changes nothing.
func TestIsBlocked(t *testing.T) {
	addresses := []string{"eve@example.org", "eve+games@example.org", "eve+more@example.org", "eva@example.org"}
	for _, c := range []struct {
		name  string
		block int64
		want  []bool
	}{
		{"nobody", 0, []bool{false, false, false, false}},
		{"the mailbox", 1, []bool{true, true, true, false}},
		{"a subaddress", 2, []bool{true, true, true, false}},
		{"another", 4, []bool{false, false, false, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := clubtest.New(t, clubtest.File(t), clubtest.Deaf, 0, nil)
			w.Do(func(tx *club.Tx) error {
				for _, address := range addresses {
					if _, _, err := club.PlayerAt(tx, address, address, "", ""); err != nil {
						return err
					}
				}
				if c.block == 0 {
					return nil
				}
				return club.BlockByOperator(tx, c.block)
			})
			// A message would end the silence of a player who had stopped; asking does not.
			for i, want := range c.want {
				id := int64(i + 1)
				before := w.Player(id, func(p *db.Player) { p.StoppedAt = p.WroteAt })
				require.Equal(t, want, isBlocked(w, id), addresses[i])
				require.Equal(t, before, w.Player(id, nil))
			}
		})
	}
}

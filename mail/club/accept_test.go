package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

func TestAccept(t *testing.T) {
	accept := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { _, err := club.Accept(tx, player, 1); return err }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	posted := func(h *hall) { h.posted(ada) }
	run(t, []check{
		{
			name: "an invitation", given: invited, do: accept(bob), events: []string{"GameBegan Ada Bob"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, t *club.Table) error {
					require.Equal(h.t, [4]any{rules.Black, 72 * time.Hour, 72 * time.Hour, true}, [4]any{t.Turn(), t.Game.BlackLeft, t.Game.WhiteLeft, t.Game.Rated})
					require.False(h.t, t.Game.ClockDue.IsZero())
					require.False(h.t, t.Began, "in another transaction")
					return nil
				}))
			},
		},
		{
			name: "one to anyone", given: posted, do: accept(cleo), events: []string{"GameBegan Ada Cleo"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, t *club.Table) error {
					require.Equal(h.t, "Le Rooya #1: Ada - Cleo", t.Game.Subject)
					said, err := tx.DB.Waiting(game, cleo)
					require.Len(h.t, said, 1, "the words of the challenge")
					return err
				}))
			},
		},
		{name: "one's own", given: invited, do: accept(ada), refused: "not-invited"},
		{name: "one's own to anyone", given: posted, do: accept(ada), refused: "not-invited"},
		{name: "another's", given: invited, do: accept(cleo), refused: "open-gone"},
		{name: "none", do: accept(cleo), refused: "open-gone"},
		{name: "twice", given: func(h *hall) { h.begin("rooya") }, do: accept(bob), refused: "begun"},
		{name: "one that was taken", given: func(h *hall) { posted(h); h.must(accept(cleo)) }, do: accept(bob), refused: "open-gone"},
		{name: "one that was declined", given: func(h *hall) { invited(h); h.must(func(tx *club.Tx) error { return club.Decline(tx, bob, 1) }) }, do: accept(bob), refused: "not-open"},
		{name: "to anyone but who is blocked", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Block(tx, ada, cleo, false) }) }, do: accept(cleo), refused: "open-gone"},
		{name: "to anyone of whom one has blocked", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Block(tx, cleo, ada, false) }) }, do: accept(cleo), refused: "open-gone"},
		{name: "of who wants no letters", given: func(h *hall) { posted(h); h.player(ada, func(p *db.Player) { p.StoppedAt = h.now }) }, do: accept(cleo), refused: "open-gone"},
		{name: "of whose letters come back", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, false) }) }, do: accept(cleo), refused: "open-gone"},
	})
}

func TestRematch(t *testing.T) {
	rematch := func(side rules.Side) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, t *club.Table) error { _, err := club.Rematch(tx, t, side, "again"); return err })
	}
	over := func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }
	run(t, []check{
		{name: "with sides swapped", given: over, do: rematch(rules.Black), events: []string{"Invited Ada Bob Le Rooya #2: Bob - Ada"}},
		{name: "both ask", given: func(h *hall) { over(h); h.must(rematch(rules.White)) }, do: rematch(rules.Black), events: []string{"GameBegan Bob Ada"}},
		{name: "twice", given: func(h *hall) { over(h); h.must(rematch(rules.White)) }, do: rematch(rules.White), refused: "invited-already"},
		{name: "by whom is blocked", given: func(h *hall) { over(h); h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) }) }, do: rematch(rules.White), refused: "stopped-player"},
	})
}

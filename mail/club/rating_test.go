package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

func TestRate(t *testing.T) {
	resign := func(side rules.Side) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, side) })
	}
	unrated := func(h *hall) {
		h.must(func(tx *club.Tx) error {
			o := order(h.t, "rooya")
			o.Rated = false
			return club.Invite(tx, ada, bob, o, "")
		})
		h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err })
		h.play("a1", "a2", "a3", "a4")
	}
	run(t, []check{
		{
			name: "a first game", given: func(h *hall) { h.begin("rooya", "a1", "a2", "a3", "a4") }, do: resign(rules.White),
			events: []string{"GameEnded black resigned", "GameRated 1662 1338"},
			then: func(h *hall) {
				rated := h.heard[1].(club.GameRated)
				h.must(func(tx *club.Tx) error {
					for i, player := range []int64{ada, bob} {
						stored, err := tx.DB.Rating(player, "rooya", false)
						require.NoError(h.t, err)
						require.Equal(h.t, rated.Changes[i].After, stored)
						require.Zero(h.t, rated.Changes[i].Before.Games)
						require.Less(h.t, stored.Deviation, rated.Changes[i].Before.Deviation)
					}
					_, err := tx.DB.Rating(ada, "turro", false)
					require.ErrorIs(h.t, err, db.ErrNotFound, "each game has its own")
					return nil
				})
			},
		},
		{
			name: "a second game", given: func(h *hall) {
				h.begin("rooya", "a1", "a2", "a3", "a4")
				h.resign(rules.White)
				h.later(time.Hour)
				h.invited(ada, bob)
				h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, 2); return err })
				for range 4 {
					h.must(at(2, func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), g.Record.Legal()[0]) }))
				}
			}, do: at(2, func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, rules.White) }),
			events: []string{"GameEnded black resigned", "GameRated 1720 1280"},
		},
		{
			name: "a game with a robot", given: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					o := order(h.t, "rooya")
					o.Side = rules.Black
					_, err := club.ChallengeBot(tx, ada, 1, o)
					return err
				})
				h.play("a1", "a2", "a3", "a4")
			}, do: resign(rules.White),
			events: []string{"GameEnded black resigned", "GameRated 1536 958"},
			then: func(h *hall) {
				rated := h.heard[1].(club.GameRated)
				h.must(func(tx *club.Tx) error {
					_, err := tx.DB.Rating(ada, "rooya", false)
					require.ErrorIs(h.t, err, db.ErrNotFound, "people's ratings know nothing of it")
					stored, err := tx.DB.Rating(ada, "rooya", true)
					require.NoError(h.t, err)
					require.Equal(h.t, rated.Changes[0].After, stored)
					ranks, err := tx.DB.Standings("rooya", true, 9)
					require.NoError(h.t, err)
					require.Len(h.t, ranks, 2, "the robot stands there too")
					return nil
				})
			},
		},
		{name: "a draw", given: offers(db.OfferDraw, rules.White, "a1", "a2"), do: answer(rules.Black, true), events: []string{"GameEnded draw agreed", "GameRated 1500 1500"}},
		{name: "one ply", given: func(h *hall) { h.begin("rooya", "a1") }, do: resign(rules.White), events: []string{"GameEnded black resigned", "GameNotRated short"}},
		{name: "two plies each but one", given: func(h *hall) { h.begin("rooya", "a1", "a2", "a3") }, do: resign(rules.White), events: []string{"GameEnded black resigned", "GameNotRated short"}},
		{name: "a draw after one ply", given: offers(db.OfferDraw, rules.Black, "a1"), do: answer(rules.White, true), events: []string{"GameEnded draw agreed", "GameNotRated unplayed"}},
		{name: "a draw before the first ply", given: offers(db.OfferDraw, rules.White), do: answer(rules.Black, true), events: []string{"GameEnded draw agreed", "GameNotRated unplayed"}},
		{name: "given up before the first ply", given: func(h *hall) { h.begin("rooya") }, do: resign(rules.White), events: []string{"GameEnded black resigned", "GameNotRated short"}},
		{name: "a friendly game", given: unrated, do: resign(rules.White), events: []string{"GameEnded black resigned"}},
	})
}

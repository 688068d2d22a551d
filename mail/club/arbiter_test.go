package club_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

func TestArbiter(t *testing.T) {
	adjudicate := func(r rules.Result) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Adjudicate(tx, game, r) }
	}
	abort := func(tx *club.Tx) error { return club.Abort(tx, game) }
	extend := func(side rules.Side) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { // as package handler does
			if err := club.Extend(tx, game, side, 48*time.Hour); err != nil {
				return err
			}
			return tx.DB.NoteAudit(db.Audit{Act: "game extend", Subject: game, Detail: fmt.Sprintf("%s by %v", side, 48*time.Hour)})
		}
	}
	begun := func(h *hall) { h.begin("rooya", "a1", "a2") }
	// left requires that the clock of the side to move runs out at a moment.
	left := func(want time.Duration) func(h *hall) {
		return func(h *hall) {
			h.must(in(func(tx *club.Tx, t *club.Table) error {
				c, err := tx.Clock(t, t.Turn())
				require.Equal(h.t, want, c.Left)
				require.Equal(h.t, t.Game.ClockDue, c.Due(t.Game.Reminded), "the clockwork looks then")
				return err
			}))
		}
	}
	run(t, []check{
		{name: "a win", given: begun, do: adjudicate(rules.WhiteWins), events: []string{"GameEnded white adjudicated", "Rated 1338 1662"}},
		{name: "a draw", given: begun, do: adjudicate(rules.Draw), events: []string{"GameEnded draw adjudicated", "Rated 1500 1500"}},
		{name: "called off", given: begun, do: abort, events: []string{"GameEnded void aborted"}},
		{name: "called off twice", given: func(h *hall) { begun(h); h.must(abort) }, do: abort, refused: "over"},
		{name: "adjudicated when over", given: func(h *hall) { begun(h); h.must(abort) }, do: adjudicate(rules.Draw), refused: "over"},
		{
			name: "more time for who is to move", given: begun, do: extend(rules.Black), events: []string{"Extended black 48h0m0s"},
			then: left((3+1+2)*24*time.Hour - time.Minute),
		},
		{
			name: "reminded again", given: func(h *hall) {
				begun(h)
				h.later(40 * time.Hour * 2)
				h.must(func(tx *club.Tx) error { return club.LookAtClock(tx, game) })
			}, do: extend(rules.Black), events: []string{"Extended black 48h0m0s"},
			then: func(h *hall) {
				h.must(in(func(_ *club.Tx, t *club.Table) error { require.Zero(h.t, t.Game.Reminded); return nil }))
			},
		},
		{name: "more time for who waits", given: begun, do: extend(rules.White), events: []string{"Extended white 48h0m0s"}},
		{name: "more time when over", given: func(h *hall) { begun(h); h.must(abort) }, do: extend(rules.Black), refused: "over"},
	})
}

package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

func TestAdministration(t *testing.T) {
	suspend := func(letters bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Suspend(tx, bob, letters) }
	}
	resume := func(tx *club.Tx) error { return club.Resume(tx, bob) }
	run(t, []check{
		{name: "suspend", given: func(h *hall) { h.begin("rooya", "a1") }, do: suspend(true), events: []string{"Suspended Bob 19T12:03"}},
		{name: "suspend without letters", do: suspend(false)},
		{name: "suspend twice", given: func(h *hall) { h.must(suspend(true)) }, do: suspend(true), refused: club.ErrNothingToDo.Error()},
		{
			name: "resume", given: func(h *hall) { h.begin("rooya", "a1"); h.must(suspend(true)); h.later(time.Hour) }, do: resume,
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, t *club.Table) error {
					c, err := tx.Clock(t, t.Turn())
					require.Equal(h.t, 2*time.Minute, c.Used(h.now), "the hour does not count")
					return err
				}))
			},
		},
		{name: "resume whom nobody suspended", do: resume, refused: club.ErrNothingToDo.Error()},
		{
			name: "merge", given: func(h *hall) { h.begin("rooya", "a1") }, do: func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, true) },
			events: []string{"Merged Ada"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					p, err := tx.DB.PlayerByAddress("cleo@example.org")
					require.Equal(h.t, ada, p.ID)
					return err
				})
			},
		},
		{name: "merge without letters", do: func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, false) }},
		{name: "merge who have met", given: func(h *hall) { h.begin("rooya") }, do: func(tx *club.Tx) error { return club.Merge(tx, bob, ada, true) }, refused: db.ErrMet.Error()},
	})
}

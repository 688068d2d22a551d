package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
)

func TestTalk(t *testing.T) {
	playing := func(h *hall) { h.begin("rooya", "a1") }
	over := func(h *hall) { playing(h); h.resign(rules.White) }
	note := in(func(tx *club.Tx, g *club.Game) error { return club.Note(tx, g, rules.Black, 1, "a note") })
	publish := in(func(tx *club.Tx, g *club.Game) error { return club.PublishNotes(tx, g, rules.Black) })
	run(t, []check{
		{
			name: "say", given: playing, do: in(func(tx *club.Tx, g *club.Game) error { return club.Say(tx, g, rules.Black, 1, "hello") }),
			events: []string{"WordsSaid black hello"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					waits, err := tx.DB.Waiting(game, bob)
					require.Len(h.t, waits, 1)
					own, err2 := tx.DB.Waiting(game, ada)
					require.NoError(h.t, err2)
					require.Empty(h.t, own)
					return err
				})
			},
		},
		{name: "say after the end", given: over, do: in(func(tx *club.Tx, g *club.Game) error { return club.Say(tx, g, rules.White, 1, "well played") }), events: []string{"WordsSaid white well played"}},
		{name: "note, to oneself", given: playing, do: note},
		{name: "too many notes", given: func(h *hall) {
			playing(h)
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				for range 200 {
					require.NoError(h.t, club.Note(tx, g, rules.Black, 1, "a note"))
				}
				return nil
			}))
		}, do: note, refused: "too-many-notes"},
		{name: "publish", given: func(h *hall) { playing(h); h.must(note); h.must(note); h.resign(rules.White) }, do: publish, events: []string{"NotesPublished black 2"}},
		{name: "publish too early", given: func(h *hall) { playing(h); h.must(note) }, do: publish, refused: "publish-early"},
		{name: "publish nothing", given: over, do: publish, refused: "no-notes"},
	})
}

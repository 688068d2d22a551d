package notify

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
	"turnpost/templates/sample"
)

// TestWeights: every kind of section, and every sample of it, has a weight, and byWeight has no
// name twice.
func TestWeights(t *testing.T) {
	t.Parallel()
	all := slices.Concat(byWeight...)
	kinds := map[string]bool{}
	for _, name := range all {
		kind, _, _ := strings.Cut(name, ":")
		require.Contains(t, templates.Kinds(), kind)
		kinds[kind] = true
	}
	for _, kind := range templates.Kinds() {
		require.True(t, kinds[kind] || kind == "receipt", kind)
	}
	slices.Sort(all)
	require.Equal(t, len(all), len(slices.Compact(all)))
	for _, l := range sample.Letters() {
		for _, sec := range l.Message.Sections {
			require.Less(t, weightOf((&message{}).news(sec)), len(byWeight), "%s: %s", l.Name, (&message{}).news(sec))
		}
	}
}

// TestTheHeaviestOpens: of two sections, in whichever order they happened, the same opens.
func TestTheHeaviestOpens(t *testing.T) {
	t.Parallel()
	yours, late := &templates.Turn{ToMove: "you", Played: make([]templates.Ply, 1)}, &templates.Turn{ToMove: "you", Reminder: "over"}
	ended := &templates.Turn{ToMove: "nobody", News: make([]templates.GameNews, 1)}
	theirs := &templates.Turn{ToMove: "opponent", Played: make([]templates.Ply, 1)}
	shown := &templates.Turn{ToMove: "you", Again: true}
	asks := &templates.Turn{ToMove: "you", StandingOffer: templates.StandingOffer{Offer: "draw"}}
	offered := &templates.Turn{ToMove: "opponent", StandingOffer: templates.StandingOffer{Offer: "draw", OfferYours: true}, Again: true}
	forgotten, out := &templates.Forgotten{}, &templates.SeasonPart{What: "out"}
	won, table := &templates.SeasonTable{Why: "over", You: true}, &templates.SeasonTable{Why: "over"}
	set, vacations := &templates.Vacation{Ended: true}, &templates.Vacation{}
	changed, settings := &templates.Settings{Changed: []string{"name"}}, &templates.Settings{}
	for _, c := range [][2]templates.Section{
		{forgotten, &templates.SeasonPart{What: "withdrew"}},
		{forgotten, ended},
		{&templates.Stopped{}, won},
		{&templates.MessagesPaused{}, yours},
		{&templates.ConfirmLeaving{}, changed},
		{&templates.Quarantined{}, &templates.Help{}},
		{late, ended},
		{late, yours},
		{won, ended},
		{ended, table},
		{out, ended},
		{&templates.LadderLeft{}, ended},
		{ended, &templates.SeasonPart{What: "warned"}},
		{ended, yours},
		{ended, asks},
		{asks, yours},
		{asks, set},
		{&templates.Invitation{}, yours},
		{&templates.Invitation{}, changed},
		{&templates.SeasonTable{Why: "began"}, yours},
		{set, yours},
		{set, changed},
		{set, theirs},
		{yours, &templates.SeasonPart{What: "joined"}},
		{yours, theirs},
		{yours, changed},
		{yours, &templates.OpponentAway{}},
		{offered, theirs},
		{offered, &templates.InvitationSent{}},
		{&templates.OpponentWords{}, theirs},
		{theirs, shown},
		{theirs, changed},
		{&templates.InvitationSent{}, changed},
		{changed, shown},
		{changed, settings},
		{changed, vacations},
		{&templates.Digest{}, &templates.Puzzle{}},
		{&templates.Digest{Waiting: make([]templates.DigestGame, 1)}, changed},
		{changed, &templates.Digest{}},
		{&templates.Digest{}, &templates.LadderPlaces{}},
		{&templates.Ladder{Why: "slid"}, &templates.Digest{}},
		{shown, &templates.SeasonTable{Why: "top"}},
		{&templates.Help{}, &templates.ZoneHint{}},
		{settings, &templates.NameReplaced{}},
	} {
		for _, order := range [][]templates.Section{{c[0], c[1]}, {c[1], c[0]}} {
			r := &message{text: templates.Message{Sections: slices.Clone(order)}}
			r.arrange()
			require.Same(t, c[0], r.text.Sections[0], "%T and %T", c[0], c[1])
		}
	}
	// What was asked for is told in the order of asking.
	r := &message{text: templates.Message{Sections: []templates.Section{&templates.Rules{}, shown, &templates.Help{}, vacations}}}
	asked := slices.Clone(r.text.Sections)
	r.arrange()
	require.Equal(t, asked, r.text.Sections)
}

package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

func TestSettings(t *testing.T) {
	monday, seven := time.Monday, 7*60
	// is checks something of Ada's row.
	is := func(want any, of func(p db.Player) any) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				p, err := tx.DB.Player(ada)
				require.Equal(h.t, want, of(p))
				return err
			})
		}
	}
	digest := func(p db.Player) any { return [3]any{p.Messages, p.Digest, p.DigestDue} }
	weekly := func(tx *club.Tx) error { return club.SetDigest(tx, ada, db.DigestWeekly, &monday, &seven) }
	run(t, []check{
		{name: "name", do: func(tx *club.Tx) error { return club.Rename(tx, ada, "Ada  Lovelace") }, events: []string{"PlayerChanged Ada Lovelace name"}},
		{name: "a name that is empty", do: func(tx *club.Tx) error { return club.Rename(tx, ada, " ") }, refused: "bad-name"},
		{name: "an address for a name", do: func(tx *club.Tx) error { return club.Rename(tx, ada, "a@b") }, refused: "bad-name"},
		{name: "a name in two scripts", do: func(tx *club.Tx) error { return club.Rename(tx, ada, "Аda") }, refused: "name-scripts"},
		{name: "a name that is too long", do: func(tx *club.Tx) error { return club.Rename(tx, ada, "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") }, refused: "bad-name"},
		{name: "nobody's name", do: func(tx *club.Tx) error { return club.Rename(tx, 99, "Ada") }, refused: "not found"},
		{name: "language", do: func(tx *club.Tx) error { return club.SetLanguage(tx, ada, "fr") }, events: []string{"PlayerChanged Ada lang"}, then: is("fr", func(p db.Player) any { return p.Lang })},
		{name: "board", do: func(tx *club.Tx) error { return club.SetBoard(tx, ada, db.BoardUnicode) }, events: []string{"PlayerChanged Ada board"}, then: is(db.BoardUnicode, func(p db.Player) any { return p.Board })},
		{name: "board in words", do: func(tx *club.Tx) error { return club.SetBoard(tx, ada, db.BoardWords) }, events: []string{"PlayerChanged Ada board"}, then: is(db.BoardWords, func(p db.Player) any { return p.Board })},
		{name: "no analysis", do: func(tx *club.Tx) error { return club.Switch(tx, ada, club.SettingAnalysis, false) }, events: []string{"PlayerChanged Ada analysis"}, then: is(true, func(p db.Player) any { return p.NoAnalysis })},
		{name: "analysis again", given: func(h *hall) { h.player(ada, func(p *db.Player) { p.NoAnalysis = true }) },
			do: func(tx *club.Tx) error { return club.Switch(tx, ada, club.SettingAnalysis, true) }, events: []string{"PlayerChanged Ada analysis"}, then: is(false, func(p db.Player) any { return p.NoAnalysis })},
		{name: "nobody's analysis", do: func(tx *club.Tx) error { return club.Switch(tx, 99, club.SettingAnalysis, false) }, refused: "not found"},
		{
			name: "timezone, with a digest and a game", given: func(h *hall) { h.begin("rooya"); h.must(weekly) },
			do: func(tx *club.Tx) error { return club.SetTimezone(tx, ada, "Europe/Rome") }, events: []string{"PlayerChanged Ada timezone"},
			then: is([3]any{db.MessagesEvery, db.DigestWeekly, time.Date(2026, 6, 22, 5, 0, 0, 0, time.UTC)}, digest),
		},
		{name: "weekly digest", do: weekly, events: []string{"PlayerChanged Ada digest"}, then: is([3]any{db.MessagesEvery, db.DigestWeekly, time.Date(2026, 6, 22, 7, 0, 0, 0, time.UTC)}, digest)},
		{name: "daily digest at the usual time", do: func(tx *club.Tx) error { return club.SetDigest(tx, ada, db.DigestDaily, nil, nil) }, events: []string{"PlayerChanged Ada digest"},
			then: is([3]any{db.MessagesEvery, db.DigestDaily, time.Date(2026, 6, 20, 7, 30, 0, 0, time.UTC)}, digest)},
		{name: "no digest", given: func(h *hall) { h.must(weekly) }, do: func(tx *club.Tx) error { return club.DropDigest(tx, ada) }, events: []string{"PlayerChanged Ada digest"},
			then: is([3]any{db.MessagesEvery, db.DigestOff, time.Time{}}, digest)},
		{name: "letters only of one's own turns", do: func(tx *club.Tx) error { return club.SetMessages(tx, ada, db.MessagesMine) }, events: []string{"PlayerChanged Ada letters"}},
		{name: "only digests begin one", do: func(tx *club.Tx) error { return club.SetMessages(tx, ada, db.MessagesDigest) }, events: []string{"PlayerChanged Ada letters also"},
			then: is([3]any{db.MessagesDigest, db.DigestDaily, time.Date(2026, 6, 20, 7, 30, 0, 0, time.UTC)}, digest)},
		{name: "only digests, and then none", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.SetMessages(tx, ada, db.MessagesDigest) }) },
			do: func(tx *club.Tx) error { return club.DropDigest(tx, ada) }, events: []string{"PlayerChanged Ada digest also"}, then: is([3]any{db.MessagesMine, db.DigestOff, time.Time{}}, digest)},
		{name: "a digest that was written", given: func(h *hall) { h.must(weekly) }, do: func(tx *club.Tx) error { return club.DigestTold(tx, ada, true, true) },
			then: is(begin.Add(time.Minute), func(p db.Player) any { return p.DigestAt })},
		{name: "a digest that waits", given: func(h *hall) { h.must(weekly) }, do: func(tx *club.Tx) error { return club.PutOffDigest(tx, ada, begin.Add(time.Hour)) },
			then: is([3]any{db.MessagesEvery, db.DigestWeekly, begin.Add(time.Hour)}, digest)},
		{name: "no digest waits", do: func(tx *club.Tx) error { return club.PutOffDigest(tx, ada, begin.Add(time.Hour)) }, then: is([3]any{db.MessagesEvery, db.DigestOff, time.Time{}}, digest)},
	})
}

// Open tables see changed players.
func TestSettingsReachTheOpenTables(t *testing.T) {
	h := newHall(t)
	h.begin("rooya")
	h.must(in(func(tx *club.Tx, g *club.Game) error {
		require.NoError(h.t, club.Rename(tx, bob, "Robert"))
		require.Equal(h.t, "Robert", g.White.Name)
		return nil
	}))
}

// A timezone is suggested once, to a player who has set none; if they then set one, it stays.
func TestNoteZoneHinted(t *testing.T) {
	hint := func(tx *club.Tx) error { return club.NoteZoneHinted(tx, ada) }
	zone := func(name string) func(h *hall) {
		return func(h *hall) { h.must(func(tx *club.Tx) error { return club.SetTimezone(tx, ada, name) }) }
	}
	// is checks whether a zone was suggested to Ada, whether one is set, and its name.
	is := func(hinted, set bool, name string) func(h *hall) {
		return func(h *hall) {
			h.player(ada, func(p *db.Player) {
				require.Equal(h.t, [3]any{hinted, set, name}, [3]any{club.ZoneHinted(*p), club.HasZone(*p), club.ZoneName(*p)})
			})
		}
	}
	run(t, []check{
		{name: "none is set", do: hint, then: is(true, false, "UTC")},
		{name: "again", given: func(h *hall) { h.must(hint) }, do: hint, then: is(true, false, "UTC")},
		{name: "one is set", given: zone("Europe/Rome"), do: hint, then: is(false, true, "Europe/Rome")},
		{name: "UTC is set", given: zone("UTC"), do: hint, then: is(false, true, "UTC")},
		{name: "the operator's for newcomers", given: func(h *hall) { h.player(ada, func(p *db.Player) { p.Timezone = "Europe/Rome usual" }) }, do: hint, then: is(true, false, "Europe/Rome")},
		{name: "set afterwards", given: func(h *hall) { h.must(hint) }, do: func(tx *club.Tx) error { return club.SetTimezone(tx, ada, "Europe/Rome") },
			events: []string{"PlayerChanged Ada timezone"}, then: is(false, true, "Europe/Rome")},
		{name: "nobody", do: func(tx *club.Tx) error { return club.NoteZoneHinted(tx, 99) }, refused: "not found"},
	})
}

package club_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

func TestPlayerAt(t *testing.T) {
	for _, c := range []struct {
		name, address, signed, lang string
		fresh                       bool
		called, reads               string
	}{
		{"known", "ada@example.org", "Somebody", "fr", false, "Ada", "en"},
		{"new", "Dan@Example.org", "Dan Brown", "fr", true, "Dan Brown", "fr"},
		{"new, and signed with nothing", "dan+games@example.org", "", "", true, "Dan", "en"},
		{"new, and signed with an address", "dan@example.org", "ada@example.org", "en", true, "Dan", "en"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHall(t)
			h.must(func(tx *club.Tx) error {
				p, fresh, err := club.PlayerAt(tx, c.address, strings.ToLower(c.address), c.signed, c.lang)
				require.Equal(t, [3]any{c.fresh, c.called, c.reads}, [3]any{fresh, p.Name, p.Lang})
				return err
			})
			require.Empty(t, h.heard)
		})
	}
}

func TestNameOf(t *testing.T) {
	for _, c := range []struct{ signed, address, want string }{
		{"Ada Lovelace", "a@x", "Ada Lovelace"},
		{"  Ada \t \"the\" <Lovelace>\n", "a@x", "Ada the Lovelace"},
		{"", "ada@x", "Ada"},
		{"", "ada+games@x", "Ada"},
		{"", "+games@x", "Games"},
		{"", "ada.lovelace@x", "Ada lovelace"},
		{"Lovelace, Ada (IBM)", "a@x", "Lovelace Ada IBM"},
		{"J.R.R. Tolkien", "a@x", "J.R.R. Tolkien"},
		{"D’Arcy O'Neill-Smith", "a@x", "D'Arcy O'Neill-Smith"},
		{"", "turnpost@x", "Player"},
		{"", "山田@x", "山田"},
		{"", "123@x", "Player"},
		{"ada@example.org", "bob@x", "Bob"},
		{"Аda", "bob@x", "Bob"},
		{"Ада", "bob@x", "Ада"},
		{"𝐀da", "bob@x", "Bob"},
		{strings.Repeat("é", 50), "bob@x", strings.Repeat("é", 40)},
	} {
		require.Equal(t, c.want, club.New(nil, nil).NameOf(c.signed, c.address), "%q of %s", c.signed, c.address)
	}
}

func TestWelcome(t *testing.T) {
	silent := func(h *hall) { h.player(ada, func(p *db.Player) { p.StoppedAt = h.now }) }
	invited := func(h *hall) { h.player(ada, func(p *db.Player) { p.WroteAt = time.Time{} }) }
	suspended := func(h *hall) { h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, true) }) }
	// was requires what Welcome answers.
	was := func(first, quiet bool, w club.Wrote) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			gotFirst, gotQuiet, err := club.Welcome(tx, ada, w)
			require.Equal(t, [2]bool{first, quiet}, [2]bool{gotFirst, gotQuiet})
			return err
		}
	}
	// is requires how Ada is called, what she reads, and whether letters go.
	is := func(name, lang string, letters bool) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				p, err := tx.DB.Player(ada)
				require.Equal(h.t, [3]any{name, lang, letters}, [3]any{p.Name, p.Lang, p.StoppedAt.IsZero()})
				return err
			})
		}
	}
	run(t, []check{
		{name: "a letter", do: was(false, false, club.Wrote{Signed: "Other", Lang: "fr", Proven: true}), then: is("Ada", "en", true)},
		{name: "the first", given: invited, do: was(true, false, club.Wrote{Signed: "Ada L.", Lang: "fr", Proven: true}), then: is("Ada L.", "fr", true)},
		{name: "the first, unproven", given: invited, do: was(false, false, club.Wrote{Signed: "Mallory", Lang: "fr"}), then: is("Ada", "en", true)},
		{name: "after a silence", given: silent, do: was(false, true, club.Wrote{Proven: true}), then: is("Ada", "en", true)},
		{name: "after a silence, unproven", given: silent, do: was(false, true, club.Wrote{}), then: is("Ada", "en", false)},
		{name: "of who is suspended", given: suspended, do: was(false, false, club.Wrote{Proven: true}), events: []string{"Resumed Ada 19T12:01"}},
		{name: "of who is suspended, unproven", given: suspended, do: was(false, false, club.Wrote{})},
	})
}

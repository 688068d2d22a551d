package club_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/mending"
)

// Names that were stored before they were cleaned at the door reach nobody any more.
func TestAbuseNamesOfOldDatabases(t *testing.T) {
	h := newHall(t)
	h.player(ada, func(p *db.Player) { p.Name = "Prize Office http://evil.example" })
	h.player(bob, func(p *db.Player) { p.Name = "Bob" })
	h.begin("rooya", "a1")
	h.invited(ada, cleo)
	subjects := func() (all [3]string) {
		h.must(func(tx *club.Tx) error {
			p, err := tx.DB.Player(ada)
			require.NoError(t, err)
			g, err := tx.DB.Game(game)
			require.NoError(t, err)
			i, err := tx.DB.Invitation(2)
			all = [3]string{p.Name, g.Subject, i.Subject}
			return err
		})
		return all
	}
	require.Contains(t, subjects()[1], "http://evil.example")
	h.must(func(tx *club.Tx) error { return mending.Names(tx, slog.New(slog.DiscardHandler)) })
	want := [3]string{"Ada", "Le Rooya #1: Ada - Bob", "Le Rooya #2: Ada - Cleo"}
	t.Logf("abuse | a name that is a link, in an old database | it is mended, in subjects too | %q", subjects()[1])
	require.Equal(t, want, subjects())
	h.must(func(tx *club.Tx) error {
		left, err := mending.Misnamed(tx)
		require.Empty(t, left)
		return err
	})
	h.verify()
}

// Rules that this program does not know are no reason not to start.
func TestAbuseNamesInGamesOfUnknownRules(t *testing.T) {
	h := newHall(t)
	h.player(ada, func(p *db.Player) { p.Name = "Prize Office http://evil.example" })
	h.player(bob, func(p *db.Player) { p.Name = "Bob" })
	h.begin("rooya", "a1")
	var log bytes.Buffer
	written := slog.New(slog.NewTextHandler(&log, nil))
	h.club = club.New(nil, written)
	h.must(func(tx *club.Tx) error { return mending.Names(tx, written) })
	require.Contains(t, log.String(), "rooya")
	h.must(func(tx *club.Tx) error {
		i, err := tx.DB.Invitation(game)
		t.Logf("abuse | a name that is a link, in a game of rules that are no more | it is mended, and the server starts | %q", i.Subject)
		require.Equal(t, "Le Rooya #1: Ada - Bob", i.Subject)
		return err
	})
}

package handler_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// What an operator sets for newcomers holds until they show or set something else, and
// for nobody who was here before.
func TestNewcomersDefaults(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	slow, err := clock.ParsePace("slow")
	require.NoError(t, err)
	p := &w.Handler.Club.Policy
	p.Language, p.Timezone, p.Pace = "it", "Europe/Rome", slow
	w.Proven("Cleo <cleo@example.org>", "?")
	w.Proven("Dan <dan@example.org>", "Bonjour, comment on joue ici ?")
	w.Proven("Ada <"+ada+">", "challenge eve@example.org turro")
	w.Proven("Ada <"+ada+">", "challenge cleo@example.org turro pace fast")
	// A usual zone stands beside the time, as nobody has set it; a set one does not.
	require.Contains(t, w.Last("cleo@example.org").Text, " CET.")
	w.Proven("Cleo <cleo@example.org>", "timezone America/New_York")
	require.NotContains(t, w.Last("cleo@example.org").Text, " EST")
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		for address, want := range map[string]string{
			"cleo@example.org": "it America/New_York true", "dan@example.org": "fr Europe/Rome false",
			"eve@example.org": "en Europe/Rome false", ada: "en UTC false", // who is invited reads the inviter's language
		} {
			p, err := tx.PlayerByAddress(address)
			require.NoError(t, err)
			require.Equal(t, want, fmt.Sprint(p.Lang, " ", club.ZoneName(p), " ", club.HasZone(p)), address)
		}
		for id, want := range map[int64]string{2: slow.String(), 3: "1d+8h/2d"} {
			i, err := tx.Invitation(id)
			require.NoError(t, err)
			require.Equal(t, want, i.Pace)
		}
		return nil
	}))
}

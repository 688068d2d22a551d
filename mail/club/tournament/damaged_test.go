package tournament_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
)

// A game that cannot be opened on its event date keeps its own tournament waiting alone.
func TestADamagedGameHoldsItsTournamentUpAlone(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "damaged.db")
	w := newSeasonWorld(t, path, 8)
	begun(w, "roses", 4)
	for player := int64(5); player <= 8; player++ {
		w.join(player, "turro")
	}
	w.Now = w.Now.Add(15 * day)
	w.steps()
	broken := w.tables("roses-1")[0].Games[0].ID
	dbtest.Execute(t, path, `UPDATE games SET plies = 1 WHERE id = ?`, broken)
	w.Now = w.named("turro-1").EndsAt.Add(day)
	var step *tournament.Step
	find := func(tx *club.Tx) (err error) { step, err = tournament.NextStep(w.Club, tx.DB); return err }
	w.Do(find)
	require.Equal(t, "roses-1", step.Tournament.Name)
	require.NoError(t, step.Think(t.Context()))
	w.Do(func(tx *club.Tx) error {
		require.Error(t, step.Run(tx))
		return step.PutOff(tx.DB)
	})
	w.Do(find)
	require.Equal(t, "turro-1", step.Tournament.Name)
}

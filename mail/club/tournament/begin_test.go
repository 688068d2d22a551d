package tournament_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
)

// A season begins by one transaction that makes the divisions, and one for each of them. Who
// dies in one has begun nothing of that division, and another daemon goes on where it was.
func TestASeasonBeginsADivisionATransaction(t *testing.T) {
	clubtest.Each(t, func(t *testing.T, where string) {
		const players, divisions = 20, 3
		w := newSeasonWorld(t, where, players)
		for i := range players - 1 {
			w.join(int64(i+1), "roses")
		}
		w.Now = w.Now.Add(tournament.SignUpTime)
		early := w.step()
		w.join(players, "roses")
		w.Do(early.Run)
		require.Equal(t, -1, w.begun("roses-1"), "somebody has joined since the divisions were reckoned")
		begun := map[int]int{}
		for n := range 1 + divisions {
			step := w.step()
			require.NotNil(t, step)
			killed := errors.New("killed")
			err := w.DB.Update(context.Background(), func(tx *db.Tx) error {
				if err := step.Run(w.Club.Begin(tx, 0)); err != nil {
					return err
				}
				return killed
			})
			require.ErrorIs(t, err, killed)
			require.Equal(t, n-1, w.begun("roses-1"), "nothing of it is there")

			other, err := db.Open(t.Context(), where)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, other.Close()) })
			other.Now = func() time.Time { return w.Now }
			w.DB = other
			w.Heard = nil
			w.Do(w.step().Run)
			for _, e := range clubtest.HeardOf[tournament.Began](w.World) {
				begun[e.Table.Division.Number] += len(e.Games)
			}
			require.Equal(t, n, w.begun("roses-1"))
		}
		require.Equal(t, map[int]int{1: 21, 2: 21, 3: 15}, begun, "each division once, by seven, seven and six")
		require.Nil(t, w.step(), "nothing is left to do")
		require.Equal(t, seasons.Running, w.named("roses-1").State)
		for _, table := range w.tables("roses-1") {
			require.Len(t, table.Games, begun[table.Division.Number])
		}
		w.Verify()
	})
}

// begun is how many divisions of a tournament have begun; -1: there are none yet.
func (w *seasonWorld) begun(name string) (n int) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := seasons.Named(tx.DB, name)
		if err != nil {
			return err
		}
		divisions, err := seasons.Divisions(tx.DB, t.ID)
		if len(divisions) == 0 {
			n = -1
		}
		for _, d := range divisions {
			if !d.BegunAt.IsZero() {
				n++
			}
		}
		return err
	})
	return n
}

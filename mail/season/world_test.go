package season_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/season"
)

const day = 24 * time.Hour

// world is a club with seasons on a real database, in a time that the test moves.
type world struct{ *clubtest.World }

// newWorld has players Aa, Ab and so on, whose games are public.
func newWorld(t *testing.T, where string, players int) *world {
	return &world{clubtest.New(t, where, season.Listen, players, func(i int, p *db.Player) {
		p.Name, p.Public = fmt.Sprintf("Player %c%c", 'A'+i/26, 'a'+i%26), true
	})}
}

func (w *world) join(player int64, name string) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error { return season.Join(tx, player, name) })
}

// steps does what is to be done now, and returns how many transactions it took.
func (w *world) steps() (n int) {
	w.T.Helper()
	for {
		step := w.step()
		if step == nil {
			return n
		}
		require.NoError(w.T, step.Think(w.T.Context()))
		heard := w.Heard
		w.Do(step.Run)
		w.Heard = append(heard, w.Heard...)
		n++
		require.Less(w.T, n, 1000, "%s goes round", step.Name())
	}
}

// step is what is to be done next; nil: nothing.
func (w *world) step() (step *season.Step) {
	w.T.Helper()
	err := w.DB.View(context.Background(), func(tx *db.Tx) (err error) { step, err = season.Next(w.Club, tx); return err })
	if err != nil {
		require.ErrorIs(w.T, err, db.ErrNotFound)
		return nil
	}
	return step
}

func (w *world) named(name string) (t seasons.Tournament) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) { t, err = seasons.Named(tx.DB, name); return err })
	return t
}

func (w *world) tables(name string) (out []season.Table) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := seasons.Named(tx.DB, name)
		if err == nil {
			out, err = season.Tables(tx, t)
		}
		return err
	})
	return out
}

// clocks does what the clocks of games are due for.
func (w *world) clocks() {
	for {
		var id int64
		err := w.DB.View(context.Background(), func(tx *db.Tx) error { g, err := tx.NextClock(false, 0); id = g.ID; return err })
		if err != nil {
			require.ErrorIs(w.T, err, db.ErrNotFound)
			return
		}
		w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, id) })
	}
}

// each tries something on both engines.
func each(t *testing.T, players int, f func(w *world)) {
	clubtest.Each(t, func(t *testing.T, where string) { f(newWorld(t, where, players)) })
}

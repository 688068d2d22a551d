package season_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/season"
	"turnpost/mail/verify"
	"turnpost/rules/all"
)

const day = 24 * time.Hour

// world is a club with seasons on a real database, in a time that the test moves.
type world struct {
	t     *testing.T
	db    *db.DB
	club  *club.Club
	now   time.Time
	heard []club.Event
	hear  func() // after each transaction
}

func newWorld(t *testing.T, where string, players int) *world {
	w := &world{t: t, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), club: club.New(all.Games(), slog.New(slog.DiscardHandler))}
	w.club.Listeners = append(w.club.Listeners, season.Listen, func(_ *club.Tx, e club.Event) error {
		w.heard = append(w.heard, e)
		return nil
	})
	d, err := db.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	d.Now = func() time.Time { return w.now }
	w.db = d
	w.do(func(tx *club.Tx) error {
		for i := range players {
			address := fmt.Sprintf("p%d@example.org", i+1)
			p, err := tx.DB.AddPlayer(address, address, fmt.Sprintf("Player %c%c", 'A'+i/26, 'a'+i%26))
			if err != nil {
				return err
			}
			p.WroteAt, p.Public = tx.Now(), true
			if err := tx.DB.SavePlayer(p); err != nil {
				return err
			}
		}
		return nil
	})
	return w
}

func (w *world) try(f func(tx *club.Tx) error) error {
	var heard []club.Event
	err := w.db.Update(context.Background(), func(tx *db.Tx) error {
		w.heard, heard = nil, nil
		err := f(w.club.Begin(tx, 0))
		heard = w.heard
		return err
	})
	w.heard = heard
	if w.hear != nil {
		w.hear()
	}
	return err
}

func (w *world) do(f func(tx *club.Tx) error) {
	w.t.Helper()
	require.NoError(w.t, w.try(f))
}

func (w *world) refuses(code string, f func(tx *club.Tx) error) {
	w.t.Helper()
	refusal, ours := club.Refused(w.try(f))
	require.NoError(w.t, ours)
	require.NotNil(w.t, refusal)
	require.Equal(w.t, code, refusal.Code)
}

func (w *world) join(player int64, name string) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error { return season.Join(tx, player, name) })
}

// steps does what is to be done now, and returns how many transactions it took.
func (w *world) steps() (n int) {
	w.t.Helper()
	for {
		var step *season.Step
		err := w.db.View(context.Background(), func(tx *db.Tx) (err error) { step, err = season.Next(w.club, tx); return err })
		if err != nil {
			require.ErrorIs(w.t, err, db.ErrNotFound)
			return n
		}
		require.NoError(w.t, step.Think(w.t.Context()))
		heard := w.heard
		w.do(step.Run)
		w.heard = append(heard, w.heard...)
		n++
		require.Less(w.t, n, 1000, "%s goes round", step.Name())
	}
}

func (w *world) named(name string) (t seasons.Tournament) {
	w.t.Helper()
	w.do(func(tx *club.Tx) (err error) { t, err = seasons.Named(tx.DB, name); return err })
	return t
}

func (w *world) tables(name string) (out []season.Table) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error {
		t, err := seasons.Named(tx.DB, name)
		if err == nil {
			out, err = season.Tables(tx, t)
		}
		return err
	})
	return out
}

func (w *world) verify() {
	w.t.Helper()
	faults, err := verify.Check(w.t.Context(), w.club, w.db, verify.Options{})
	require.NoError(w.t, err)
	require.Empty(w.t, faults)
}

// heardOf is what was heard of a kind.
func heardOf[T any](w *world) (out []T) {
	for _, e := range w.heard {
		if e, ok := e.(T); ok {
			out = append(out, e)
		}
	}
	return out
}

// each tries something on both engines.
func each(t *testing.T, players int, f func(w *world)) {
	t.Run("SQLite", func(t *testing.T) { f(newWorld(t, filepath.Join(dbtest.Dir(t), "seasons.db"), players)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(newWorld(t, dbtest.Postgres(t), players)) })
}

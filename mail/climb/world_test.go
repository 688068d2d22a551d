package climb_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/ladders"
	"turnpost/mail/climb"
	"turnpost/mail/club"
	"turnpost/mail/verify"
	"turnpost/rules"
	"turnpost/rules/all"
)

const day = 24 * time.Hour

// world is a club with ladders on a real database, in a time that the test moves.
type world struct {
	t     *testing.T
	db    *db.DB
	club  *club.Club
	now   time.Time
	heard []club.Event
}

func newWorld(t *testing.T, where string, players int) *world {
	w := &world{t: t, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), club: club.New(all.Games(), slog.New(slog.DiscardHandler))}
	w.club.Listeners = append(w.club.Listeners, climb.Listen, func(_ *club.Tx, e club.Event) error {
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
			p, err := tx.DB.AddPlayer(address, address, fmt.Sprint("P", i+1))
			if err != nil {
				return err
			}
			p.WroteAt = tx.Now()
			if err := tx.DB.SavePlayer(p); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range players {
		w.join(int64(i + 1))
	}
	return w
}

func (w *world) try(f func(tx *club.Tx) error) error {
	return w.db.Update(context.Background(), func(tx *db.Tx) error {
		w.heard = nil
		return f(w.club.Begin(tx, 0))
	})
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

func (w *world) join(player int64) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error { return climb.Join(tx, player, "turro") })
}

// challenge lets a player challenge, and returns the game and who was picked; 0: nobody.
func (w *world) challenge(player int64) (game, picked int64) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error {
		t, err := climb.Challenge(tx, player, "turro")
		if t != nil {
			game, picked = t.Game.ID, t.Player(t.Turn()).ID
		}
		return err
	})
	return game, picked
}

// won ends a game that a player wins.
func (w *world) won(game, player int64) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error {
		t, err := tx.Table(game)
		if err != nil {
			return err
		}
		result := rules.BlackWins
		if t.Side(player) == rules.White {
			result = rules.WhiteWins
		}
		return club.Adjudicate(tx, game, result)
	})
}

// order is who stands on the ladder.
func (w *world) order() string {
	w.t.Helper()
	var names []string
	w.do(func(tx *club.Tx) error {
		rungs, err := ladders.Places(tx.DB, "turro", 1, 1000)
		for _, r := range rungs {
			names = append(names, fmt.Sprint(r.Player))
		}
		return err
	})
	return strings.Join(names, " ")
}

// slides does all slides that are due, and returns how many transactions it took.
func (w *world) slides() (n int) {
	w.t.Helper()
	for {
		var due ladders.Rung
		err := w.db.View(context.Background(), func(tx *db.Tx) (err error) { due, err = ladders.NextSlide(tx, 0); return err })
		if err != nil {
			require.ErrorIs(w.t, err, db.ErrNotFound)
			return n
		}
		heard := w.heard
		w.do(func(tx *club.Tx) error { return climb.Slide(tx, due.Rules, due.Player) })
		w.heard = append(heard, w.heard...)
		n++
		require.Less(w.t, n, 1000, "it goes round")
	}
}

func (w *world) verify() {
	w.t.Helper()
	faults, err := verify.Check(w.t.Context(), w.club, w.db, verify.Options{})
	require.NoError(w.t, err)
	require.Empty(w.t, faults)
}

// player changes a player's row.
func (w *world) player(id int64, f func(p *db.Player)) {
	w.t.Helper()
	w.do(func(tx *club.Tx) error {
		p, err := tx.DB.Player(id)
		if err != nil {
			return err
		}
		f(&p)
		return tx.DB.SavePlayer(p)
	})
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

// each tries something on both engines, with so many on the ladder.
func each(t *testing.T, players int, f func(w *world)) {
	t.Run("SQLite", func(t *testing.T) { f(newWorld(t, filepath.Join(dbtest.Dir(t), "ladders.db"), players)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(newWorld(t, dbtest.Postgres(t), players)) })
}

// on tries something on SQLite.
func on(t *testing.T, players int) *world {
	return newWorld(t, filepath.Join(dbtest.Dir(t), "ladders.db"), players)
}

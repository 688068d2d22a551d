package season_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/season"
)

// A year of people with habits: seasons end on their dates or before, nobody is out
// without a warning, and two go up and two down.
func TestAYear(t *testing.T) {
	const players = 26
	w := newWorld(t, filepath.Join(dbtest.Dir(t), "year.db"), players)
	r := rand.New(rand.NewPCG(1, 2026))
	for i := range players {
		w.join(int64(i+1), "roses")
	}
	warned, out := map[string]bool{}, 0
	note := func() {
		for _, e := range clubtest.HeardOf[season.Warned](w.World) {
			warned[fmt.Sprint(e.Tournament.ID, e.Player.ID)] = true
		}
		for _, e := range clubtest.HeardOf[season.Out](w.World) {
			out++
			require.True(t, !e.OnTime || warned[fmt.Sprint(e.Tournament.ID, e.Player.ID)], "out without a warning")
		}
		for _, e := range clubtest.HeardOf[season.DivisionOver](w.World) {
			require.False(t, w.Now.After(e.Table.Tournament.EndsAt.Add(2*day)))
		}
	}
	for end := w.Now.Add(365 * day); w.Now.Before(end); w.Now = w.Now.Add(2 * day) {
		w.Heard = nil
		w.steps()
		note()
		w.clocks(note)
		if r.IntN(40) == 0 { // a quitter
			_ = w.Try(func(tx *club.Tx) error { return season.Leave(tx, 1+r.Int64N(players), "roses") })
			note()
		}
		w.turns(r, note)
	}
	require.Positive(t, out)
	require.Equal(t, seasons.Over, w.named("roses-2").State)
	for n := 2; n <= 3; n++ {
		before, after := w.tables(fmt.Sprintf("roses-%d", n-1)), w.tables(fmt.Sprintf("roses-%d", n))
		if len(after) == 0 {
			require.Equal(t, 3, n)
			continue
		}
		where := map[int64]int{}
		for i, d := range after {
			for _, row := range d.Rows {
				where[row.ID] = i
			}
		}
		for i, d := range before {
			if i == 0 {
				continue
			}
			for _, row := range d.Rows[:2] {
				if now, ok := where[row.ID]; ok {
					require.LessOrEqual(t, now, i-1, "who was among the first two of division %d went up", i+1)
				}
			}
		}
	}
	w.Verify()
}

// clocks does what the clocks of games are due for.
func (w *world) clocks(note func()) {
	for {
		var id int64
		err := w.DB.View(context.Background(), func(tx *db.Tx) error { g, err := tx.NextClock(false, 0); id = g.ID; return err })
		if err != nil {
			require.ErrorIs(w.T, err, db.ErrNotFound)
			return
		}
		w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, id) })
		note()
	}
}

// turns lets everybody play as is their habit: most soon, some slowly, a few not at all.
func (w *world) turns(r *rand.Rand, note func()) {
	var running []int64
	w.Do(func(tx *club.Tx) error {
		games, err := tx.DB.GamesAfter(0, 1<<40, 10000)
		for _, g := range games {
			if !g.Over() {
				running = append(running, g.ID)
			}
		}
		return err
	})
	for chunk := range slices.Chunk(running, 50) {
		w.Do(func(tx *club.Tx) error {
			for _, id := range chunk {
				t, err := tx.Table(id)
				if err != nil {
					return err
				}
				for !t.Over() {
					p := t.Player(t.Turn()).ID
					if p%8 == 5 || p%3 == 0 && r.IntN(3) > 0 || r.IntN(12) == 0 {
						break
					}
					if r.IntN(150) == 0 {
						err = club.Resign(tx, t, t.Turn())
						if err != nil {
							return err
						}
						break
					}
					legal := t.Record.Legal()
					if err := club.Play(tx, t, t.Turn(), legal[r.IntN(len(legal))]); err != nil {
						return err
					}
				}
			}
			return nil
		})
		note()
	}
}

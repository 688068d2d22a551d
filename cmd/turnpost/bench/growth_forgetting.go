package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// growthForgetting is what it took to forget somebody, with a stream of moves beside it.
type growthForgetting struct {
	games, running int           // that they had
	yes, took      time.Duration // the answer to their yes, and all pieces after it
	pieces         int
	turns          turnsHeard // while something is measured
	alone, beside  besides
}

// besides is what moves took, and how long somebody waited for the writer, who asked for
// it again and again and wrote nothing.
type besides struct {
	moves, waits durations
	holders      map[string]*holder // who had the writer
}

// asking is how long after one turn of the writer's the next is asked for.
const asking = 3 * time.Millisecond

// beside plays moves while there are to be more, and asks for the writer.
func (g *growth) beside(ctx context.Context, pause time.Duration, more func(played int) bool) (b besides, err error) {
	before := g.letters
	defer func() { g.letters = before }()
	g.letters = growthLetters{}
	g.forgetting.turns.take()
	asks, stop := context.WithCancel(as(ctx, byAsking))
	ended := make(chan error, 1)
	go func() {
		for {
			began := time.Now()
			err := g.db.Take(asks, func(*db.Tx) error { b.waits = append(b.waits, time.Since(began)); return nil })
			if err != nil || !sleepFor(asks, asking) {
				if asks.Err() != nil {
					err = nil
				}
				ended <- err
				return
			}
		}
	}()
	for err == nil && more(len(g.letters.total)) {
		if err = g.letter(ctx); err == nil && !sleepFor(ctx, pause) {
			err = ctx.Err()
		}
	}
	stop()
	err = errors.Join(err, <-ended)
	b.moves, b.holders = g.letters.total, holders(g.forgetting.turns.take())
	return b, err
}

// regular is the player whom 'bench seed --regular' gives many games.
const regular = 1

// forget has a player forgotten, while others move.
func (g *growth) forget(ctx context.Context, n Growth) error {
	f := &g.forgetting
	var err error
	if f.alone, err = g.beside(ctx, n.Pause, func(played int) bool { return played < max(n.Letters, 10) }); err != nil {
		return err
	}
	if err := g.sayForget(ctx); err != nil {
		return err
	}
	began, ended := time.Now(), make(chan error, 1)
	go func() {
		for {
			worked, err := g.desk.Tick(as(ctx, byForgetting))
			if err != nil || !worked {
				f.took = time.Since(began)
				ended <- err
				return
			}
			f.pieces++
		}
	}()
	over := false
	f.beside, err = g.beside(ctx, n.Pause, func(int) bool {
		select {
		case err = <-ended:
			over = true
		default:
		}
		return !over
	})
	if !over {
		return errors.Join(err, <-ended)
	}
	return errors.Join(err, g.settle(ctx), g.gone(ctx))
}

// sayForget lets the player ask to be forgotten and say yes, and measures the answer to
// the latter, which resigns the first of their games, and each piece that resigns others:
// the longest of all counts.
func (g *growth) sayForget(ctx context.Context) error {
	for _, text := range []string{"forget me", "yes"} {
		m, err := g.says(ctx, text)
		if err != nil {
			return err
		}
		if err := g.desk.Keep(ctx, m.arrival); err != nil {
			return err
		}
		began := time.Now()
		if _, err := g.desk.PlayNext(ctx); err != nil {
			return err
		}
		g.forgetting.yes = time.Since(began)
		if err := errors.Join(g.depart(ctx), g.settle(ctx)); err != nil {
			return err
		}
	}
	return g.db.View(ctx, func(tx *db.Tx) error {
		player, err := tx.Forgetting()
		if err == nil && player != regular {
			err = fmt.Errorf("player %d is forgotten", player)
		}
		return err
	})
}

// depart resigns what runs, and measures each piece.
func (g *growth) depart(ctx context.Context) error {
	for {
		err := g.db.View(ctx, func(tx *db.Tx) error { _, err := tx.NextDeparture(); return err })
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		began := time.Now()
		if err == nil {
			_, err = g.desk.Tick(ctx)
		}
		if err != nil {
			return err
		}
		g.forgetting.yes = max(g.forgetting.yes, time.Since(began)/2) // it rests as long as it works
	}
}

// says is the player's answer to the last letter to them.
func (g *growth) says(ctx context.Context, text string) (m growthMove, err error) {
	err = g.db.View(ctx, func(tx *db.Tx) error {
		p, err := tx.Player(regular)
		if err != nil {
			return err
		}
		if text != "yes" {
			for over, n := range map[bool]*int{true: &g.forgetting.games, false: &g.forgetting.running} {
				games, err := tx.GamesOf(regular, over, -1)
				if err != nil {
					return err
				}
				*n = len(games)
			}
			g.forgetting.games += g.forgetting.running
		}
		running, err := tx.GamesOf(regular, false, 1)
		if err != nil || len(running) == 0 {
			return errors.Join(err, errors.New("the first player has no game under way: seed the database with --regular"))
		}
		var ids []string
		if text == "yes" { // to the question
			last, err := tx.ListOutgoing("", 0, 1)
			if err != nil {
				return err
			}
			if last[0].Player != regular {
				return errors.New("the first player was asked nothing")
			}
			ids = []string{last[0].MessageID}
		} else if ids, err = tx.ThreadIDs(regular, running[0].ID, 1); err != nil || len(ids) == 0 {
			return errors.Join(err, errors.New("the first player has got no letter"))
		}
		m = g.arrives(p, running[0], ids[len(ids)-1], rules.Move(text))
		return nil
	})
	return m, err
}

// gone makes sure that nothing waits to be erased.
func (g *growth) gone(ctx context.Context) error {
	return g.db.View(ctx, func(tx *db.Tx) error {
		if player, err := tx.Forgetting(); !errors.Is(err, db.ErrNotFound) {
			return errors.Join(err, fmt.Errorf("player %d is not forgotten", player))
		}
		p, err := tx.Player(regular)
		if err == nil && strings.Contains(p.Name, "Player") {
			err = errors.New("the first player has a name")
		}
		return err
	})
}

// forgettingHead is what rows are of.
var forgettingHead = []string{"database", "MB", "games", "running", "yes ms", "pieces", "s", "", "waits", "p99 ms", "over 100", "longest", "moves", "p50 ms", "p99", "longest"}

// whose are the rows of who had the writer; of a server, none.
func (f *growthForgetting) whose(name string) [][]string {
	return append(rowsOf(name, "alone", f.alone.holders), rowsOf("", "beside", f.beside.holders)...)
}

// rows are what is printed of it.
func (f *growthForgetting) rows(name string, size int64) [][]string {
	row := func(b besides, cells ...string) []string {
		over := 0
		for _, w := range b.waits {
			if w > tooLong {
				over++
			}
		}
		return append(cells, fmt.Sprint(len(b.waits)), inMillis(b.waits.at(99)), fmt.Sprint(over), inMillis(b.waits.at(100)), fmt.Sprint(len(b.moves)), inMillis(b.moves.at(50)), inMillis(b.moves.at(99)), inMillis(b.moves.at(100)))
	}
	return [][]string{
		row(f.alone, name, fmt.Sprint(size>>20), fmt.Sprint(f.games), fmt.Sprint(f.running), inMillis(f.yes), fmt.Sprint(f.pieces), fmt.Sprintf("%.1f", f.took.Seconds()), "alone"),
		row(f.beside, "", "", "", "", "", "", "", "beside"),
	}
}

package verify

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/mail/club"
)

// page is how many games are read at once.
const page = 250

// sweep looks at every game, and lists those that seem wrong. It counts the turns of players.
func sweep(ctx context.Context, store *db.DB, w *world, o Options) (wrong []int64, turns turned, err error) {
	var numbers []examine.Page
	total := 0
	if err := store.View(ctx, func(tx *db.Tx) (err error) { numbers, total, err = examine.Pages(tx, page, o.Since); return err }); err != nil {
		return nil, nil, err
	}
	turns = turned{}
	var mu sync.Mutex
	var next atomic.Int64
	done := 0
	group, ctx := errgroup.WithContext(ctx)
	for range workers() {
		group.Go(func() error {
			s, own := w.sealers(), turned{}
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				turns.join(own)
			}()
			for i := int(next.Add(1)) - 1; i < len(numbers); i = int(next.Add(1)) - 1 {
				var found []int64
				games := 0
				err := store.View(ctx, func(tx *db.Tx) error {
					return w.games(tx, numbers[i], o, func(g *played) {
						if games++; len(w.look(g, s)) > 0 {
							found = append(found, g.ID)
						}
						own.add(g)
					})
				})
				if err != nil && o.ill && ctx.Err() == nil {
					found, err = numbersOf(ctx, store, numbers[i]) // one by one, later
				}
				if err != nil {
					return err
				}
				mu.Lock()
				wrong, done = append(wrong, found...), done+games
				if o.Progress != nil && games > 0 {
					o.Progress(done, max(total, done))
				}
				mu.Unlock()
			}
			return ctx.Err()
		})
	}
	return wrong, turns, group.Wait()
}

// lookAgain looks at games once more, each with all that it depends on as it is at that
// moment. Of a database that is ill it says which cannot be read.
func lookAgain(ctx context.Context, c *club.Club, store *db.DB, games []int64, o Options) (faults []Fault, err error) {
	if len(games) == 0 {
		return nil, nil
	}
	err = store.View(ctx, func(tx *db.Tx) error {
		w, err := newWorld(tx, c, store.Shared())
		if err != nil {
			return err
		}
		s := w.sealers()
		for _, id := range games {
			if err := w.games(tx, examine.Page{After: id - 1, Last: id}, Options{}, func(g *played) { faults = append(faults, w.look(g, s)...) }); err != nil && o.ill && ctx.Err() == nil {
				faults = append(faults, sayf(id, "value", "it cannot be read: %v", err))
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	return faults, err
}

// games reads a page of games with all that is stored of each.
func (w *world) games(tx *db.Tx, p examine.Page, o Options, each func(*played)) error {
	list, err := tx.GamesAfter(p.After, p.Last, -1)
	if err != nil {
		return err
	}
	games := make([]played, len(list))
	at := make(map[int64]*played, len(list))
	for i, g := range list {
		games[i].Game = g
		at[g.ID] = &games[i]
	}
	if err := tx.Rows(func(scan func(...any) error) error {
		var id int64
		var whole []byte
		err := scan(&id, &whole)
		if g := at[id]; g != nil {
			g.seal = whole
		}
		return err
	}, `SELECT id, seal FROM games WHERE id > ? AND id <= ? AND seal IS NOT NULL`, p.After, p.Last); err != nil {
		return err
	}
	var game, played, settled int64
	if err := tx.Rows(func(scan func(...any) error) error {
		var q ply
		err := scan(&game, &q.N, &q.Move, &q.Letter, &played, &q.seal, &q.sender, &settled)
		q.PlayedAt, q.settled = moment(played), moment(settled)
		if g := at[game]; g != nil {
			if g.plies == nil {
				g.plies = make([]ply, 0, max(0, min(g.Plies, 1000))) // the number may be none
			}
			g.plies = append(g.plies, q)
		}
		return err
	}, `SELECT p.game, p.n, p.move, coalesce(p.letter, 0), p.played_at, p.seal, coalesce(i.sender, 0), coalesce(i.handled_at, 0)
		FROM plies AS p LEFT JOIN inbox AS i ON i.id = p.letter WHERE p.game > ? AND p.game <= ? ORDER BY p.game, p.n`, p.After, p.Last); err != nil {
		return err
	}
	if err := tx.Rows(func(scan func(...any) error) error {
		var l line
		err := scan(&game, &l.player, &l.text)
		if g := at[game]; g != nil {
			g.lines = append(g.lines, l)
		}
		return err
	}, `SELECT game, player, line FROM conditionals WHERE game > ? AND game <= ? ORDER BY game, id`, p.After, p.Last); err != nil {
		return err
	}
	if err := readTurnings(tx, p, at); err != nil {
		return err
	}
	for i := range games {
		if g := &games[i]; o.Since.IsZero() || !g.Over() || !g.EndedAt.Before(o.Since) {
			each(g)
		}
	}
	return nil
}

package bench

import (
	"context"
	"fmt"
	"slices"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail"
)

// empty makes a database beside another on its server, by way of a file. drop takes it away.
func empty(ctx context.Context, server, file string) (where string, drop func() error, err error) {
	d, err := db.Open(ctx, file)
	if err != nil {
		return "", nil, err
	}
	if err := d.Close(); err != nil {
		return "", nil, err
	}
	made, drop, err := copies(ctx, server, []string{file})
	if err != nil {
		return "", drop, err
	}
	return made[0], drop, nil
}

// enter makes players who have written and whose games are public, and lets them join a
// tournament.
func enter(ctx context.Context, d *db.DB, players int, tournament, tag string) error {
	numbers := make([]int, players)
	for i := range numbers {
		numbers[i] = i + 1
	}
	for some := range slices.Chunk(numbers, 500) {
		err := d.Update(ctx, func(tx *db.Tx) error {
			t, err := seasons.Named(tx, tournament)
			if err != nil {
				return err
			}
			for _, i := range some {
				address := fmt.Sprintf("player-%d-%s@bench.example", i, tag)
				p, err := tx.AddPlayer(address, mail.Key(address), fmt.Sprint("Player ", i))
				if err != nil {
					return fmt.Errorf("the player %s: %w", address, err)
				}
				p.WroteAt, p.Public = tx.Now, true
				if err := tx.SavePlayer(p); err != nil {
					return err
				}
				if err := seasons.Join(tx, t.ID, p.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// progress is how far a tournament has begun, and what its database holds.
type progress struct {
	state                 string
	divisions, begun      int
	games, letters, bytes int64
}

func progressOf(ctx context.Context, d *db.DB, tournament string) (p progress, err error) {
	err = d.View(ctx, func(tx *db.Tx) error {
		t, err := seasons.Named(tx, tournament)
		if err != nil {
			return err
		}
		divisions, err := seasons.Divisions(tx, t.ID)
		if err != nil {
			return err
		}
		p = progress{state: t.State, divisions: len(divisions)}
		for _, d := range divisions {
			if !d.BegunAt.IsZero() {
				p.begun++
			}
		}
		if p.bytes, _, err = tx.Size(); err != nil {
			return err
		}
		return tx.Rows(func(scan func(...any) error) error { return scan(&p.games, &p.letters) },
			`SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM outbox)`)
	})
	return p, err
}

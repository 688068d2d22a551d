package dbtest

import (
	"math"

	"turnpost/db"
)

// EachGame calls f for every game by number, until it fails.
func EachGame(tx *db.Tx, f func(g db.Game) error) error {
	for last := int64(0); ; {
		page, err := tx.GamesAfter(last, math.MaxInt64, 500)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, g := range page {
			if err := f(g); err != nil {
				return err
			}
			last = g.ID
		}
	}
}

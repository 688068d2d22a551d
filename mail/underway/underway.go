// Package underway knows what would tell somebody about a game under way: a position that
// stands on a running board, or is the same but for a likeness of the game (package
// rules), seen in a mirror or with the colours exchanged.
//
// Who speaks of positions after a game asks here, in the transaction in which it speaks.
// What is asked is the board alone: what can come of a running game by a few plies is not
// known here, nor is one that a game has left behind.
package underway

import (
	"slices"

	"turnpost/db"
	"turnpost/rules"
)

// Stands reports whether one of the positions of a game stands on the board of one under
// way.
func Stands(tx *db.Tx, g rules.Game, positions ...rules.Position) (bool, error) {
	var texts []string
	for _, p := range positions {
		texts = append(texts, rules.Likes(p)...)
	}
	for some := range slices.Chunk(texts, 8) {
		var asked [8]string
		for i := range asked {
			asked[i] = some[min(i, len(some)-1)]
		}
		if stands, err := tx.OnBoard(g.Name, asked); err != nil || stands {
			return stands, err
		}
	}
	return false, nil
}

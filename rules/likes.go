package rules

import "slices"

// Symmetric is an optional interface of a Position of a game whose rules do not change
// when its board is turned or mirrored, or when the colours change places, or by both at
// once and by neither alone. Without it every position is like none but itself.
//
// Only what keeps every rule is such a likeness: a mirror that keeps the look of the board
// may break a line.
type Symmetric interface {
	// Likes are the position strings of all the positions that are this one but for a
	// likeness, in any order, perhaps one more than once; its own is among them. Each can
	// be played on as the others can, ply for ply, and is worth as much to its mover.
	Likes() []string
}

// Likes are the position strings of all the positions that are one but for a likeness of
// the game, sorted and without duplicates: its own alone, if the game tells of none. All
// of them have the same Likes.
func Likes(p Position) []string {
	s, ok := p.(Symmetric)
	if !ok {
		return []string{p.String()}
	}
	likes := s.Likes()
	slices.Sort(likes)
	return slices.Compact(likes)
}

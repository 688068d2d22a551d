package rules

import (
	"slices"
)

// Symmetric is an optional interface of a Position of a game whose rules stay the same when its
// board is turned or mirrored, or the colours are exchanged, or both at once. Without it every
// position is equal only to itself.
//
// A symmetry must keep every rule: a mirror image may look the same but break a line.
type Symmetric interface {
	// Equivalents are the position strings of all positions that are equal to this one by a
	// symmetry, its own included, in any order and possibly with duplicates. Each has the
	// same continuations, ply for ply, and the same value for the side to move.
	Equivalents() []string
}

// Equivalents are the position strings of all positions that are equal by a symmetry of the game, sorted
// and without duplicates: only its own if the game has none. All of them have the same Equivalents.
func Equivalents(p Position) []string {
	s, ok := p.(Symmetric)
	if !ok {
		return []string{p.String()}
	}
	texts := s.Equivalents()
	slices.Sort(texts)
	return slices.Compact(texts)
}

package rules

import "slices"

// PlyNumber is one ply as a search has it, where [Move] is its text: a number of the game's
// own, which means the same ply in every
// position. Its top eight bits are a hint how promising the ply looks, for the order in which a
// search tries plies. Hint and number are equal in every position of the same state.
type PlyNumber uint32

// Hints of a PlyNumber.
const (
	// Quiet is the hint of an ordinary ply.
	Quiet = 0
	// Loud is the least hint of a ply that changes a position so much that it should not be
	// evaluated before it, such as a capture.
	Loud = 128
	// MostHint is the most promising.
	MostHint = 255
)

// NewPlyNumber is a ply with a number below 1<<24 and a hint.
func NewPlyNumber(number uint32, hint uint8) PlyNumber { return PlyNumber(number | uint32(hint)<<24) }

// Number is the game's number of the ply.
func (p PlyNumber) Number() uint32 { return uint32(p) & (1<<24 - 1) }

// Hint is how promising the ply looks.
func (p PlyNumber) Hint() uint8 { return uint8(p >> 24) }

// Walkable is an optional interface of a Position that can be searched without text.
type Walkable interface {
	// Walk begins a walk at the position.
	Walk() SearchWalker
}

// SearchWalker walks through the positions that follow from one, forwards and backwards. It belongs to
// one goroutine.
type SearchWalker interface {
	// Turn is the side to move, None when the game is over.
	Turn() Side
	// Result is the result by the position alone.
	Result() Result
	// Plies appends the legal plies, always in the same order. There are none exactly when
	// the game is over.
	Plies(to []PlyNumber) []PlyNumber
	// Play plays a legal ply.
	Play(PlyNumber)
	// Back takes the last ply back.
	Back()
	// Hash is a hash of the content of the position string, without what a Counter leaves out.
	Hash() uint64
	// Text is the canonical text of a legal ply.
	Text(PlyNumber) Move
}

// Evaluator is an optional interface of a Walker that can evaluate a position, or of a Position that
// is not Walkable.
type Evaluator interface {
	// Evaluate is how well the side to move stands in a game that goes on: 0 is even, 100
	// about a piece more, from -20000 to 20000. The same state always has the same value.
	Evaluate() int
}

// LoudLister is an optional interface of a Walker that finds loud plies faster than Plies: those with a
// hint of at least Loud, in the same order.
type LoudLister interface {
	// Loud appends them.
	Loud(to []PlyNumber) []PlyNumber
}

// WalkStack is the states of a walk, for a game whose states are small values.
type WalkStack[S any] struct{ states []S }

// NewWalkStack is a stack that holds one state.
func NewWalkStack[S any](s S) WalkStack[S] {
	return WalkStack[S]{[]S{s}}
}

// Now is the state at the end of the walk.
func (s *WalkStack[S]) Now() *S { return &s.states[len(s.states)-1] }

// At is the state after n plies of the walk.
func (s *WalkStack[S]) At(n int) *S { return &s.states[n] }

// Push appends a copy of the state at the end of the walk and returns it, to be changed.
func (s *WalkStack[S]) Push() *S {
	n := len(s.states)
	s.states = slices.Grow(s.states, 1)[:n+1]
	s.states[n] = s.states[n-1]
	return &s.states[n]
}

// Back removes the state at the end of the walk.
func (s *WalkStack[S]) Back() { s.states = s.states[:len(s.states)-1] }

// Mix mixes a word into a hash, by the finaliser of SplitMix64.
func Mix(hash, word uint64) uint64 {
	z := hash ^ word + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

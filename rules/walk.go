package rules

// Ply is one ply as a search holds it: a number of the game's own, which means the
// same ply in every position. Its top eight bits are a hint: how promising the ply
// is at first sight, for the order in which plies are tried. Hint and number
// together are equal in every position of the same state.
type Ply uint32

// Hints of a Ply.
const (
	// Quiet is the hint of a ply of which nothing is known.
	Quiet = 0
	// Loud is the least hint of a ply that changes so much that a position should
	// not be judged before it: a capture.
	Loud = 128
	// MostHint is the most promising.
	MostHint = 255
)

// NewPly is a ply with a number below 1<<24 and a hint.
func NewPly(number uint32, hint uint8) Ply { return Ply(number | uint32(hint)<<24) }

// Number is the game's number of the ply.
func (p Ply) Number() uint32 { return uint32(p) & (1<<24 - 1) }

// Hint is how promising the ply is at first sight.
func (p Ply) Hint() uint8 { return uint8(p >> 24) }

// Walkable is an optional interface of a Position that can be searched without
// text.
type Walkable interface {
	// Walk begins a walk at the position.
	Walk() Walker
}

// Walker walks through the positions that can come of one, forth and back. It
// belongs to one goroutine.
type Walker interface {
	// Turn is the side to move, None when the game is over.
	Turn() Side
	// Result is how the game stands by the position alone.
	Result() Result
	// Plies appends the legal plies, of which there are none exactly when the
	// game is over. Their order is always the same.
	Plies(to []Ply) []Ply
	// Play makes a legal ply.
	Play(Ply)
	// Back takes the last ply back.
	Back()
	// Hash is a hash of all that the position string holds.
	Hash() uint64
	// Text is the canonical text of a legal ply.
	Text(Ply) Move
}

// Evaluator is an optional interface of a Walker that can judge a position.
type Evaluator interface {
	// Evaluate is how well the side to move stands in a game that goes on: 0 is
	// even, 100 about a piece more, and never beyond 20000 either way. The same
	// state has always the same value.
	Evaluate() int
}

// Louder is an optional interface of a Walker that finds loud plies without the others:
// those of Plies with a hint from Loud on, in their order there.
type Louder interface {
	// Loud appends them.
	Loud(to []Ply) []Ply
}

// Stack is the positions of a walk, for a game whose states are small values.
type Stack[S any] struct{ states []S }

// NewStack is a stack that holds one state.
func NewStack[S any](s S) Stack[S] {
	return Stack[S]{[]S{s}}
}

// Now is the state at the end of the walk.
func (s *Stack[S]) Now() *S { return &s.states[len(s.states)-1] }

// At is the state after so many plies of the walk.
func (s *Stack[S]) At(n int) *S { return &s.states[n] }

// Push puts a copy of the state at the end of the walk behind it, to be changed.
func (s *Stack[S]) Push() *S {
	s.states = append(s.states, s.states[len(s.states)-1])
	return s.Now()
}

// Back drops the state at the end of the walk.
func (s *Stack[S]) Back() { s.states = s.states[:len(s.states)-1] }

// Mix stirs a word into a hash: the finaliser of SplitMix64.
func Mix(hash, word uint64) uint64 {
	z := hash ^ word + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

package engine

import (
	"hash/fnv"

	"turnpost/rules"
)

// textWalker walks through any game by the text of its plies. The number of a ply is its index in
// Legal, which is the same in every position of a state.
type textWalker struct{ path []rules.Position }

func (w *textWalker) now() rules.Position { return w.path[len(w.path)-1] }

func (w *textWalker) Turn() rules.Side { return w.now().Turn() }

func (w *textWalker) Result() rules.Result { return w.now().Outcome().Result }

func (w *textWalker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	for i := range w.now().Legal() {
		to = append(to, rules.NewPlyNumber(uint32(i), rules.Quiet))
	}
	return to
}

func (w *textWalker) Text(p rules.PlyNumber) rules.Move { return w.now().Legal()[p.Number()] }

func (w *textWalker) Play(p rules.PlyNumber) {
	next, err := w.now().Play(w.Text(p))
	if err != nil {
		// The game breaks its promise about Legal, which rulestest checks.
		panic("engine: a legal ply cannot be played: " + err.Error())
	}
	w.path = append(w.path, next)
}

func (w *textWalker) Back() { w.path = w.path[:len(w.path)-1] }

func (w *textWalker) Hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(w.now().String()))
	return h.Sum64()
}

// sign is +1 if the result is a win of side, -1 if it is a loss, and otherwise 0.
func sign(r rules.Result, side rules.Side) int {
	switch r {
	case rules.Wins(side):
		return +1
	case rules.Wins(side.Opponent()):
		return -1
	}
	return 0
}

// walk begins a walk at the end of a game, and returns the hashes of all its states.
func walk(r *rules.Record) (rules.SearchWalker, []uint64) {
	hashes := make([]uint64, 0, r.Len()+64)
	for n := range r.Len() + 1 {
		hashes = append(hashes, walkFrom(r.At(n)).Hash())
	}
	return walkFrom(r.Position()), hashes
}

// walkFrom begins a walk at a position, through text if the game offers no other.
func walkFrom(p rules.Position) rules.SearchWalker {
	if w, ok := p.(rules.Walkable); ok {
		return w.Walk()
	}
	if _, ok := p.(rules.Evaluator); ok {
		return &evaluatedWalker{textWalker{[]rules.Position{p}}}
	}
	return &textWalker{[]rules.Position{p}}
}

// evaluatedWalker is the textWalker of a game whose positions are Evaluators.
type evaluatedWalker struct{ textWalker }

func (w *evaluatedWalker) Evaluate() int { return w.now().(rules.Evaluator).Evaluate() }

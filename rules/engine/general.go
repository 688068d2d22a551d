package engine

import (
	"hash/fnv"

	"turnpost/rules"
)

// textWalker walks through any game by the text of its plies. The number of a ply is its index in
// Legal, which is the same in every position of a state.
type textWalker struct{ path []rules.Position }

func (w *textWalker) now() rules.Position { return w.path[len(w.path)-1] }

func (w *textWalker) Turn() rules.Side     { return w.now().Turn() }
func (w *textWalker) Result() rules.Result { return w.now().Outcome().Result }

func (w *textWalker) Plies(to []rules.Ply) []rules.Ply {
	for i := range w.now().Legal() {
		to = append(to, rules.NewPly(uint32(i), rules.Quiet))
	}
	return to
}

func (w *textWalker) Text(p rules.Ply) rules.Move { return w.now().Legal()[p.Number()] }

func (w *textWalker) Play(p rules.Ply) {
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

// In a game without an evaluation, each position is judged by some random games of limited length.
// Their positions do not count as nodes.
const (
	playouts      = 4
	playoutLength = 40
)

// general judges positions by the number of plies and the results of random games.
func general(w rules.Walker) func() int {
	var plies []rules.Ply
	return func() int {
		me := w.Turn()
		rng := newRand(w.Hash(), 0) // the same state always has the same value
		plies = w.Plies(plies[:0])
		sum := min(len(plies), 50)
		for range playouts {
			n := 0
			for ; n < playoutLength; n++ {
				if plies = w.Plies(plies[:0]); len(plies) == 0 {
					break
				}
				w.Play(plies[rng.IntN(len(plies))])
			}
			sum += sign(w.Result(), me) * 200
			for ; n > 0; n-- {
				w.Back()
			}
		}
		return sum
	}
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

func clamp(n, most int) int { return max(-most, min(n, most)) }

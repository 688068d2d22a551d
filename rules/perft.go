package rules

import "context"

// Perfter is an optional interface of a Position that counts faster than through the text of moves.
type Perfter interface {
	// Perft counts the ply sequences of exactly depth plies. It plays the last ply of each
	// and computes its outcome, instead of counting a list of plies.
	Perft(depth int) uint64
}

// Perft counts the ply sequences of exactly depth plies from p. A finished game has no
// continuation; repetition is ignored. Depth 0 is 1.
func Perft(p Position, depth int) uint64 {
	if f, ok := p.(Perfter); ok {
		return f.Perft(depth)
	}
	return SlowPerft(p, depth)
}

// SlowPerft is Perft through Legal and Play. It checks a Perfter.
func SlowPerft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var n uint64
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		if err != nil {
			panic("rules: a legal move cannot be played: " + string(m) + " in " + p.String())
		}
		n += SlowPerft(next, depth-1)
	}
	return n
}

// PerftByMove calls each with every legal move of p, in the order of Legal, and its share of Perft(p,
// depth); depth is at least 1. If ctx is done it stops after a move, and returns the sum so far and
// ctx's error.
func PerftByMove(ctx context.Context, p Position, depth int, each func(m Move, nodes uint64)) (uint64, error) {
	var sum uint64
	for _, m := range p.Legal() {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		next, err := p.Play(m)
		if err != nil {
			return sum, err
		}
		n := Perft(next, depth-1)
		sum += n
		each(m, n)
	}
	return sum, nil
}

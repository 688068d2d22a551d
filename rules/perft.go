package rules

import "context"

// Perfter is an optional interface of a Position that counts faster than
// through the text of its moves.
type Perfter interface {
	// Perft counts the ply sequences of exactly depth plies from here. Every
	// leaf is made and its outcome known: there is no counting of a move list.
	Perft(depth int) uint64
}

// Perft counts the ply sequences of exactly depth plies from p. A finished game
// has no continuation; repetition is ignored. Depth 0 is 1.
func Perft(p Position, depth int) uint64 {
	if f, ok := p.(Perfter); ok {
		return f.Perft(depth)
	}
	return SlowPerft(p, depth)
}

// SlowPerft counts as Perft does, always through Legal and Play: it is the
// check on a Perfter.
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

// Divide counts each root move's share of Perft(p, depth), depth >= 1, and
// calls each in the order of Legal. It stops early, between root moves, when
// ctx is done, and returns the sum so far and ctx's error.
func Divide(ctx context.Context, p Position, depth int, each func(m Move, nodes uint64)) (uint64, error) {
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

package engine

import (
	"context"
	"errors"
	"math/rand/v2"

	"turnpost/rules"
)

// Scores. An evaluation is between -20000 and 20000.
const (
	// Won is the score of a game that is won; a win in n plies scores n less.
	Won = 32000
	// Decided is the least score of a win that the search has seen.
	Decided = Won - 2000
)

// Budget is how much a player may think.
type Budget struct {
	// Nodes is how many positions it may reach; at least 1.
	Nodes int
	// Seed decides between plies that are alike.
	Seed uint64
}

// Thought is what a player thinks of a position.
type Thought struct {
	Move rules.Move
	// Score is how well the side to move stands, 0 if the player does not know.
	Score int
	// Line is what it expects, beginning with Move. It may be that alone.
	Line []rules.Move
	// Depth is how many plies deep it has searched in full.
	Depth int
	// Nodes is how many positions it has reached.
	Nodes int
}

// Plies is in how many plies the score says that the game is won, for the side to
// move if the score is positive; ok is false if it does not say.
func (t Thought) Plies() (n int, ok bool) {
	switch {
	case t.Score >= Decided:
		return Won - t.Score, true
	case t.Score <= -Decided:
		return Won + t.Score, true
	}
	return 0, false
}

// Player chooses plies.
type Player interface {
	// Name is how commands call it.
	Name() string
	// Think returns a legal ply of a game that is not over. When ctx is done it
	// returns what it has.
	Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error)
}

// ErrOver is the error of a player who is asked about a game that is over.
var ErrOver = errors.New("the game is over")

// Random plays any legal ply.
type Random struct{}

// Name is "random".
func (Random) Name() string { return "random" }

// Think returns any legal ply.
func (Random) Think(_ context.Context, r *rules.Record, b Budget) (Thought, error) {
	legal := r.Legal()
	if len(legal) == 0 {
		return Thought{}, ErrOver
	}
	m := legal[newRand(b.Seed, uint64(r.Len())).IntN(len(legal))]
	return Thought{Move: m, Line: []rules.Move{m}}, nil
}

// Novice looks one ply ahead: it wins if it can at once, and else plays any legal
// ply.
type Novice struct{}

// Name is "novice".
func (Novice) Name() string { return "novice" }

// Think returns a ply that wins, or any.
func (Novice) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	me := r.Turn()
	for _, m := range r.Legal() {
		next, err := r.Position().Play(m)
		if err != nil {
			return Thought{}, err
		}
		if me != rules.None && next.Outcome().Winner() == me {
			return Thought{Move: m, Line: []rules.Move{m}, Score: Won - 1, Depth: 1}, nil
		}
	}
	return Random{}.Think(ctx, r, b)
}

// newRand is a source of numbers that depends on nothing but what is given.
func newRand(seed, more uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, more)) }

// walk begins a walk at the end of a game, with the hashes of its states, the last
// one's included.
func walk(r *rules.Record) (rules.Walker, []uint64) {
	hashes := make([]uint64, 0, r.Len()+64)
	for n := range r.Len() + 1 {
		hashes = append(hashes, walkFrom(r.At(n)).Hash())
	}
	return walkFrom(r.Position()), hashes
}

// walkFrom begins a walk at a position, through text if the game has no other way.
func walkFrom(p rules.Position) rules.Walker {
	if w, ok := p.(rules.Walkable); ok {
		return w.Walk()
	}
	return &textWalker{[]rules.Position{p}}
}

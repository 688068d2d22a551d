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

// Budget limits how long a player may think.
type Budget struct {
	// Nodes is the number of positions that it may reach; at least 1.
	Nodes int
	// Seed decides between equal plies.
	Seed uint64
}

// Thought is the result of a player for a position.
type Thought struct {
	Move rules.Move
	// Score is the score for the side to move, 0 if the player has none.
	Score int
	// Line is the expected line, beginning with Move. It may be Move alone.
	Line []rules.Move
	// Depth is the depth of the last full iteration, in plies.
	Depth int
	// Nodes is the number of positions reached.
	Nodes int
}

// Plies is the number of plies to the end if the score is that of a won or lost game; ok is false
// if it is not.
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
	// Name is its name in commands.
	Name() string
	// Think returns a legal ply of a game that is not over. When ctx is done it returns the
	// best so far.
	Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error)
}

// ErrOver says that a game is over, so that there is no ply.
var ErrOver = errors.New("the game is over")

// Random plays a random legal ply.
type Random struct{}

// Name is "random".
func (Random) Name() string { return "random" }

// Think implements Player.
func (Random) Think(_ context.Context, r *rules.Record, b Budget) (Thought, error) {
	legal := r.Legal()
	if len(legal) == 0 {
		return Thought{}, ErrOver
	}
	m := legal[newRand(b.Seed, uint64(r.Len())).IntN(len(legal))]
	return Thought{Move: m, Line: []rules.Move{m}}, nil
}

// Novice wins if it can at once, and otherwise plays a random legal ply.
type Novice struct{}

// Name is "novice".
func (Novice) Name() string { return "novice" }

// Think implements Player.
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

// newRand returns a random generator for a seed and a second number.
func newRand(seed, more uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, more)) }

// walk begins a walk at the end of a game, and returns the hashes of all its states.
func walk(r *rules.Record) (rules.Walker, []uint64) {
	hashes := make([]uint64, 0, r.Len()+64)
	for n := range r.Len() + 1 {
		hashes = append(hashes, walkFrom(r.At(n)).Hash())
	}
	return walkFrom(r.Position()), hashes
}

// walkFrom begins a walk at a position, through text if the game offers no other.
func walkFrom(p rules.Position) rules.Walker {
	if w, ok := p.(rules.Walkable); ok {
		return w.Walk()
	}
	return &textWalker{[]rules.Position{p}}
}

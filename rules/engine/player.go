package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

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

// Contestant is a player with a budget.
type Contestant struct {
	Player Player
	Nodes  int // 0: the player needs none
}

// String is the player's name and budget, "pvs:1000", or its name alone.
func (e Contestant) String() string {
	if e.Nodes == 0 {
		return e.Player.Name()
	}
	if p, ok := e.Player.(PVS); ok && p.Blind > 0 {
		return fmt.Sprintf("%s:%d:%d", p.Name(), e.Nodes, p.Blind)
	}
	return fmt.Sprintf("%s:%d", e.Player.Name(), e.Nodes)
}

// ParseContestant is the inverse of String: pvs:NODES, hand:NODES (the hand-written evaluation),
// choosy:NODES, mcts:NODES, level:N, novice or random; and pvs:NODES:BLIND, to find strengths of
// levels.
func ParseContestant(text string) (Contestant, error) {
	fields := strings.Split(text, ":")
	numbers := make([]int, len(fields)-1)
	for i, field := range fields[1:] {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return Contestant{}, fmt.Errorf("%q is no player: %q is not a whole number from 1", text, field)
		}
		numbers[i] = n
	}
	switch name := fields[0]; {
	case name == "random" && len(numbers) == 0:
		return Contestant{Player: Random{}}, nil
	case name == "novice" && len(numbers) == 0:
		return Contestant{Player: Novice{}}, nil
	case name == "level" && len(numbers) == 1 && numbers[0] <= Levels:
		return Contestant{Player: Level(numbers[0])}, nil
	case name == "mcts" && len(numbers) == 1:
		return Contestant{MCTS{}, numbers[0]}, nil
	case (name == "pvs" || name == "hand" || name == "choosy") &&
		(len(numbers) == 1 || len(numbers) == 2 && numbers[1] < 1024):
		e := PVS{Choosy: name == "choosy", Evaluation: Evaluation{Hand: name == "hand"}}
		if len(numbers) == 2 {
			e.Blind = numbers[1]
		}
		return Contestant{e, numbers[0]}, nil
	}
	return Contestant{},
		fmt.Errorf("there is no player %q; there are pvs:10000, hand:10000, choosy:10000, mcts:10000 (any number of nodes), level:1 to level:%d, novice, random", text, Levels)
}

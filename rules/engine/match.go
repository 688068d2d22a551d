package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"turnpost/rules"
)

// Entrant is a player with a budget.
type Entrant struct {
	Player Player
	Nodes  int // 0: the player has no need of one
}

// String is the player's name and budget, "pvs:1000", or its name alone.
func (e Entrant) String() string {
	if e.Nodes == 0 {
		return e.Player.Name()
	}
	if p, ok := e.Player.(PVS); ok && p.Blind > 0 {
		return fmt.Sprintf("%s:%d:%d", p.Name(), e.Nodes, p.Blind)
	}
	return fmt.Sprintf("%s:%d", e.Player.Name(), e.Nodes)
}

// ParseEntrant reads what String writes: pvs:NODES, hand:NODES (that judges by what
// people wrote), choosy:NODES, mcts:NODES, level:N, novice or random; and pvs:NODES:BLIND, for who
// looks for levels.
func ParseEntrant(text string) (Entrant, error) {
	fields := strings.Split(text, ":")
	numbers := make([]int, len(fields)-1)
	for i, field := range fields[1:] {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return Entrant{}, fmt.Errorf("%q is no player: %q is not a whole number from 1", text, field)
		}
		numbers[i] = n
	}
	switch name := fields[0]; {
	case name == "random" && len(numbers) == 0:
		return Entrant{Player: Random{}}, nil
	case name == "novice" && len(numbers) == 0:
		return Entrant{Player: Novice{}}, nil
	case name == "level" && len(numbers) == 1 && numbers[0] <= Levels:
		return Entrant{Player: Level(numbers[0])}, nil
	case name == "mcts" && len(numbers) == 1:
		return Entrant{MCTS{}, numbers[0]}, nil
	case (name == "pvs" || name == "hand" || name == "choosy") && (len(numbers) == 1 || len(numbers) == 2 && numbers[1] < 1024):
		e := PVS{Choosy: name == "choosy", Terms: Terms{Hand: name == "hand"}}
		if len(numbers) == 2 {
			e.Blind = numbers[1]
		}
		return Entrant{e, numbers[0]}, nil
	}
	return Entrant{}, fmt.Errorf("there is no player %q; there are pvs:10000, hand:10000, choosy:10000, mcts:10000 (any number of nodes), level:1 to level:%d, novice, random", text, Levels)
}

// Match is two entrants who play pairs of games: both games of a pair begin with
// the same plies at random, and the colours are exchanged, so that an opening that
// is good for one side is as good for both.
type Match struct {
	Game rules.Game
	A, B Entrant
	// Opening is how many plies at random a game begins with.
	Opening int
	// Balanced, if not 0, throws out openings that PVS or MCTS calls decided, with so many
	// nodes each: see Even.
	Balanced int
	// MostPlies is when a game is called a draw; 0: 400.
	MostPlies int
	Seed      uint64
	// Clock says what time the entrants' plies take: that of the processor, rather than
	// that of the day; nil: nobody asks.
	Clock func() time.Duration
}

// Effort is what plies have cost an entrant.
type Effort struct {
	Plies int
	Took  time.Duration
}

// Mean is the time a ply took.
func (e Effort) Mean() time.Duration { return e.Took / time.Duration(max(e.Plies, 1)) }

// And is both together.
func (e Effort) And(f Effort) Effort { return Effort{e.Plies + f.Plies, e.Took + f.Took} }

// Pair is what came of two games from one opening.
type Pair struct {
	// Halves is what A had of them in half points: 0 to 4.
	Halves int
	// Draws is how many of the two were drawn.
	Draws int
	// OneSided says that the same side won both, whoever played it: the opening may have
	// decided that.
	OneSided bool
	// Thrown is how many openings were thrown out before, as decided.
	Thrown int
	// A and B are what both games have cost whom.
	A, B Effort
}

// Pair plays the n-th pair.
func (m Match) Pair(ctx context.Context, n int) (p Pair, err error) {
	rng := newRand(m.Seed, uint64(n))
	opening, thrown, err := m.opening(ctx, rng)
	if err != nil {
		return p, err
	}
	p.Thrown = thrown
	var results [2]rules.Result
	for i, a := range []rules.Side{rules.Black, rules.White} {
		if results[i], err = m.play(ctx, opening.Clone(), a, rng, &p); err != nil {
			return p, err
		}
		p.Halves += 1 + sign(results[i], a)
		if results[i] == rules.Draw {
			p.Draws++
		}
	}
	p.OneSided = p.Draws == 0 && results[0] == results[1]
	return p, nil
}

// play plays a game of a pair to its end; a is the side of A.
func (m Match) play(ctx context.Context, r *rules.Record, a rules.Side, rng *rand.Rand, p *Pair) (rules.Result, error) {
	most := m.MostPlies
	if most == 0 {
		most = 400
	}
	for !r.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return rules.Undecided, err
		}
		if r.Len() >= most {
			return rules.Draw, nil
		}
		e, effort := m.B, &p.B
		if r.Turn() == a {
			e, effort = m.A, &p.A
		}
		began := m.now()
		thought, err := e.Player.Think(ctx, r, Budget{Nodes: e.Nodes, Seed: rng.Uint64()})
		if err != nil {
			return rules.Undecided, err
		}
		*effort = effort.And(Effort{1, m.now() - began})
		if err := r.Play(thought.Move); err != nil {
			return rules.Undecided, fmt.Errorf("%s: %w", e, err)
		}
	}
	return r.Outcome().Result, nil
}

// now is what the clock says.
func (m Match) now() time.Duration {
	if m.Clock == nil {
		return 0
	}
	return m.Clock()
}

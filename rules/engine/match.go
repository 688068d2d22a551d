package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"turnpost/rules"
)

// Entrant is a player with a budget.
type Entrant struct {
	Player Player
	Nodes  int
}

// String is the player's name and budget: "pvs:1000".
func (e Entrant) String() string {
	if e.Nodes == 0 {
		return e.Player.Name()
	}
	return fmt.Sprintf("%s:%d", e.Player.Name(), e.Nodes)
}

// ParseEntrant reads what String writes.
func ParseEntrant(text string) (Entrant, error) {
	name, budget, thinks := strings.Cut(text, ":")
	for _, p := range []Player{PVS{}, MCTS{}, Random{}} {
		if p.Name() != name {
			continue
		}
		if p == (Random{}) {
			if thinks {
				return Entrant{}, fmt.Errorf("random does not think, and has no number of nodes: %q", text)
			}
			return Entrant{Player: p}, nil
		}
		nodes, err := strconv.Atoi(budget)
		if err != nil || nodes < 1 {
			return Entrant{}, fmt.Errorf("a player is written with how many nodes it may reach, a whole number from 1, as %s:10000, and not %q", name, text)
		}
		return Entrant{p, nodes}, nil
	}
	return Entrant{}, fmt.Errorf("there is no player %q; there are pvs, mcts, random", name)
}

// Match is two entrants who play pairs of games: both games of a pair begin with
// the same plies at random, and the colours are exchanged, so that an opening that
// is good for one side is as good for both.
type Match struct {
	Game rules.Game
	A, B Entrant
	// Opening is how many plies at random a game begins with.
	Opening int
	// MostPlies is when a game is called a draw; 0: 400.
	MostPlies int
	Seed      uint64
}

// Pair plays the n-th pair, and is what A had of it in half points: 0 to 4.
func (m Match) Pair(ctx context.Context, n int) (halves int, err error) {
	rng := newRand(m.Seed, uint64(n))
	opening, err := m.opening(rng)
	if err != nil {
		return 0, err
	}
	for _, a := range []rules.Side{rules.Black, rules.White} {
		result, err := m.play(ctx, opening.Clone(), a, rng)
		if err != nil {
			return 0, err
		}
		halves += 1 + sign(result, a)
	}
	return halves, nil
}

// opening plays at random, anew if the game ends by it.
func (m Match) opening(rng *rand.Rand) (*rules.Record, error) {
	for range 1000 {
		r := rules.NewRecord(m.Game)
		for n := 0; n < m.Opening && !r.Outcome().Over(); n++ {
			legal := r.Legal()
			if err := r.Play(legal[rng.IntN(len(legal))]); err != nil {
				return nil, err
			}
		}
		if !r.Outcome().Over() {
			return r, nil
		}
	}
	return nil, fmt.Errorf("a game of %s is over before its opening of %d plies", m.Game.Title, m.Opening)
}

// play plays a game to its end; a is the side of A.
func (m Match) play(ctx context.Context, r *rules.Record, a rules.Side, rng *rand.Rand) (rules.Result, error) {
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
		e := m.B
		if r.Turn() == a {
			e = m.A
		}
		thought, err := e.Player.Think(ctx, r, Budget{Nodes: e.Nodes, Seed: rng.Uint64()})
		if err != nil {
			return rules.Undecided, err
		}
		if err := r.Play(thought.Move); err != nil {
			return rules.Undecided, fmt.Errorf("%s: %w", e, err)
		}
	}
	return r.Outcome().Result, nil
}

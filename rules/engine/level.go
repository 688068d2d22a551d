package engine

import (
	"context"
	"fmt"

	"turnpost/rules"
)

// Level is a strength, 1 to Levels. It has its own budget.
type Level int

// Levels is how many there are.
const Levels = 8

// strength is what makes a level: how many positions it reaches, and how likely it
// overlooks a ply, in 1024ths.
type strength struct{ nodes, blind int }

// strengths are the levels of each game.
var strengths = map[string][Levels]strength{}

// anyGame is the levels of a game that has none of its own.
var anyGame = [Levels]strength{{100, 800}, {200, 650}, {300, 500}, {500, 400}, {1000, 300}, {2000, 150}, {5000, 50}, {30000, 0}}

// Name is "level:3".
func (l Level) Name() string { return fmt.Sprintf("level:%d", int(l)) }

// Think searches as far and as carefully as the level does. It does not need the
// budget's nodes. The highest plays a solved game perfectly.
func (l Level) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	list, ok := strengths[r.Game().Name]
	if !ok {
		list = anyGame
	}
	if l < 1 || l > Levels {
		return Thought{}, fmt.Errorf("there is no level %d; there are 1 to %d", int(l), Levels)
	}
	s := list[l-1]
	return PVS{Blind: s.blind, Exact: l == Levels}.Think(ctx, r, Budget{s.nodes, b.Seed})
}

package engine

import (
	"cmp"
	"context"
	"fmt"

	"turnpost/rules"
)

// Level is a strength, 1 to Levels. It has its own budget.
type Level int

const (
	// Levels is the number of levels.
	Levels = 9
	// Faultless is the lowest level that overlooks nothing, and plays solved games perfectly.
	Faultless Level = 8
	// Master is the highest level. It searches for some seconds of one core, except in solved games.
	Master Level = 9
)

// masterNodes are the nodes of Master for one ply of a game, and usualMasterNodes those of any other
// game.
var masterNodes = map[string]int{
	"turro": 6_000_000, "roses": 250, "rooya": 4_000_000, "tourrosa": 6_000_000, "chess": 2_000_000,
	"draughts": 4_000_000, "mills": 3_000_000, "loa": 2_000_000, "reversi": 2_500_000, "hex": 600_000,
	"breakthrough": 4_000_000, "go9": 500_000, "go13": 300_000,
}

const usualMasterNodes = 1_000_000

// strength is the nodes of a level, and the probability that it overlooks a ply, in 1024ths.
type strength struct{ nodes, blind int }

// learnedFrom is the lowest level of a game that uses the learned evaluation. The others use the
// hand-written one, and stay as they were measured when weights are learned again.
var learnedFrom = map[string]Level{"rooya": 8, "tourrosa": 8, "turro": 8}

// choosyFrom is the lowest level of a game with a choosy search.
var choosyFrom = map[string]Level{"turro": 8, "tourrosa": Master}

// strengths are the levels of each game below Master, found by matches: see the package documentation.
var strengths = map[string][Faultless]strength{
	"turro":    {{33, 979}, {37, 932}, {49, 857}, {82, 736}, {329, 483}, {1134, 300}, {4600, 129}, {320, 0}},
	"rooya":    {{43, 890}, {62, 799}, {90, 716}, {272, 514}, {1080, 307}, {3891, 148}, {12552, 32}, {15000, 0}},
	"roses":    {{55, 830}, {74, 744}, {102, 645}, {171, 488}, {203, 260}, {517, 88}, {2000, 1}, {250, 0}},
	"tourrosa": {{31, 997}, {34, 959}, {43, 886}, {85, 720}, {380, 445}, {1900, 235}, {7000, 60}, {1900, 0}},

	"chess":        {{800, 286}, {1100, 238}, {1600, 186}, {2200, 142}, {2900, 101}, {3600, 71}, {4600, 36}, {6000, 0}},
	"draughts":     {{390, 394}, {590, 331}, {910, 266}, {1500, 192}, {2400, 127}, {3300, 82}, {4600, 38}, {6000, 0}},
	"mills":        {{97, 682}, {160, 548}, {360, 409}, {920, 264}, {1900, 159}, {3100, 92}, {4400, 43}, {6000, 0}},
	"loa":          {{104, 671}, {210, 502}, {720, 299}, {1170, 224}, {2100, 151}, {3300, 86}, {4600, 39}, {6000, 0}},
	"reversi":      {{230, 476}, {480, 364}, {1000, 253}, {1800, 170}, {2800, 107}, {4000, 55}, {4900, 28}, {6000, 0}},
	"hex":          {{61, 805}, {92, 694}, {141, 588}, {230, 453}, {500, 254}, {830, 180}, {1500, 99}, {3000, 0}},
	"breakthrough": {{91, 701}, {155, 570}, {420, 383}, {700, 305}, {1200, 223}, {2500, 121}, {4100, 51}, {6000, 0}},
	"go9":          {{52, 850}, {90, 705}, {146, 577}, {217, 436}, {293, 313}, {450, 195}, {900, 71}, {1500, 0}},
	"go13":         {{52, 850}, {90, 705}, {146, 577}, {217, 436}, {293, 313}, {450, 195}, {900, 71}, {1500, 0}},
}

// anyGame is the levels of all other games.
var anyGame = [Faultless]strength{{100, 800}, {200, 650}, {300, 500}, {500, 400}, {1000, 300}, {2000, 150}, {5000, 50},
	{30000, 0}}

// Name is "level:3".
func (l Level) Name() string { return fmt.Sprintf("level:%d", int(l)) }

// Nodes is the number of positions that the level reaches for one ply of a game.
func (l Level) Nodes(game string) int {
	if l < 1 || l > Levels {
		return 0
	}
	return l.strength(game).nodes
}

// strength is the strength of the level in a game.
func (l Level) strength(game string) strength {
	if l == Master {
		return strength{nodes: cmp.Or(masterNodes[game], usualMasterNodes)}
	}
	list, ok := strengths[game]
	if !ok {
		list = anyGame
	}
	return list[l-1]
}

// Think implements Player. It ignores the nodes of the budget.
func (l Level) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	if l < 1 || l > Levels {
		return Thought{}, fmt.Errorf("there is no level %d; there are 1 to %d", int(l), Levels)
	}
	if c, ok := r.Position().(rules.PassFinder); ok {
		if m, ok := c.Concluding(); ok {
			return Thought{Move: m, Line: []rules.Move{m}}, nil
		}
	}
	s := l.strength(r.Game().Name)
	game := r.Game().Name
	search := PVS{
		Blind:      s.blind,
		Exact:      l >= Faultless,
		Choosy:     l >= cmp.Or(choosyFrom[game], Levels+1),
		Hardest:    l == Master,
		Evaluation: Evaluation{Hand: l < cmp.Or(learnedFrom[game], Levels+1)},
	}
	return search.Think(ctx, r, Budget{s.nodes, b.Seed})
}

package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Entrant is a player with a budget.
type Entrant struct {
	Player Player
	Nodes  int // 0: the player needs none
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

// ParseEntrant is the inverse of String: pvs:NODES, hand:NODES (the hand-written evaluation),
// choosy:NODES, mcts:NODES, level:N, novice or random; and pvs:NODES:BLIND, to find strengths of
// levels.
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
	case (name == "pvs" || name == "hand" || name == "choosy") &&
		(len(numbers) == 1 || len(numbers) == 2 && numbers[1] < 1024):
		e := PVS{Choosy: name == "choosy", Terms: Terms{Hand: name == "hand"}}
		if len(numbers) == 2 {
			e.Blind = numbers[1]
		}
		return Entrant{e, numbers[0]}, nil
	}
	return Entrant{},
		fmt.Errorf("there is no player %q; there are pvs:10000, hand:10000, choosy:10000, mcts:10000 (any number of nodes), level:1 to level:%d, novice, random", text, Levels)
}

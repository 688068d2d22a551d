package roses

import (
	"fmt"
	"slices"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// graph implements engine.Graph for the move phase.
type graph struct {
	*numbering
	at int // the rank of the last set of own soldiers
}

// States implements engine.Graph.
func (g *graph) States() int { return g.states() }

// Plies implements engine.Graph.
func (g *graph) Plies(number int, to []int32) []int32 {
	s := g.find(uint32(number))
	if s.bare() {
		return append(to, engine.EndDraws)
	}
	var l plies
	s.plies(&l)
	for _, m := range l.all() {
		next := s.after(m)
		switch {
		case next.captured(rules.White):
			to = append(to, engine.EndWins)
		case next.bare() || m.kind == pass && next.mustPass():
			to = append(to, engine.EndDraws)
		default:
			to = append(to, int32(g.number(next)))
		}
	}
	return to
}

// find is the state with Black to move and a number. It is fast in the order of the numbers.
func (g *graph) find(number uint32) state {
	if number < g.first[g.at] || number >= g.first[g.at+1] {
		at, found := slices.BinarySearch(g.first, number)
		if !found {
			at--
		}
		g.at = at
	}
	return g.state(number, g.at)
}

// Solve implements rules.Solver. The package documentation says what it takes.
func (p position) Solve(report func(format string, args ...any)) (rules.Solution, error) {
	t := &table{numbering: newNumbering()}
	report("the move phase: %d states", t.states())
	values, err := engine.Solve(&graph{numbering: t.numbering})
	if err != nil {
		return rules.Solution{}, err
	}
	t.values = make([]byte, len(values))
	for i, v := range values {
		if t.values[i] = byte(v); v > 255 {
			return rules.Solution{}, fmt.Errorf("a win takes %d plies, and the table has room for 255", v)
		}
	}
	report("the drops")
	t.addDrops()
	packed, err := packTable(t.values)
	if err != nil {
		return rules.Solution{}, fmt.Errorf("packing the table: %w", err)
	}
	return rules.Solution{
		Table:  packed,
		Totals: []rules.Totals{t.moveTotals(), t.dropTotals()},
		Start:  valueOf(t.value(start().state)),
	}, nil
}

// moveTotals counts the states of the move phase that are not bare, with the castle of the side to
// move on b5.
func (t *table) moveTotals() rules.Totals {
	sum := counts{Totals: rules.Totals{Phase: "moves"}}
	g := &graph{numbering: t.numbering}
	for number, v := range t.values {
		if s := g.find(uint32(number)); !s.bare() {
			sum.count(s, v)
		}
	}
	return sum.Totals
}

// dropTotals counts the states of the drop phase that can be reached from the start.
func (t *table) dropTotals() rules.Totals {
	sum := counts{Totals: rules.Totals{Phase: "drops"}}
	g := &graph{numbering: t.numbering}
	// In the order of the numbers, so that the example is always the same.
	for number := range uint32(t.states()) {
		v, ok := t.drops[number]
		if !ok {
			continue
		}
		s := g.find(number)
		s.hand = hand{uint8(soldiers - s.own.count()), uint8(soldiers - s.foe.count())}
		sum.count(s, v)
	}
	return sum.Totals
}

// counts counts totals.
type counts struct{ rules.Totals }

func (c *counts) count(s state, v byte) {
	switch {
	case v == 0:
		c.Drawn++
	case v%2 == 0:
		c.Lost++
	default:
		c.Won++
		if int(v) > c.LongestWin {
			c.LongestWin = int(v)
			// White is to move after an odd number of drops.
			if s.hand.own > s.hand.foe {
				s = state{s.own.halfTurn(), s.foe.halfTurn(), s.hand, turn{side: rules.White}}
			}
			c.LongestWinExample = position{state: s}.String()
		}
	}
}

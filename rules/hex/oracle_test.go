package hex

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// plain is a second implementation, straight from the rules and slow: cells are names.
type plain struct {
	stones map[string]string // "b" or "w" by cell
	side   string
}

func name(column, row int) string { return string(rune('a'+column)) + strconv.Itoa(row) }

// winner looks for a way of a side's stones from one edge to the other, which it widens step by step.
func (p plain) winner() string {
	for _, side := range []string{"b", "w"} {
		reached := map[string]bool{}
		for grown := true; grown; {
			grown = false
			for c := range 11 {
				for r := 1; r <= 11; r++ {
					begins := r == 1
					if side == "w" {
						begins = c == 0
					}
					for _, n := range []string{name(c, r-1), name(c+1, r-1), name(c-1, r), name(c+1, r), name(c-1, r+1), name(c, r+1)} {
						begins = begins || reached[n]
					}
					if begins && p.stones[name(c, r)] == side && !reached[name(c, r)] {
						reached[name(c, r)], grown = true, true
					}
				}
			}
		}
		for i := range 11 {
			if side == "b" && reached[name(i, 11)] || side == "w" && reached[name(10, i+1)] {
				return side
			}
		}
	}
	return ""
}

func (p plain) Plies() (moves []rules.Move) {
	if p.side == "-" {
		return nil
	}
	for c := range 11 {
		for r := 1; r <= 11; r++ {
			if p.stones[name(c, r)] == "" {
				moves = append(moves, rules.Move(name(c, r)))
			}
		}
	}
	if len(moves) == 120 && p.side == "w" {
		moves = append(moves, "swap")
	}
	slices.Sort(moves)
	return moves
}

func (p plain) After(m rules.Move) rulestest.Oracle {
	q := plain{maps.Clone(p.stones), map[string]string{"b": "w", "w": "b"}[p.side]}
	if m == "swap" {
		for at := range p.stones {
			var row int
			_, _ = fmt.Sscan(at[1:], &row)
			q.stones = map[string]string{name(row-1, int(at[0]-'a')+1): "w"}
		}
		return q
	}
	if q.stones[string(m)] = p.side; q.winner() != "" {
		q.side = "-"
	}
	return q
}

func (p plain) Result() string {
	if p.side != "-" {
		return "none"
	}
	return map[string]string{"b": "black joined", "w": "white joined"}[p.winner()]
}

func (p plain) String() string {
	var rows []string
	for r := 1; r <= 11; r++ {
		var s strings.Builder
		for c := range 11 {
			stone := p.stones[name(c, r)]
			if stone == "" {
				stone = "-"
			}
			s.WriteString(stone)
		}
		rows = append(rows, s.String())
	}
	return strings.Join(rows, "/") + " " + p.side
}

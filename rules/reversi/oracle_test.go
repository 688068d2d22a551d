package reversi

import (
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// plain is a second implementation, straight from the rules and slow: cells are names.
type plain struct {
	discs map[string]string // "b" or "w" by cell
	side  string
}

func newPlain() plain {
	return plain{map[string]string{"d5": "b", "e4": "b", "d4": "w", "e5": "w"}, "b"}
}

func other(side string) string { return map[string]string{"b": "w", "w": "b"}[side] }

// encloses lists the cells whose discs a disc of a side on a cell would turn.
func (p plain) encloses(side, at string) (all []string) {
	if p.side == "-" || p.discs[at] != "" {
		return nil
	}
	for dc := -1; dc <= 1; dc++ {
		for dr := -1; dr <= 1; dr++ {
			var line []string
			for n := 1; dc != 0 || dr != 0; n++ {
				c := string([]byte{byte(int(at[0]) + n*dc), byte(int(at[1]) + n*dr)})
				if p.discs[c] == other(side) {
					line = append(line, c)
					continue
				}
				if p.discs[c] == side {
					all = append(all, line...)
				}
				break
			}
		}
	}
	return all
}

func (p plain) moves(side string) (moves []rules.Move) {
	for column := 'a'; column <= 'h'; column++ {
		for row := '1'; row <= '8'; row++ {
			if at := string([]rune{column, row}); len(p.encloses(side, at)) > 0 {
				moves = append(moves, rules.Move(at))
			}
		}
	}
	return moves
}

func (p plain) Plies() []rules.Move { return p.moves(p.side) }

func (p plain) After(m rules.Move) rulestest.Oracle {
	q := plain{map[string]string{}, other(p.side)}
	for c, side := range p.discs {
		q.discs[c] = side
	}
	for _, c := range append(p.encloses(p.side, string(m)), string(m)) {
		q.discs[c] = p.side
	}
	if len(q.moves(q.side)) == 0 {
		if q.side = p.side; len(q.moves(q.side)) == 0 {
			q.side = "-"
		}
	}
	return q
}

func (p plain) Result() string {
	var texts []string
	for _, side := range p.discs {
		texts = append(texts, side)
	}
	all := strings.Join(slices.Sorted(slices.Values(texts)), "")
	black, white := strings.Count(all, "b"), strings.Count(all, "w")
	switch {
	case p.side != "-":
		return "none"
	case black > white:
		return "black more"
	case white > black:
		return "white more"
	}
	return "draw equal"
}

func (p plain) String() string {
	var rows []string
	for row := '1'; row <= '8'; row++ {
		var s strings.Builder
		for column := 'a'; column <= 'h'; column++ {
			disc := p.discs[string([]rune{column, row})]
			if disc == "" {
				disc = "-"
			}
			s.WriteString(disc)
		}
		rows = append(rows, s.String())
	}
	return strings.Join(rows, "/") + " " + p.side
}

package breakthrough

import (
	"maps"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// plain is a second implementation, straight from the rules and slow: cells are names.
type plain struct {
	pieces map[string]string // "b" or "w" by cell
	side   string
}

func newPlain() plain {
	p := plain{map[string]string{}, "b"}
	for _, column := range "abcdefgh" {
		for row, side := range map[string]string{"1": "b", "2": "b", "7": "w", "8": "w"} {
			p.pieces[string(column)+row] = side
		}
	}
	return p
}

func (p plain) has(side string) bool {
	for _, s := range p.pieces {
		if s == side {
			return true
		}
	}
	return false
}

func (p plain) Result() string {
	for cell, side := range p.pieces {
		if side == "b" && cell[1] == '8' {
			return "black arrived"
		}
		if side == "w" && cell[1] == '1' {
			return "white arrived"
		}
	}
	switch {
	case !p.has("w"):
		return "black taken"
	case !p.has("b"):
		return "white taken"
	}
	return "none"
}

func (p plain) Plies() (moves []rules.Move) {
	if p.Result() != "none" {
		return nil
	}
	ahead := map[string]int{"b": 1, "w": -1}[p.side]
	for from, side := range p.pieces {
		if side != p.side {
			continue
		}
		for dc := -1; dc <= 1; dc++ {
			to := string([]byte{byte(int(from[0]) + dc), byte(int(from[1]) + ahead)})
			if to[0] < 'a' || to[0] > 'h' || p.pieces[to] == p.side || dc == 0 && p.pieces[to] != "" {
				continue
			}
			moves = append(moves, rules.Move(from+"-"+to))
		}
	}
	slices.Sort(moves)
	return moves
}

func (p plain) After(m rules.Move) rulestest.Oracle {
	q := plain{maps.Clone(p.pieces), map[string]string{"b": "w", "w": "b"}[p.side]}
	from, to, _ := strings.Cut(string(m), "-")
	delete(q.pieces, from)
	q.pieces[to] = p.side
	return q
}

func (p plain) String() string {
	var rows []string
	for row := '8'; row >= '1'; row-- {
		var s strings.Builder
		for column := 'a'; column <= 'h'; column++ {
			piece := p.pieces[string([]rune{column, row})]
			if piece == "" {
				piece = "-"
			}
			s.WriteString(piece)
		}
		rows = append(rows, s.String())
	}
	return strings.Join(rows, "/") + " " + p.side
}

package tourrosa

import (
	"fmt"
	"strconv"
	"strings"

	"turnpost/rules"
)

// position is a state and, for the diagram, the last ply.
type position struct {
	state
	last trail
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome { return p.outcome() }

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.outcome().Over() {
		return rules.None
	}
	return p.side
}

// String is the position string: rings a to d, the side to move, the passes.
func (p position) String() string {
	var b strings.Builder
	for c, v := range p.cells {
		switch {
		case c == 0:
		case c%hours == 0:
			b.WriteByte('/')
		default:
			b.WriteByte(',')
		}
		switch {
		case v == 0:
			b.WriteByte('.')
		case v > 0:
			b.WriteByte('b')
			b.WriteString(strconv.Itoa(int(v)))
		default:
			b.WriteByte('w')
			b.WriteString(strconv.Itoa(-int(v)))
		}
	}
	fmt.Fprintf(&b, " %s %d", p.side.Letter(), p.passes)
	return b.String()
}

// mostPieces is the greatest number of pieces of one side in a position string: two digits, as in the
// diagram. In play a side never has more than twelve.
const mostPieces = 99

// parsePosition is the inverse of String. It does not check whether the state can arise by play.
func parsePosition(text string) (rules.Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return nil, fmt.Errorf(
			"a position of tourrosa is the rings, the side to move and the passes, parted by single spaces, not %d fields", len(fields))
	}
	var s state
	if err := s.readRings(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case rules.Black.Letter():
		s.side = rules.Black
	case rules.White.Letter():
		s.side = rules.White
	default:
		return nil, fmt.Errorf("the side to move is b or w, not %q", fields[1])
	}
	switch fields[2] {
	case "0", "1", "2":
		s.passes = fields[2][0] - '0'
	default:
		return nil, fmt.Errorf("the passes just made in a row are 0 or 1, or 2 when they have ended the game, not %q",
			fields[2])
	}
	return position{state: s}, nil
}

func (s *state) readRings(text string) error {
	all := strings.Split(text, "/")
	if len(all) != rings {
		return fmt.Errorf("the rose has %d rings, a to d, not %d", rings, len(all))
	}
	var pieces [2]int
	for ring, row := range all {
		stacks := strings.Split(row, ",")
		if len(stacks) != hours {
			return fmt.Errorf("ring %c has %d cells, not %d", 'a'+ring, hours, len(stacks))
		}
		for hour, text := range stacks {
			c := cellAt(ring, hour)
			side, height, err := readStack(text)
			if err != nil {
				return fmt.Errorf("cell %s: %w", c, err)
			}
			if side == rules.None {
				continue
			}
			own := index(sign(side))
			if pieces[own] += height; pieces[own] > mostPieces {
				return fmt.Errorf("%s has more than %d pieces", side, mostPieces)
			}
			s.cells[c] = int8(height) * sign(side)
		}
	}
	if pieces[0]+pieces[1] == 0 {
		return fmt.Errorf("the rose is empty: at least one side has a piece")
	}
	s.pieces = [2]uint8{uint8(pieces[0]), uint8(pieces[1])}
	return nil
}

// readStack reads one cell: "." for an empty one, or owner and height.
func readStack(text string) (rules.Side, int, error) {
	if text == "." {
		return rules.None, 0, nil
	}
	if text == "" {
		return rules.None, 0, fmt.Errorf("nothing is written; an empty cell is a point")
	}
	side, ok := rules.ParseSide(text[:1])
	if !ok {
		return rules.None, 0, fmt.Errorf("%q is neither a point nor a stack such as b4 or w12", text)
	}
	height, err := strconv.Atoi(text[1:])
	if err != nil || height < 1 || height > mostPieces || strconv.Itoa(height) != text[1:] {
		return rules.None, 0, fmt.Errorf("the height in %q is not a number from 1 to %d", text, mostPieces)
	}
	return side, height, nil
}

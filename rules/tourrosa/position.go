package tourrosa

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// state is the content of a position string: a small value that is copied for each ply.
type state struct {
	cells  [cells]int8 // the height of the stack, negative if it is White's
	pieces [2]uint8    // Black's and White's on the board
	side   rules.Side
	passes uint8 // in a row before this state
}

// sign is the sign of a side's stacks; index is its index in state.pieces.
func sign(s rules.Side) int8 {
	if s == rules.White {
		return -1
	}
	return 1
}

func index(sign int8) int { return int(uint8(sign) >> 7) }

// start has stacks on the corners of the hexagon, alternately Black's and White's.
func start() state {
	s := state{side: rules.Black}
	for hour := 2; hour <= hours; hour += 2 {
		side := rules.White
		if hour%4 == 0 {
			side = rules.Black
		}
		s.cells[cellAt(1, hour)] = 4 * sign(side)
		s.pieces[index(sign(side))] += 4
	}
	return s
}

// outcome is the outcome by the board and the number of passes alone.
func (s *state) outcome() rules.Outcome {
	switch {
	case s.pieces[1] == 0:
		return rules.Outcome{Result: rules.BlackWins, Reason: "cleared"}
	case s.pieces[0] == 0:
		return rules.Outcome{Result: rules.WhiteWins, Reason: "cleared"}
	case s.passes >= 2:
		return rules.Outcome{Result: rules.Draw, Reason: "stuck"}
	}
	return rules.Outcome{}
}

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
	var rows []string
	for ring := range slices.Chunk(p.cells[:], hours) {
		stacks := make([]string, hours)
		for hour, v := range ring {
			stacks[hour] = cmp.Or(stackText(v, "bw"), ".")
		}
		rows = append(rows, strings.Join(stacks, ","))
	}
	return fmt.Sprintf("%s %s %d", strings.Join(rows, "/"), p.side.Letter(), p.passes)
}

// stackText writes a stack, the letter of its side and its height; "" if there is none.
func stackText(v int8, letters string) string {
	switch {
	case v > 0:
		return letters[:1] + strconv.Itoa(int(v))
	case v < 0:
		return letters[1:] + strconv.Itoa(-int(v))
	}
	return ""
}

// mostPieces is the greatest number of pieces of one side in a position string: two digits, as in the
// diagram. In play a side never has more than twelve.
const mostPieces = 99

// parsePosition is the inverse of String. It does not check whether the state can arise by play.
func parsePosition(text string) (rules.Position, error) {
	fields, err := board.Fields(text, "rings", "side", "passes")
	if err != nil {
		return nil, err
	}
	var s state
	if err := s.readRings(fields[0]); err != nil {
		return nil, err
	}
	if s.side, err = board.ParseTurn(fields[1]); err != nil {
		return nil, err
	}
	passes, err := board.ParseNumber("the number of passes in a row, 2 at the end,", fields[2], 0, 2)
	s.passes = uint8(passes)
	return position{state: s}, err
}

func (s *state) readRings(text string) error {
	all, err := board.SplitRows(text, ",", slices.Repeat([]int{hours}, rings)...)
	if err != nil {
		return err
	}
	var pieces [2]int
	for ring, stacks := range all {
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

// Equivalents implements rules.Symmetric: the Rose turned by whole hours, mirrored, and turned inside out
// by half an hour, in 48 ways, each also with the colours exchanged. The line is the same inside
// out: it passes the centre as it goes around the tip of a petal, and rings a and d, and b and c,
// are exchanged.
func (p position) Equivalents() []string {
	texts := make([]string, 0, 2*4*hours)
	for shift := range halfHours {
		for _, sense := range []int{1, -1} {
			for _, colour := range []int8{1, -1} {
				q := position{state: state{side: p.side, passes: p.passes}}
				for c, v := range p.cells {
					q.cells[cell(c).like(shift, sense)] = colour * v
				}
				if colour < 0 {
					q.side = p.side.Opponent()
				}
				texts = append(texts, q.String())
			}
		}
	}
	return texts
}

// like is the new cell of a cell when the Rose is mirrored, if sense is -1, and then turned by
// shift half-hours. If shift is odd it is also turned inside out, because rings b and d are on the
// hour, and a and c half an hour after it.
func (c cell) like(shift, sense int) cell {
	ring := c.ring()
	if shift%2 == 1 {
		ring = rings - 1 - ring
	}
	return cellBearing(ring, ((sense*c.bearing()+shift)%halfHours+halfHours)%halfHours)
}

// total is the number of pieces of a side.
func (s *state) total(side rules.Side) int { return int(s.pieces[index(sign(side))]) }

// stackTotal is the number of stacks of a side.
func (s *state) stackTotal(side rules.Side) int {
	n := 0
	for _, v := range s.cells {
		if v*sign(side) > 0 {
			n++
		}
	}
	return n
}

var _ rules.Symmetric = position{}

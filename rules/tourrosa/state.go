package tourrosa

import "turnpost/rules"

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

package tourrosa

import "turnpost/rules"

// examples are the pictures of the rules.
func examples() []rules.Example {
	return []rules.Example{
		{Caption: rules.Phrasef(
			"The board: one line that crosses itself in 48 cells. Their letter is the ring, their number the hour.")},
		{Plies: []rules.Move{"b12co"},
			Caption: rules.Phrasef(
				"b12co: the blue line is the way of the stack. One piece each stays on c12, d1 and d2, and the last slides on to b8.")},
		{Plies: []rules.Move{"b12co", "b10ao", "c12co+"},
			Caption: rules.Phrasef(
				"c12co+: the top pieces of c12, d1 and d2 are gathered, and slide on together to b8.")},
		{Plies: []rules.Move{"b12co", "b10ao", "d1ao"},
			Caption: rules.Phrasef("d1ao: on its way to c6 the piece jumps the single piece on d8, which is taken.")},
	}
}

package rooya

import "turnpost/rules"

// examples are the pictures in the rules for players.
func examples() []rules.Example {
	const placed, entered = "bwbwb/w...b/b...w/w...b/wbwbw b 0 0", "bwbwb/w...b/.b..w/w...b/wbwbw b 0 0"
	return []rules.Example{
		{Caption: rules.Phrasef(
			"The board. The plate in the middle, from b2 to d4, turns; the sixteen cells around it are the outer plate.")},
		{Plies: []rules.Move{"a1"}, Caption: rules.Phrasef("a1: a pawn is placed on a free cell of the outer plate.")},
		{From: placed, Plies: []rules.Move{"a3-b3-c3"},
			Caption: rules.Phrasef(
				"a3-b3-c3: a pawn that goes from one plate to the other may take one more step there.")},
		{From: placed, Plies: []rules.Move{"a3-a4"},
			Caption: rules.Phrasef("a3-a4: the pawn of the other side that was there changes places with it.")},
		{From: entered, Plies: []rules.Move{"cw"},
			Caption: rules.Phrasef("cw: the inner plate makes a quarter turn clockwise, and what was on b3 is on c4.")},
	}
}

package roses

import "turnpost/rules"

// examples are the pictures in the rules for players, with the moves of the sheet's own examples.
func examples() []rules.Example {
	const lines, attacks = "B/.bb./...../..www/..../W ", "B/.ww./b..../.bwwb/.b../W "
	return []rules.Example{
		{Caption: rules.Phrasef(
			"The board and the names of its cells. Black's castle is b5, White's e3; c4 and d4 are red.")},
		{Plies: []rules.Move{"b4"},
			Caption: rules.Phrasef(
				"b4: a soldier is dropped beside its own castle, or beside one of its own soldiers.")},
		{From: lines + "w 0 0 0", Plies: []rules.Move{"f6-c3"},
			Caption: rules.Phrasef("f6-c3: three in a line go one cell along it; the one in front enters c3.")},
		{From: lines + "b 0 0 0", Plies: []rules.Move{"b4c5-b3c4"},
			Caption: rules.Phrasef("b4c5-b3c4: two neighbours go sideways together.")},
		{From: attacks + "w 0 0 0", Plies: []rules.Move{"e5xc3"},
			Caption: rules.Phrasef(
				"e5xc3: two in a line attack the piece in front of them and push it one cell, to b2.")},
		{From: attacks + "b 0 0 0", Plies: []rules.Move{"d3xd4"},
			Caption: rules.Phrasef(
				"d3xd4: a soldier attacks with the support of another that is beside the same enemy.")},
	}
}

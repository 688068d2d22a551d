package sample

import "turnpost/templates"

// postMortems are of a game that is solved, and of ones that are searched.
func postMortems() []templates.Section {
	after := func(n, back int, t templates.TurningPly) templates.TurningPly {
		t.Ply, t.Back = n, back
		return t
	}
	one := func(n int, lost string, you bool, b templates.Board) templates.TurningPly {
		return templates.TurningPly{Ply: n, You: you, Move: "l", Better: "r", Lost: lost, Before: 71, After: 44,
			Board: b}
	}
	told := templates.Board{Sentences: []string{"Black is to move.", "The knot is in the middle."}}
	return []templates.Section{
		&templates.PostMortem{Game: 3, Title: "Tug", Opponent: "Bob", Solved: true,
			Plies: []templates.TurningPly{one(5, "win", true, tug()), one(8, "draw", false, tug()),
				one(11, "all", true, tug())}},
		&templates.PostMortem{Game: 12, Title: "Turro", Opponent: "Bob",
			Plies: []templates.TurningPly{one(14, "chance", false, turroBoard()), one(31, "hope", true, turroBoard())}},
		&templates.PostMortem{Game: 12, Title: "Turro", Opponent: "Bob", More: 2,
			Plies: []templates.TurningPly{one(14, "win", false, turroBoard()),
				after(21, 14, one(21, "win", true, turroBoard())), after(30, 21, one(30, "all", false, turroBoard()))},
			Decided: &templates.TurningPly{Ply: 31, You: true, Move: "d3-d4", Board: turroBoard()}},
		&templates.PostMortem{Game: 3, Title: "Tug", Opponent: "Bob",
			Plies: []templates.TurningPly{one(5, "chance", true, told)}},
		&templates.PostMortem{Game: 3, Title: "Tug", Opponent: "Bob",
			Plies: []templates.TurningPly{one(5, "win", true, told), one(9, "hope", false, told)}},
		&templates.PostMortem{Game: 3, Title: "Tug", Opponent: "Bob",
			Plies: []templates.TurningPly{one(9, "all", false, told)}},
	}
}

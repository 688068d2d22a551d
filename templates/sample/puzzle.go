package sample

import "turnpost/templates"

// puzzles are of a game that is solved and of one that is searched, with all that an answer
// may be worth.
func puzzles() []templates.Section {
	told := templates.Board{Sentences: []string{"Black is to move.", "The knot is in the middle."}}
	line := []templates.Ply{{N: 1, Side: "black", Move: "l"}, {N: 2, Side: "white", Move: "r"},
		{N: 3, Side: "black", Move: "l"}}
	return []templates.Section{
		tugPuzzle(),
		&templates.Puzzle{Title: "Tug", Side: "white", Daily: true, Board: told,
			Moves: []templates.MoveInWords{{N: 1, Move: "l", Words: "left"}, {N: 2, Move: "r", Words: "right"}},
			Wins:  5, Level: 3, Bots: true, Tally: templates.PuzzleTally{Solved: 1, Of: 1}},
		&templates.PuzzleAnswer{Title: "Tug", Name: "tug", Right: true, Exact: true, Solved: true, Move: "l",
			Worth: "win", N: 6, Keeps: "l", Wins: 6, Board: tug(), Line: line,
			Tally: templates.PuzzleTally{Solved: 3, Of: 4}},
		&templates.PuzzleAnswer{Title: "Tug", Name: "tug", Exact: true, Solved: true, Move: "r", Worth: "draw",
			Reply: "l", Keeps: "l", Wins: 1, Board: told, Line: line[:2], Ends: true,
			Tally: templates.PuzzleTally{Of: 1}},
		&templates.PuzzleAnswer{Title: "Tug", Name: "tug", Exact: true, Solved: true, Move: "r", Worth: "loss", N: 3,
			Reply: "l", Keeps: "l", Wins: 6, Tally: templates.PuzzleTally{Solved: 3, Of: 4}},
		&templates.PuzzleAnswer{Title: "Turro", Name: "turro", Again: true, Move: "r", Worth: "chance", N: 47,
			Reply: "l", Keeps: "l", Wins: 6, Tally: templates.PuzzleTally{Solved: 3, Of: 4}},
		&templates.PuzzleAnswer{Title: "Turro", Name: "turro", Right: true, Exact: true, Move: "l", Worth: "win", N: 6,
			Keeps: "l", Wins: 6, Themes: []string{"rescue", "forced", "twice", "deep"}, Level: 4},
		&templates.PuzzleAnswer{Title: "Turro", Name: "turro", Exact: true, Move: "r", Worth: "chance", N: 47,
			Keeps: "l", Wins: 6, Level: 4},
		&templates.PuzzleAnswer{Title: "Turro", Name: "turro", Right: true, Move: "l", Worth: "win", N: 6,
			Keeps: "l", Wins: 6},
		&templates.PuzzleAnswer{Title: "Chess", Name: "chess", Right: true, Exact: true, Soonest: true, Move: "Nf7", Worth: "win", N: 4,
			Keeps: "Nf7", Wins: 4, Level: 4},
		&templates.PuzzleAnswer{Title: "Chess", Name: "chess", Exact: true, Soonest: true, Move: "Rh7", Worth: "win", N: 6, Reply: "Kg8",
			Keeps: "Nf7", Wins: 2, Level: 4},
		&templates.PuzzleAnswer{Title: "Chess", Name: "chess", Exact: true, Soonest: true, Move: "Rh7", Worth: "chance", N: 93, Reply: "Kg8",
			Keeps: "Nf7", Wins: 1, Level: 4},
		&templates.NoPuzzle{Title: "Turro"},
		&templates.NoPuzzle{Title: "Go 9x9", Never: true},
		&templates.NoPuzzle{Shelf: 12, Tally: templates.PuzzleTally{Solved: 7, Of: 12}},
		&templates.PuzzleSet{At: "07:30", Zone: "Europe/Rome", Next: at(21, 7), Digest: true},
		&templates.PuzzleSet{At: "19:00", Zone: "Europe/Rome", Next: at(20, 19), Empty: true},
		&templates.PuzzleSet{},
	}
}

// tugPuzzle is a puzzle with its moves.
func tugPuzzle() *templates.Puzzle {
	groups := []templates.MoveGroup{{Moves: []templates.NumberedMove{{N: 1, Move: "l"}, {N: 2, Move: "r"}}}}
	return &templates.Puzzle{Title: "Tug", Side: "black", Board: tug(), Groups: groups, Wins: 7,
		Notation: "A pull is l or r."}
}

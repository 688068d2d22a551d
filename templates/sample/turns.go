package sample

import (
	"fmt"

	"turnpost/templates"
)

// turns are messages about one game.
func turns() []templates.Section {
	played, rope := plies(8), tug()
	rope.Picture = "" // for readers who want characters
	lines := []string{"if l then r, if l then r, if l then r, if l then r, if l then r, if l then r", "if * then l"}
	notes := []templates.Note{{Text: "Careful with the left end."},
		{Ply: 12, Text: "He always pulls to the right after two pulls to the left; I could wait for that and answer at once."}}
	ratings := []templates.RatingLine{{Name: "Ada", Rating: "1662?", Unsure: true},
		{Name: "Bob", Rating: "1338?", Unsure: true, Before: "1500?", Change: "-162"}}

	mine := tugTurn()
	second := tugTurn()
	second.Second, second.Message, second.Due, second.Board = true, "", at(23, 9), rope
	waiting := tugTurn()
	waiting.ToMove, waiting.Groups, waiting.Message, waiting.Notes = templates.MoverOpponent, nil, "", notes
	waiting.PlayedByYou, waiting.Played = true, []templates.Ply{{N: 8, Side: "white", Move: "l", Spoken: "to the left"}}
	begun := &templates.Turn{Game: 12, Title: "Turro", Side: "black", Opponent: "Bob", Next: 1,
		ToMove: templates.MoverYou, Started: true, Strength: 1275, Board: turroBoard(), Pace: "3d+1d/7d",
		AskPublic: true, GameClock: templates.GameClock{Due: at(23, 9)}, Groups: turroMoves(), Example: "d3-d4"}
	program := *begun
	program.Program, program.Level, program.Robot, program.Terms = "gnugo", 3, "go9", "handicap 3, komi 0.5"
	offered := tugTurn()
	offered.Offer, offered.Due = templates.OfferDraw, at(23, 9)
	undo := tugTurn()
	undo.Offer, undo.OfferPly = templates.OfferUndo, 7
	asked := tugTurn()
	asked.ToMove, asked.Groups, asked.Offer, asked.OfferYours = templates.MoverOpponent, nil, templates.OfferDraw, true
	told := tugTurn()
	told.ToMove, told.Groups, told.News = templates.MoverOpponent, nil, news(lines)

	spoken := tugTurn()
	spoken.Board = templates.Board{Sentences: []string{"Black is to move.", "The knot is in the middle."}}
	spoken.Moves = []templates.MoveInWords{{N: 1, Move: "l", Words: "pull to the left"},
		{N: 2, Move: "r", Words: "pull to the right"}}
	preview := &templates.LinePreview{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Plies: played[6:],
		Board: spoken.Board, ToMove: templates.MoverYou, Legal: 1}

	over := func(result templates.OwnResult, ending templates.OutsideEnding, reason string) *templates.Turn {
		t := tugTurn()
		t.ToMove, t.Groups, t.Recent, t.Example = templates.MoverNobody, nil, nil, ""
		t.Result, t.Ending, t.Reason, t.Transcript, t.Ratings, t.Rematch = result, ending, reason, plies(14), ratings,
			ending != "resigned"
		return t
	}
	lost := over(templates.Lost, "", "the knot was pulled to the end")
	lost.Notes, lost.MoreNotes = notes, true
	robot := over(templates.Won, "", "the knot was pulled to the end")
	robot.Opponent, robot.AgainstRobots, robot.Ratings = "robot 3", true,
		[]templates.RatingLine{ratings[0], {Name: "robot 3", Rating: "1275", Before: "1280", Change: "-5"}}
	return []templates.Section{mine, second, waiting, begun, offered, undo, asked, told,
		lost, over(templates.Won, templates.EndingResigned, ""), over(templates.Drawn, templates.EndingAgreed, ""),
		over(templates.Won, templates.EndingTime, ""), over(templates.Lost, templates.EndingTime, ""),
		reminder(templates.ReminderHalf), reminder(templates.ReminderDay), reminder(templates.ReminderOver),
		over(templates.Won, templates.EndingAdjudicated, ""), over(templates.Drawn, templates.EndingAdjudicated, ""),
		over(templates.Void, templates.EndingAborted, ""),
		&templates.LinePreview{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Plies: played[6:], Board: tug(),
			ToMove: templates.MoverYou, Legal: 1, LastOfThree: true},
		&templates.LinePreview{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Plies: played[7:], Board: tug(),
			ToMove: templates.MoverNobody, Result: templates.Drawn,
			Reason: "the same position arose for the third time"},
		&templates.Conditionals{Game: 3, Title: "Tug", Opponent: "Bob", Lines: lines},
		&templates.Conditionals{Game: 3, Title: "Tug", Opponent: "Bob"},
		spoken, preview, robot, &program, over(templates.Drawn, templates.EndingTime, ""),
	}
}

// tugTurn is a message to the player to move in a game of Tug.
func tugTurn() *templates.Turn {
	return &templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Next: 9, ToMove: templates.MoverYou,
		Played: plies(8)[7:], Board: tug(), Recent: plies(8)[3:],
		Groups: []templates.MoveGroup{{Title: "pull",
			Moves: []templates.NumberedMove{{N: 1, Move: "l"}, {N: 2, Move: "r"}}}},
		Example: "l", LastOfThree: true, GameClock: templates.GameClock{Due: at(26, 18)},
		Message: "Good morning from Lyon!\n\nI nearly pulled the other way. Your rope & mine are < 2 marks apart."}
}

// reminder is a message that time runs out, with pauses of every kind.
func reminder(why templates.ReminderKind) *templates.Turn {
	t := tugTurn()
	t.Played, t.Message, t.Reminder, t.Due, t.Grace = nil, "", why, at(22, 9), at(22, 21)
	t.Standing, t.Pauses = why == templates.ReminderDay, pauses()
	return t
}

func pauses() []templates.ClockPause {
	return []templates.ClockPause{{Why: "vacation", From: at(21, 0), To: at(23, 0)},
		{Why: "bounce", You: true, From: at(19, 0), To: at(25, 0)}, {Why: "bounce", From: at(18, 0), To: at(19, 0)},
		{Why: "down", From: at(18, 0), To: at(19, 0)}}
}

// plies pull the knot to and fro.
func plies(n int) []templates.Ply {
	var out []templates.Ply
	for i := range n {
		p := templates.Ply{N: i + 1, Side: "black", Move: "r", At: at(3+i, 7+i)}
		if i%2 == 1 {
			p.Side, p.Move = "white", "l"
		}
		out = append(out, p)
	}
	return out
}

// news has each kind of news, in each shape.
func news(lines []string) []templates.GameNews {
	var out []templates.GameNews
	for _, what := range []string{"draw-early", "draw-better", "draw-open", "undo-rated"} {
		out = append(out,
			templates.GameNews{Kind: templates.NewsDeclined, Opponent: "Robot (level 3)", What: what, Next: 10})
	}
	for _, kind := range []templates.TurnNewsKind{templates.NewsDeclined, templates.NewsLapsed, templates.NewsMissed,
		templates.NewsUndone, templates.NewsFired, templates.NewsDied, templates.NewsMisfired} {
		for _, what := range []string{"draw", "undo", "left", "undone", "over", "own", "both"} {
			for _, you := range []bool{false, true} {
				out = append(out,
					templates.GameNews{Kind: kind, You: you, Opponent: "Bob", What: what, Next: 3, Plies: plies(2),
						Lines:   lines,
						Problem: templates.Problem{Code: "if-move", Args: []any{"x", "a pull is l or r"}}})
			}
		}
	}
	return out
}

func turroBoard() templates.Board {
	const edge = "    +-------+-------+-------+-------+-------+-------+-------+\n"
	const files = "        a       b       c       d       e       f       g\n"
	text := files + edge
	for row := 7; row >= 1; row-- {
		cells, crown := "   o   |", "  <O>  |"
		switch {
		case row <= 3:
			cells, crown = "   x   |", "  <X>  |"
		case row == 4:
			cells, crown = "       |", "       |"
		}
		text += fmt.Sprintf("  %d |", row)
		for file := range 7 {
			if file == 3 && row%6 == 1 {
				text += crown
			} else {
				text += cells
			}
		}
		text += fmt.Sprintf(" %d\n    |       |       |       |       |       |       |       |\n%s", row, edge)
	}
	return templates.Board{Diagram: text + files + "\n    x Black, o White; <X>, <O> their Turros.\n",
		Words: "Black to move. Black has pawns on all fields of rows 1 to 3, except for the Turro on d1. White has pawns on all fields of rows 5 to 7, except for the Turro on d7."}
}

// turroMoves are the 126 legal plies of Turro's first position.
func turroMoves() []templates.MoveGroup {
	var out []templates.MoveGroup
	n := 0
	for file := 'a'; file <= 'g'; file++ {
		for row := 1; row <= 3; row++ {
			from := fmt.Sprintf("%c%d", file, row)
			g := templates.MoveGroup{Title: from}
			if from == "d1" {
				g.Title = "d1, Turro"
			}
			for f := max('a', file-1); f <= min('g', file+1); f++ {
				for r := max(1, row-1); r <= row+1; r++ {
					if to := fmt.Sprintf("%c%d", f, r); to != from && to != "d1" {
						n++
						g.Moves = append(g.Moves, templates.NumberedMove{N: n, Move: from + "-" + to})
					}
				}
			}
			out = append(out, g)
		}
	}
	return out
}

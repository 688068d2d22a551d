// Package breakthrough is Breakthrough by Dan Troyka (2000), on eight by eight cells.
//
// # The model
//
// A state is the pieces of both sides as sets of cells in 64 bits, and the side to move. A ply is two cells
// in 16 bits. Cells are numbered in the order of their names, a1, a2, ... h8, so that plies in the order
// of cells are sorted.
//
// # What was settled here
//
// Black begins at the bottom, on rows 1 and 2. A side that has lost all pieces has lost. No side can be
// without a move while it has a piece: the foremost one always has a free cell diagonally ahead, or a
// piece of the other side there, unless it has won.
package breakthrough

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Breakthrough.
func Game() rules.Game {
	return rules.Game{
		Name:          "breakthrough",
		Title:         "Breakthrough",
		Aliases:       []string{"durchbruch", "percée", "percee", "sfondamento"},
		Author:        "Dan Troyka",
		Year:          2000,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return position{state: start()} },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
		UCI:           &rules.UCI{Variant: "breakthrough", Ply: uciPly, FEN: fen, ReadFEN: readFEN},
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	const middle = "wwwwwwww/wwww-www/--------/----w---/---b----/--------/bbb-bbbb/bbbbbbbb b"
	const eve = "--------/-b------/--------/--------/--------/--------/------w-/-------- b"
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to h, rows 1 to 8. Each side has sixteen pieces on its first two rows.")},
		{Plies: []rules.Move{"c2-c3"},
			Caption: rules.Phrasef("c2-c3: a piece goes one cell straight ahead, if that is empty.")},
		{Plies: []rules.Move{"c2-d3"}, Caption: rules.Phrasef("c2-d3: or diagonally ahead.")},
		{From: middle, Plies: []rules.Move{"d4-e5"},
			Caption: rules.Phrasef("d4-e5: only diagonally ahead can it take a piece of the other side.")},
		{From: eve, Plies: []rules.Move{"b7-b8"},
			Caption: rules.Phrasef("b7-b8: Black has reached the end row of the other side, and has won.")},
	}
}

// Package reversi is Reversi with the opening position of Goro Hasegawa's Othello (1971), by the rules
// of the World Othello Federation.
//
// # The model
//
// A state is the discs of both sides as sets of cells in 64 bits, and the side to move. A ply is the cell
// on which a disc is placed. Cells are numbered in the order of their names, a1, a2, ... h8, so that
// plies in the order of cells are sorted.
//
// # What was settled here
//
// Row 1 is at the top, as in printed games, and both sides see the board from the same
// side. A side that cannot move is passed over: the turn
// stays with the other side, and nobody writes a pass. The game is over when neither side can move; empty
// cells belong to nobody. A side without discs has lost, since it never can move again.
package reversi

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Reversi.
func Game() rules.Game {
	return rules.Game{
		Name:          "reversi",
		Title:         "Reversi",
		Aliases:       []string{"othello", "riversi", "réversi"},
		Author:        "Goro Hasegawa",
		Year:          1971,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return position{state: start()} },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	const skipping = "-bw-----/--------/--------/--------/--------/--------/--------/------wb b"
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to h, rows 1 to 8 from the top. Two discs of each side lie in the middle.")},
		{Plies: []rules.Move{"c4"},
			Caption: rules.Phrasef("c4: the white disc on d4 lies between two black ones, and is turned.")},
		{Plies: []rules.Move{"c4", "c3", "d3", "e3"},
			Caption: rules.Phrasef(
				"e3: one disc can turn several, in several lines. Here White turns the black ones on d3 and e4.")},
		{From: skipping, Plies: []rules.Move{"d1"},
			Caption: rules.Phrasef(
				"d1: now White has no cell on which a disc would turn another, so Black moves again.")},
	}
}

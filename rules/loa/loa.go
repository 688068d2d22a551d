// Package loa is Lines of Action by Claude Soucie (1969), by the rules of the Mind Sports Olympiad as
// M. Winands gives them in "Informed Search in Complex Games" (2004), section 2.2.
//
// # The model
//
// A state is the pieces of each side as a set of squares and the side to move. The position string
// is the rows from the top and that side. A ply is two squares, "b1-b3".
//
// # What was settled here
//
// As at the Olympiad, a move that connects both sides at once is a draw, and a side without a move
// is passed over. If neither side can move the game is a draw.
package loa

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Lines of Action.
func Game() rules.Game {
	return rules.Game{
		Name:  "loa",
		Title: "Lines of Action",
		Aliases: []string{"lines", "line of action", "lignes d'action", "lignes d’action", "linee d'azione",
			"linee d’azione", "linien in aktion"},
		Author:        "Claude Soucie",
		Year:          1969,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return start },
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
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to h, rows 1 to 8. Black stands on rows 1 and 8, White on columns a and h.")},
		{Plies: []rules.Move{"c1-c3"},
			Caption: rules.Phrasef("c1-c3: two pieces stand on column c, so the move goes two squares.")},
		{Plies: []rules.Move{"c1-c3", "a5-c5", "c8-c5"},
			Caption: rules.Phrasef(
				"c8-c5: three pieces stand on the column now. The move ends on a white piece and takes it.")},
		{From: "......../......../......../...bb.../..b...../....b.../w......w/w.....w. b",
			Plies:   []rules.Move{"e3-d3"},
			Caption: rules.Phrasef("e3-d3: all black pieces touch each other, straight or diagonally. Black has won.")},
	}
}

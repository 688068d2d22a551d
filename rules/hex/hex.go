// Package hex is Hex (Piet Hein, 1942) on 11 by 11 cells, with the swap rule.
//
// # The model
//
// A state is what lies on each cell, counted column by column, and the side to move. A ply is the cell on
// which a stone is placed, or "swap". The swap is possible exactly if one stone lies on the board and
// White is to move, so the position string needs no field for it.
//
// # What was settled here
//
// Black begins, joins the top (row 1) with the bottom (row 11), and sees column a on the left; White joins
// the left (column a) with the right (column k), and sees the board from the same side.
//
// A player keeps the colour through a swap. So the stone changes its colour, and its cell is mirrored at
// the long diagonal, on which a1 and k11 are: from c2 it goes to b3. It means for White's edges
// there what it meant for Black's before.
package hex

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Hex.
func Game() rules.Game {
	return rules.Game{
		Name:          "hex",
		Title:         "Hex",
		Aliases:       []string{"hex11", "con-tac-tix"},
		Author:        "Piet Hein",
		Year:          1942,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return position{} },
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
	const eve = "-----------/-----------/----b------/---bw------/---b-w-----/--b---w----/--b---ww---/-wbw-------/-bw--------/-b---------/----------- b"
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to k, rows 1 to 11 from the top. The dark edges are Black's, the light ones White's.")},
		{Plies: []rules.Move{"c2"}, Caption: rules.Phrasef("c2: Black begins. White now places a stone, or swaps.")},
		{Plies: []rules.Move{"c2", "swap"},
			Caption: rules.Phrasef(
				"swap: the stone is White's, on b3, which is to the left edge as c2 was to the top.")},
		{From: eve, Plies: []rules.Move{"f1", "e1", "e2", "k1", "a11"},
			Caption: rules.Phrasef("a11: Black's stones join the top with the bottom. Black has won.")},
	}
}

// Package tourrosa is Tourrosa by Jean and Marisa Morales (2008): each side sows, gathers and
// slides its stacks along the line of a rose, and wins by taking every enemy piece. The rules were
// published as one sheet, in English and in Italian, at nomignolov.blogspot.com.
//
// # The model
//
// The Rose is 48 cells where one closed line crosses itself. There are four directions along the
// line from a cell, and following the line in one sense of rotation makes a single tour of 96
// steps, which comes to every cell twice: once outward and once inward. So a cell and a direction
// are one number, a place on one of two tours, and a step is that number plus one. A ply is a place
// and whether the stack there sows or stacks. The state of a game is 48 signed heights, two numbers
// of pieces, the side to move and the passes in a row; it is copied for every ply, and a turn is
// played on the copy. What a ply does is mostly known without playing it, by the stacks ahead as bits
// in the order of a tour (look.go).
//
// # What was settled here
//
// The picture of the sheet is lost. The course of the line, the owners of the corners of the
// hexagon, that Black begins, that no turn may leave the board unchanged, and passing are house
// rules, and the players' rules name them as such.
//
// A slide always ends: the tour comes to some enemy piece, where the movers stop before it or
// remove it.
//
// # Passes
//
// The number of passes increases by one with each pass and returns to 0 with any other ply. The
// second pass in a row makes it 2, so the position string shows that the game is over: "stuck". A
// string with a 2 is read as such for any board.
//
// No game reaches this, so a game only ever shows 0 and 1. Suppose that neither side has a legal
// ply, and both have pieces. No two stacks of one side are neighbours on the line, because
// gathering from one onto the other changes the board. No stack has an empty neighbour: a stack of
// two or more would leave a piece there, and a single piece could only come round to its own cell
// and stop before an enemy; but then that enemy can jump it, into the cell from which it came. So
// the Rose is full and every two neighbours are enemies, which is impossible, because c1, d1 and d2
// are all neighbours of each other.
//
// # What is not promised
//
// ParsePosition does not check whether a position can arise. It accepts up to 99 pieces for each
// side, which is what the diagram can show, though a game begins with twelve and never has more.
package tourrosa

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Tourrosa.
func Game() rules.Game {
	return rules.Game{
		Name:          "tourrosa",
		Title:         "Tourrosa",
		Aliases:       []string{"tour rosa", "the rose"},
		Author:        "Jean and Marisa Morales",
		Year:          2008,
		Words:         words(),
		Examples:      examples(),
		Figures:       map[rune]rune{'X': board.BlackDisc, 'O': board.WhiteDisc, 'x': 'x'}, // x marks captured pieces
		Start:         func() rules.Position { return position{state: start()} },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// weightsFile is what 'lab train tourrosa' learned; its first lines say how.
//
//go:embed weights.txt
var weightsFile string

// weights are the learned weights of the patterns.
var weights = rules.ShippedWeights("tourrosa", weightsFile, (&walker{}).PatternKinds)

// Learned implements rules.Patterned.
func (w *walker) Learned() *rules.Weights { return weights() }

// examples are the pictures of the rules.
func examples() []rules.PictureExample {
	return []rules.PictureExample{
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

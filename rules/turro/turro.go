// Package turro is Turro by Andreas Last (2015), as published on
// https://boardgamegeek.com/thread/1294855/new-game-turro.
//
// # The model
//
// A stack is one 64-bit word: a leading one, then the colours of its stones from bottom to top. A
// setup is 49 stacks, and values derived from them that every ply needs: the free stones and the
// Turro of each side as sets of fields, the height of the tallest tower, and the ending. A stack
// does not know which of its stones is a Turro: the Turro is on top or, when it has just been
// captured, directly under the top.
//
// Inside the package, a ply is two fields in 16 bits. Only perft changes a setup in place and takes
// plies back; a position is a value that holds a setup and never changes.
//
// # The outcome in the position string
//
// Each ending can be read from the stacks and the turn alone: a Turro on the other side's end row, a
// Turro with a stone on it, a side that begins its turn and cannot move. After the ply that ends a
// game, the turn passes as after any other ply: if it was the last of its turn, the other side is
// to begin; if it was the first of two, the same side is at its second.
//
// # What was settled here
//
// The sheet's picture is lost, and the sheet is silent on some points. The Turros begin in the middle
// of their end rows; a stone jumps over anything between; a side may land on its own pawns; the end
// row wins also on an occupied field. A Turro that reaches the end row by landing on the other Turro
// has crossed, which the rules name first, and captured; the reason is "crossed".
package turro

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Turro.
func Game() rules.Game {
	return rules.Game{
		Name:     "turro",
		Title:    "Turro",
		Aliases:  []string{"turros"},
		Author:   "Andreas Last",
		Year:     2015,
		Words:    words(),
		Examples: examples(),
		Figures: map[rune]rune{'x': board.BlackDisc, 'o': board.WhiteDisc, 'X': board.BlackKing,
			'O': board.WhiteKing},
		Start:         func() rules.Position { return start() },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// weightsFile is what 'lab train turro' learned; its first lines say how.
//
//go:embed weights.txt
var weightsFile string

// weights are the learned weights of the patterns.
var weights = rules.ShippedWeights("turro", weightsFile, (&walker{}).PatternKinds)

// Learned implements rules.Patterned.
func (w *walker) Learned() *rules.Weights { return weights() }

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	tower := []rules.Move{"d3-d4", "a5-a4", "d4-d5", "a6-a5", "a4-b4"}
	then := func(m rules.Move) []rules.Move { return append(tower[:len(tower):len(tower)], m) }
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to g, rows 1 to 7. The stones with a crown are the Turros; each has to reach the end row of the other side.")},
		{Plies: []rules.Move{"d3-d4"},
			Caption: rules.Phrasef("d3-d4: a single stone goes one field, here to an empty one.")},
		{Plies: tower[:3],
			Caption: rules.Phrasef(
				"d4-d5: it lands on a white stone. The tower is Black's; and as no tower was so high when the turn began, White may now make two moves.")},
		{Plies: then("d5-f7"),
			Caption: rules.Phrasef(
				"d5-f7: from a tower of two the top stone goes exactly two fields, over whatever lies between. The white stone below it is free again.")},
		{Plies: then("d5-d7"), Caption: rules.Phrasef("d5-d7: two fields as well, and onto the Turro. Black has won.")},
	}
}

// Package mills is Nine Men's Morris by the tournament rules of the Weltmühlespiel-Dachverband (WMD),
// with flying.
//
// # The model
//
// The 24 points lie on a grid of seven by seven and are named by it: a1, a4, a7, b2, ... g7. A state
// is the points of each side as a set, the pieces that each has in hand, the side to move, and the
// number of plies since the last piece was taken, counted from the end of placing.
//
// A ply is "d6" while pieces are placed, later "d6-d7", and with the piece that it takes "d6xa1" or
// "d6-d7xa1".
//
// # What was settled here
//
// White begins. A ply that closes two mills takes one piece. A piece in a mill can be taken only if
// all pieces of its side are in mills. A side with three pieces on the board and none in hand flies.
// Fifty plies without a capture are a draw.
package mills

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is Nine Men's Morris.
func Game() rules.Game {
	return rules.Game{
		Name:  "mills",
		Title: "Nine Men's Morris",
		Aliases: []string{"nine men’s morris", "nine mens morris", "morris", "mill", "merels", "mühle", "muehle",
			"mühlespiel",
			"mulino", "gioco del mulino", "filetto", "tria", "moulin", "jeu du moulin", "marelle", "mérelle"},
		Author:        "tradition",
		Year:          1283,
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
			"The board: 24 points on three squares, named by columns a to g and rows 1 to 7. It is empty at first.")},
		{Plies: []rules.Move{"d6"}, Caption: rules.Phrasef("d6: White puts a piece on a point.")},
		{Plies: []rules.Move{"d6", "a1", "b6", "g7", "f6xg7"},
			Caption: rules.Phrasef(
				"f6xg7: three white pieces in a row are a mill, and a black piece is taken, here the one on g7.")},
		{From: "bw...bb...w.w.wb........ w 0 0 3", Plies: []rules.Move{"d2-b2"},
			Caption: rules.Phrasef(
				"d2-b2: when all pieces have been placed, one goes along a line to the next point.")},
	}
}

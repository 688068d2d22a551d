// Package draughts is English draughts (American checkers) by the rules of the World
// Checkers/Draughts Federation, https://www.wcdf.net/rules.htm.
//
// # The model
//
// A state is three sets of the 32 dark squares, which are numbered as players do: Black's men and
// kings, White's, and the kings of both; the side to move; and the number of plies since the last
// capture or move of a man. The position string is the one of Portable Draughts Notation (its tag
// FEN) and that number.
//
// A ply is "11-15", or "15x22x31" with every square on which the piece lands. A king goes one square
// at a time, so the squares say which pieces are taken. Of several jumps, people may write the first
// and the last square alone if only one ply fits.
//
// # What was settled here
//
// The federation's rules let a player claim a draw where nothing changes. By mail nobody claims: the
// third repetition and forty moves of each side without a capture or a man's move end the game.
package draughts

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Game is English draughts.
func Game() rules.Game {
	return rules.Game{
		Name:  "draughts",
		Title: "English draughts",
		Aliases: []string{"checkers", "dame", "damespiel", "dames", "jeu de dames", "dames anglaises", "dama",
			"dama inglese", "checker", "english checkers", "american checkers"},
		Author:   "tradition",
		Year:     1756,
		Words:    words(),
		Examples: examples(),
		Figures: map[rune]rune{'x': board.BlackDisc, 'o': board.WhiteDisc, 'X': board.BlackKing,
			'O': board.WhiteKing},
		Start:         func() rules.Position { return start },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
		Format:        &rules.RecordFormat{Name: "PDN", Write: writePDN, Read: readPDN},
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	return []rules.PictureExample{
		{Caption: rules.Phrasef("The board: the dark squares have numbers, 1 to 4 on Black's home row.")},
		{Plies: []rules.Move{"11-15"}, Caption: rules.Phrasef("11-15: a man goes one square forward.")},
		{Plies: []rules.Move{"11-15", "22-18", "15x22"},
			Caption: rules.Phrasef("15x22: it jumps over a man of the other side and takes it.")},
		{From: "B:W15,22,32:B11 0", Plies: []rules.Move{"11x18x25"},
			Caption: rules.Phrasef("11x18x25: after a jump the same piece jumps on, as long as it can.")},
		{From: "B:W24:B25 0", Plies: []rules.Move{"25-30"},
			Caption: rules.Phrasef("25-30: on the last row a man becomes a king, which also goes and takes backward.")},
	}
}

package roses

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The reasons of an outcome.
const (
	castle = "castle"
	bare   = "bare"
	stuck  = "stuck"
)

// Game is Guerre des deux roses.
func Game() rules.Game {
	return rules.Game{
		Name:          "roses",
		Title:         "Guerre des deux roses",
		Aliases:       []string{"guerre", "deux roses"},
		Author:        "Le Korrigan",
		Year:          2004,
		Words:         words(),
		Examples:      examples(),
		Figures:       board.Discs,
		Start:         func() rules.Position { return start() },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

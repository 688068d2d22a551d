package roses

import "turnpost/rules"

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
		Start:         func() rules.Position { return start() },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}.In("en")
}

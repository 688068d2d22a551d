package roses

import (
	_ "embed"

	"turnpost/rules"
)

//go:embed rules.txt
var playersRules string

// The reasons of an outcome.
const (
	castle = "castle"
	bare   = "bare"
	stuck  = "stuck"
)

// Game is Guerre des deux roses.
func Game() rules.Game {
	return rules.Game{
		Name:     "roses",
		Title:    "Guerre des deux roses",
		Aliases:  []string{"guerre", "deux roses"},
		Author:   "Le Korrigan",
		Year:     2004,
		Notation: "A cell alone drops a soldier; d4-c3 moves one, or the line that ends there; d4e5-d5e6 moves two side by side; x attacks: d4xf6 with two in line, d3xd4 with support.",
		Brief: "Each side has a castle and four soldiers on a board of twenty hexagons. " +
			"Two soldiers in line push the enemy in front of them; what is pushed over the edge is gone. " +
			"Run over the enemy castle with two soldiers in line to win.",
		Text: playersRules,
		Reasons: map[string]string{
			castle: "a phalanx captured the enemy castle",
			bare:   "neither side has two soldiers left, so nobody can attack any more",
			stuck:  "both sides had to pass, one after the other",
		},
		Words:         map[string]rules.Words{"fr": french(), "it": italian()},
		Start:         func() rules.Position { return start() },
		ParsePosition: parsePosition,
	}
}

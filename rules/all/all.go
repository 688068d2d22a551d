// Package all is the list of the games that Turnpost plays.
//
// It is a plain list, one line a game, in the order in which the games are
// shown to players. A game that is not in it does not exist for the command,
// the desk or the letters; nothing registers itself. Adding a game is told in
// the package doc of rules, and this line is its last step.
package all

import (
	"turnpost/rules"
	"turnpost/rules/rooya"
	"turnpost/rules/roses"
	"turnpost/rules/tourrosa"
	"turnpost/rules/turro"
)

// Games lists the games. The caller owns the slice.
func Games() []rules.Game {
	return []rules.Game{
		turro.Game(),
		rooya.Game(),
		roses.Game(),
		tourrosa.Game(),
	}
}

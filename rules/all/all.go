// Package all is the list of the games that Turnpost plays, in the order in which players see them.
// A game that is not in it does not exist for the rest of Turnpost. The package documentation of
// rules describes how to add one.
package all

import (
	"turnpost/rules"
	"turnpost/rules/breakthrough"
	"turnpost/rules/chess"
	"turnpost/rules/draughts"
	"turnpost/rules/hex"
	"turnpost/rules/loa"
	"turnpost/rules/mills"
	"turnpost/rules/reversi"
	"turnpost/rules/rooya"
	"turnpost/rules/roses"
	"turnpost/rules/tourrosa"
	"turnpost/rules/turro"
	"turnpost/rules/weiqi"
)

// Games lists the games. The caller owns the slice.
func Games() []rules.Game {
	return []rules.Game{
		turro.Game(),
		rooya.Game(),
		roses.Game(),
		tourrosa.Game(),
		chess.Game(),
		draughts.Game(),
		mills.Game(),
		loa.Game(),
		reversi.Game(),
		hex.Game(),
		breakthrough.Game(),
		weiqi.Small(),
		weiqi.Medium(),
	}
}

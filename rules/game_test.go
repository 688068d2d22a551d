package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
)

func TestFigures(t *testing.T) {
	pieces := map[rune]rune{'x': board.BlackDisc, 'o': board.WhiteDisc, 'X': board.BlackKing, 'O': board.WhiteKing}
	for diagram, want := range map[string]string{
		"| <X> | x3 |\n|     | oxO|":        "| <♚> | ●3 |\n|     | ○●♔|",
		"x Black, o White; <X>, <O> theirs": "● Black, ○ White; <♚>, <♔> theirs",
		"Una pila di 2 o più alla fine":     "Una pila di 2 o più alla fine",
		"a box of foxes, d3xd4":             "a box of foxes, d3xd4",
		"":                                  "",
	} {
		require.Equal(t, want, rules.Game{Figures: pieces}.Figured(diagram))
	}
}

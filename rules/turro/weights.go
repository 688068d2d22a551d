package turro

import (
	_ "embed"
	"sync"

	"turnpost/rules"
)

// weightsFile is what 'turnpost engine train turro' has learned; its first lines say how.
//
//go:embed weights.txt
var weightsFile string

// weights are what the patterns are worth.
var weights = sync.OnceValue(func() []int16 {
	w, err := rules.ParseWeights(weightsFile, (&walker{}).PatternKinds())
	if err != nil {
		// It is part of the program, and a test reads it.
		panic("turro: the worths of patterns: " + err.Error())
	}
	return w.Worths
})

// Learned is what the patterns are worth (rules.Patterned).
func (w *walker) Learned() []int16 { return weights() }

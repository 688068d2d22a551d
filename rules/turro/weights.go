package turro

import (
	_ "embed"

	"turnpost/rules"
)

// weightsFile is what 'lab train turro' has learned; its first lines say how.
//
//go:embed weights.txt
var weightsFile string

// weights are what the patterns are worth.
var weights = rules.ShippedWeights("turro", weightsFile, (&walker{}).PatternKinds)

// Learned is what the patterns are worth (rules.Patterned).
func (w *walker) Learned() []int16 { return weights() }

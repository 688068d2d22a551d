package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest/three"
)

// central is three in a row with an evaluation: the middle is worth a piece.
type central struct{ rules.Position }

func (p central) Play(m rules.Move) (rules.Position, error) {
	next, err := p.Position.Play(m)
	return central{next}, err
}

func (p central) Evaluate() int {
	switch p.String()[4:5] {
	case p.Turn().Letter():
		return 100
	case "-":
		return 0
	}
	return -100
}

// A game that is walked through text may evaluate its positions.
func TestAPositionMayEvaluateItself(t *testing.T) {
	g := three.Game()
	start := rules.NewRecordFrom(g, central{g.Start()})
	for _, search := range []engine.PVS{{MostDepth: 1}, {MostDepth: 1, Exact: true}} {
		thought, err := search.Think(t.Context(), start, engine.Budget{Nodes: 100, Seed: 1})
		require.NoError(t, err)
		require.Equal(t, rules.Move("b2"), thought.Move)
		require.Equal(t, 100, thought.Score)
	}
}

package notify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// TestGivenBack: a turning point gives back what the other side gave away at the one before it, if that
// was still there.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	won, even, lost := engine.Prospect{Score: engine.Decided}, engine.Prospect{}, engine.Prospect{Score: -engine.Decided}
	gave := func(ply int, side rules.Side, before, after engine.Prospect) engine.JudgedPly {
		return engine.JudgedPly{Ply: ply, Side: side, Before: before, After: after}
	}
	bobs := []engine.JudgedPly{gave(14, rules.White, even, lost)}
	for _, c := range []struct {
		told []engine.JudgedPly
		ply  engine.JudgedPly
		back int
	}{
		{bobs, gave(21, rules.Black, won, even), 14},
		{bobs, gave(21, rules.Black, won, lost), 14},
		{bobs, gave(21, rules.Black, even, lost), 0}, // Black had lost the win again before
		{bobs, gave(21, rules.White, won, even), 0},
		{nil, gave(21, rules.Black, won, even), 0},
		{append(bobs, gave(21, rules.Black, won, lost)), gave(30, rules.White, won, lost), 21},
	} {
		assert.Equal(t, c.back, givenBack(c.told, c.ply))
	}
}

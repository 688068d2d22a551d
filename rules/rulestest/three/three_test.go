package three_test

import (
	"testing"

	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

func TestGame(t *testing.T) { rulestest.Check(t, three.Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, three.Game(), "b2", "7. B 2!", "b3-b4", "bbb------ w", "bwbwbwwbw b")
}

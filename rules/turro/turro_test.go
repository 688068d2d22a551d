package turro

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(),
		"D3 - D4.", "7. d3->d4", "d3xd4", "d3d5", "h1-h2", "d4", "pass!", "see you in may")
}

package breakthrough

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }

func TestOracle(t *testing.T) { rulestest.CheckOracle(t, Game(), newPlain()) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "C2 - C3.", "7. c2->d3", "c2xd3", "c2d3", "c2-c4", "i1-i2", "c2", "c7-c6",
		"--------/-b------/--------/--------/--------/--------/------w-/-------- b")
}

package hex

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }

func TestOracle(t *testing.T) { rulestest.CheckOracle(t, Game(), plain{map[string]string{}, "b"}) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "F6", "1. f6!", "l1", "a12", "swap", "Tauschen", "f6-f7")
}

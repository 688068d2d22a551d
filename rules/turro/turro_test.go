package turro

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(),
		"D3 - D4.", "7. d3->d4", "d3xd4", "d3d5", "h1-h2", "d4", "pass!", "see you in may",
		set("d1:B d7:W e2:wwb e5:w", "w 2"),
		set("d1:B d7:W e2:wwb e5:w", "b 2+ 2"),
		set("d1:Bw d7:W", "b 1"),
		set("a7:B d7:W", "b 2+"),
		set("d1:B d4:bbbbbbW", "w 1"),
	)
}

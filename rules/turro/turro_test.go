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

// FuzzPosition states that a text is refused or is exactly what String writes.
func FuzzPosition(f *testing.F) {
	f.Add(start().String())
	f.Add(set("d1:Bw d7:W a4:wwwwwwwwb", "b 2+ 9"))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePosition(text)
		if err == nil && p.String() != text {
			t.Fatalf("%q was read as %q", text, p.String())
		}
	})
}

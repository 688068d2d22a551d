package tourrosa

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// TestTold tells some positions, and moves in them, in every language. What is
// told stands in testdata/told.txt; to write it anew, remove it and run twice.
func TestTold(t *testing.T) {
	const golden = "testdata/told.txt"
	var b strings.Builder
	for _, c := range []struct {
		title  string
		before rules.Position
		ply    string
		view   rules.Side
		moves  []string
	}{
		{"the start", Game().Start(), "", rules.Black, []string{"b12co", "b12ai+", "b4ao+"}},
		{"the example of the rules", Game().Start(), "b12co", rules.White, []string{"b2ai", "b10co+"}},
		{"captures", set(t, "b12 b2, c12 w1, d1 b1, d2 w1, b8 b1, d9 w2"), "b12ci", rules.Black, []string{"d9ao", "c12ci"}},
		{"a sower jumps twice", set(t, "b12 b4, c12 w4, d2 w3, b3 w2, a8 b1, d9 w1"), "b12co", rules.Black, []string{"d9ci+"}},
		{"gathering", set(t, "b12 b3, c12 b2, d1 b1, c2 b1, d9 w1"), "b12co+", rules.White, nil},
		{"a pass is all that is left", set(t, shut), "", rules.Black, []string{"pass"}},
		{"a pass was made", set(t, shut), "pass", rules.White, []string{"a11ao"}},
		{"a first pass, read from text", parsed(t, strings.Replace(board(rules.White, shut), " 0", " 1", 1)), "", rules.White, nil},
		{"a capture ends the game", set(t, "b12 b5, c12 b1, d1 w4"), "b12co", rules.White, nil},
		{"White clears the Rose", setFor(t, rules.White, "b12 w3, c12 b1, d2 b1"), "b12co", rules.Black, nil},
		{"two passes", parsed(t, strings.Replace(startText, " b 0", " b 2", 1)), "", rules.Black, nil},
	} {
		p := c.before
		if c.ply != "" {
			p = played(t, p, c.ply)
		}
		fmt.Fprintf(&b, "# %s, for %s\n%s\n", c.title, c.view, p)
		for _, lang := range []string{"en", "fr", "it"} {
			say := Game().In(lang).Say
			fmt.Fprintf(&b, "\n%s\n", strings.Join(rules.Describe(p, c.view, say), "\n"))
			for _, m := range c.moves {
				require.Contains(t, p.Legal(), move(m), c.title)
				fmt.Fprintf(&b, "%s: %s\n", m, rules.DescribeMove(p, move(m), say))
			}
			if _, drawing, ok := strings.Cut(rules.Diagram(p, c.view, say), "\n\n"); ok {
				b.WriteString(drawing)
			}
		}
		b.WriteString("\n")
	}
	want, err := os.ReadFile(golden)
	if os.IsNotExist(err) {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
		t.Fatal("written anew; read it")
	}
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

// The drawing itself is the same in every language.
func TestOnlyTheLegendHasWords(t *testing.T) {
	p := played(t, Game().Start(), "b12co", "b2ai")
	for _, view := range []rules.Side{rules.Black, rules.White} {
		english, _, _ := strings.Cut(p.Diagram(view), "\n\n")
		for _, lang := range []string{"fr", "it"} {
			drawing, legend, _ := strings.Cut(rules.Diagram(p, view, Game().In(lang).Say), "\n\n")
			require.Equal(t, english, drawing)
			require.NotContains(t, legend, "White")
		}
	}
}

func TestRefusalsInOtherLanguages(t *testing.T) {
	p := set(t, "b12 b2, c12 w3, b11 w1, a11 b1, d9 w1")
	for text, want := range map[string][2]string{
		"b12co": {"la pile de 3 sur c12, la première case du trajet, est trop haute pour être sautée par 2 depuis b12",
			"la pila di 3 su c12, la prima casella del percorso, è troppo alta perché la saltino 2 da b12"},
		"b12": {`"b12" peut vouloir dire b12ai, b12ao ou b12ci ; écrivez l'un d'eux`,
			`"b12" può voler dire b12ai, b12ao o b12ci; scrivi una di queste`},
		"passe": {"vous ne pouvez passer que si vous n'avez aucun autre coup", "puoi passare solo quando non hai altre mosse"},
	} {
		_, err := p.Parse(text)
		e := refusal(t, err)
		require.Equal(t, want[0], Game().In("fr").Refusal(e))
		require.Equal(t, want[1], Game().In("it").Refusal(e))
	}
}

func TestAPassInAnyLanguage(t *testing.T) {
	p := set(t, shut)
	for _, text := range []string{"pass", "Passe", "PASSO.", " passe !"} {
		m, err := p.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, passText, m)
	}
	_, err := p.Play("passe")
	require.Equal(t, codeNotExact, refusal(t, err).Code)
}

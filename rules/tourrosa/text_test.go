package tourrosa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// TestTold tells some positions, and moves in them, in every language.
func TestTold(t *testing.T) {
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
		{"a first pass, read from text", parsed(t, strings.Replace(setUp(rules.White, shut), " 0", " 1", 1)), "", rules.White, nil},
		{"a capture ends the game", set(t, "b12 b5, c12 b1, d1 w4"), "b12co", rules.White, nil},
		{"White clears the Rose", setFor(t, rules.White, "b12 w3, c12 b1, d2 b1"), "b12co", rules.Black, nil},
		{"two passes", parsed(t, strings.Replace(startText, " b 0", " b 2", 1)), "", rules.Black, nil},
	} {
		p := c.before
		if c.ply != "" {
			p = played(t, p, c.ply)
		}
		fmt.Fprintf(&b, "# %s, for %s\n%s\n", c.title, c.view, p)
		for _, lang := range rules.Languages() {
			say := Game().In(lang).Say
			fmt.Fprintf(&b, "\n%s\n", strings.Join(rules.Describe(p, c.view, say), "\n"))
			for _, m := range c.moves {
				require.Contains(t, p.Legal(), move(m), c.title)
				fmt.Fprintf(&b, "%s: %s\n", m, rules.DescribeMove(p, move(m), say))
			}
			if _, drawing, ok := strings.Cut(p.Diagram(c.view, say), "\n\n"); ok {
				b.WriteString(drawing)
			}
		}
		b.WriteString("\n")
	}
	rulestest.Golden(t, "testdata/told.txt", b.String()+refused(t))
}

// refused is refusals in every language.
func refused(t *testing.T) string {
	var b strings.Builder
	p := set(t, "b12 b2, c12 w3, b11 w1, a11 b1, d9 w1")
	for _, text := range []string{"hello", "b12co", "b12", "pass", "b12+", "c5", "b13co", "b11co"} {
		_, err := p.Parse(text)
		for _, lang := range rules.Languages() {
			fmt.Fprintf(&b, "%s: %s\n", text, Game().In(lang).Refusal(refusal(t, err)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The drawing itself is the same in every language.
func TestOnlyTheLegendHasWords(t *testing.T) {
	t.Parallel()
	p := played(t, Game().Start(), "b12co", "b2ai")
	for _, view := range []rules.Side{rules.Black, rules.White} {
		english, _, _ := strings.Cut(p.Diagram(view, rules.English), "\n\n")
		for _, lang := range rules.Languages()[1:] {
			drawing, legend, _ := strings.Cut(p.Diagram(view, Game().In(lang).Say), "\n\n")
			require.Equal(t, english, drawing)
			require.NotContains(t, legend, "White")
		}
	}
}

func TestAPassInAnyLanguage(t *testing.T) {
	t.Parallel()
	p := set(t, shut)
	for _, text := range []string{"pass", "Passe", "PASSO.", " passe !", "Passen", "ich passe"} {
		m, err := p.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, passText, m)
	}
	_, err := p.Play("passe")
	require.Equal(t, rules.CodeNotCanonical, refusal(t, err).Code)
}

// TestHints: where a ply ends and what it takes, as DescribeMove tells it.
func TestHints(t *testing.T) {
	t.Parallel()
	p := Game().Start()
	require.Equal(t, "→ b8", rules.Hint(p, "b12co"))
	require.Empty(t, rules.Hint(p, "b2co"), "it is White's")
	require.Empty(t, rules.Hint(p, "pass"))
	took := false
	for range 12 {
		for _, m := range p.Legal() {
			words, hint := rules.DescribeMove(p, m, rules.English), rules.Hint(p, m)
			end, taken, takes := strings.Cut(hint, " ×")
			require.Contains(t, words, "ending on "+strings.TrimPrefix(end, "→ "), m)
			require.Equal(t, strings.Contains(words, "capturing"), takes, m)
			if takes && !strings.Contains(words, ", capturing "+taken+" on ") {
				require.Contains(t, words, " on ", "of several stacks: %s", m)
			}
			took = took || takes
		}
		next, err := p.Play(p.Legal()[len(p.Legal())/2])
		require.NoError(t, err)
		p = next
	}
	require.True(t, took)
}

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

// TestTelling walks through random games to their ends, and over random boards.
func TestTelling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	over, told, most := 0, 0, 200
	if testing.Short() {
		most = 40
	}
	for told < most || over == 0 {
		p := Game().Start()
		for range 80 {
			rulestest.CheckTelling(t, Game(), p)
			told++
			legal := p.Legal()
			if len(legal) == 0 {
				over++
				break
			}
			p = played(t, p, string(legal[rng.IntN(len(legal))]))
		}
	}
	for range most / 4 {
		p := randomPosition(rng)
		rulestest.CheckTelling(t, Game(), p)
		if legal := p.Legal(); len(legal) > 0 {
			rulestest.CheckTelling(t, Game(), played(t, p, string(legal[rng.IntN(len(legal))])))
		}
	}
}

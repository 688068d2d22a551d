package turro

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func TestTelling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	most := 200
	if testing.Short() {
		most = 40
	}
	for told := 0; told < most; {
		p, before := rules.Position(start()), rules.Position(nil)
		for n := 0; n < 120 && !p.Outcome().Over(); n++ {
			if before != nil && n%12 == 0 {
				rulestest.CheckTelling(t, Game(), p)
				told++
			}
			legal := p.Legal()
			before, p = p, play(t, p, legal[rng.IntN(len(legal))])
		}
		rulestest.CheckTelling(t, Game(), p)
		told++
	}
}

// told is a few positions and plies in words, as testdata/told.txt has them.
func told(t *testing.T) string {
	var s strings.Builder
	second := play(t, read(t, "d1:B d7:W a3:bb b4:wb e5:w", "b 2"), "b4-b6")
	for _, c := range []struct {
		name  string
		p     rules.Position
		view  rules.Side
		plies string
	}{
		{"the start", start(), rules.Black, "d3-d4 d2-d3 d1-e1"},
		{"the second of two moves, seen by White", second, rules.White, "a3-a5 b6-c6 d1-d2 pass"},
		{"after both", play(t, second, "a3-a5"), rules.Black, "e5-d4"},
		{"stacks", read(t, "c3:wbB f7:W e6:bbbbw g2:wwwwwb d5:ww d6:b c6:ww", "b 1"), rules.Black, "c3-c6 c3-f6 d6-d5 d6-e7"},
		{"on the eve", read(t, "d6:B e7:W g1:wb", "b 1"), rules.Black, "d6-d7 d6-e7"},
		{"a Turro captured", play(t, read(t, "d1:B e7:W e5:wb", "b 1"), "e5-e7"), rules.White, ""},
		{"a Turro across", play(t, read(t, "d6:B a7:W", "b 1"), "d6-d7"), rules.Black, ""},
	} {
		for _, lang := range rules.Languages() {
			g := Game().In(lang)
			s.WriteString(lang + ": " + c.name + "\n")
			for _, sentence := range rules.Describe(c.p, c.view, g.Say) {
				s.WriteString("  " + sentence + "\n")
			}
			for m := range strings.FieldsSeq(c.plies) {
				s.WriteString("  " + m + ": " + rules.DescribeMove(c.p, rules.Move(m), g.Say) + "\n")
			}
		}
		s.WriteString("\n")
	}
	return s.String()
}

func TestTold(t *testing.T) { rulestest.Golden(t, "testdata/told.txt", told(t)+refused(t)+legends(t)) }

// refused is refusals in words.
func refused(t *testing.T) string {
	var s strings.Builder
	over, stacks := play(t, read(t, "d6:B a7:W", "b 1"), "d6-d7"), read(t, "c3:wbB f7:W e6:bbbbw g2:wwwwwb d5:ww d6:b c6:ww b2:bw a1:bbbbbbbb", "b 1")
	second := play(t, read(t, "d1:B d7:W a3:bb b4:wb e5:w", "b 2"), "b4-b6")
	for _, c := range []struct {
		p     rules.Position
		typed []string
	}{
		{start(), []string{"hello", "d3-d5", "d3-e5", "a1-a2-a3", "h3-d4", "d4-d5", "d7-d6", "pass", "c1-d1", "d3-d3"}},
		{read(t, "d1:B d7:W a3:bb b4:wb e5:w", "b 2"), []string{"pass"}},
		{second, []string{"a3-a4"}},
		{stacks, []string{"c3-c5", "b2-b3", "a1-a3", "e6-e7", "d6-c3"}},
		{over, []string{"d3-d4"}},
	} {
		for _, text := range c.typed {
			_, err := c.p.Parse(text)
			refusal := err.(*rules.MoveError)
			for _, lang := range rules.Languages() {
				s.WriteString(lang + ": " + text + ": " + Game().In(lang).Refusal(refusal) + "\n")
			}
			s.WriteString("\n")
		}
	}
	return s.String()
}

// legends is the words below the board, and the groups of plies.
func legends(t *testing.T) string {
	var s strings.Builder
	p := play(t, read(t, "d1:B d7:W a3:bb b4:wb e5:w g7:wwwwwwwb", "b 2"), "b4-b6")
	for _, lang := range rules.Languages() {
		say := Game().In(lang).Say
		_, legend, _ := strings.Cut(p.Diagram(rules.Black, say), "\n\n")
		s.WriteString(legend)
		for _, group := range rules.Groups(p) {
			s.WriteString("  " + say("%s", group.Title) + "\n")
		}
	}
	return s.String()
}

// stones lists the centres of the stones in a scene.
func stones(s rules.Scene, body rules.ShapeRole) (at []rules.Point) {
	for _, shape := range s.Shapes {
		if c, ok := shape.(rules.Circle); ok && c.Fill == body {
			at = append(at, c.Center)
		}
	}
	return at
}

func TestSceneDrawsEveryStone(t *testing.T) {
	t.Parallel()
	p := rules.Position(start())
	for _, m := range []rules.Move{"d3-d4", "d5-d4", "c3-d4", "e3-e4", "e5-d4"} {
		s := p.(position).Scene(rules.Black, rules.English)
		require.Len(t, stones(s, rules.RoleBlack), 21)
		require.Len(t, stones(s, rules.RoleWhite), 21)
		p = play(t, p, m)
	}
	s := read(t, "d1:B d7:W a1:bbbbbbbbb", "b 1").Scene(rules.Black, rules.English)
	require.Len(t, stones(s, rules.RoleBlack), 1+shown-1, "a tall tower keeps to its field")
}

func TestSceneIsTurnedForWhite(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W a2:b", "b 1")
	mine, theirs := p.Scene(rules.Black, rules.English), p.Scene(rules.White, rules.English)
	require.Contains(t, stones(mine, rules.RoleBlack), rules.Point{X: margin + fieldWidth/2, Y: margin + 5.5*fieldHeight})
	require.Contains(t, stones(theirs, rules.RoleBlack), rules.Point{X: margin + 6.5*fieldWidth, Y: margin + 1.5*fieldHeight})
}

func TestSceneKeepsToItsSize(t *testing.T) {
	t.Parallel()
	p := play(t, read(t, "a2:B d7:W a1:bbbbbbbbb g7:wwwwwb", "b 2"), "g7-a7").(position)
	s := p.Scene(rules.White, Game().In("fr").Say)
	inside := func(at rules.Point, reach float64) {
		require.True(t, at.X-reach >= 0 && at.Y-reach >= 0 && at.X+reach <= s.Width && at.Y+reach <= s.Height, at)
	}
	marks := map[rules.ShapeRole]int{}
	for _, shape := range s.Shapes {
		switch shape := shape.(type) {
		case rules.Circle:
			inside(shape.Center, shape.Radius)
		case rules.Text:
			inside(shape.Center, shape.Size/2)
			require.GreaterOrEqual(t, shape.Size, 11.0)
		case rules.Path:
			marks[shape.Stroke]++
			for _, at := range shape.Points {
				inside(at, 0)
			}
		}
	}
	require.Equal(t, 1, marks[rules.RoleLast])
	require.Equal(t, 1, marks[rules.RoleFrom])
}

package picture

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// TestAStripDrawsAShapeOnce: however many positions a piece stands in, and wherever, its
// look is written once, and each name in a position is one that is defined.
func TestAStripDrawsAShapeOnce(t *testing.T) {
	t.Parallel()
	stone := func(x float64) rules.Shape {
		return rules.Circle{Center: rules.Point{X: x, Y: 50}, Radius: 20, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleBlack, Stroke: rules.RoleLine, Width: 1}}
	}
	word := func(x float64, text string) rules.Shape {
		return rules.Text{Center: rules.Point{X: x, Y: 50}, Size: 14, Text: text, Role: rules.RoleOnBlack}
	}
	red := rules.Rect(100, 0, 50, 50, rules.ShapeStyle{Fill: rules.RoleRed})
	at := func(shapes ...rules.Shape) rules.Scene {
		return rules.Scene{Width: 300, Height: 100, Board: 1, Shapes: append([]rules.Shape{rules.Rect(0, 0, 300, 100, rules.ShapeStyle{Fill: rules.RoleCell})}, shapes...)}
	}
	p := NewPainter()
	s := p.Strip()
	var all strings.Builder
	for _, in := range []rules.Scene{at(stone(50), word(50, "2")), at(stone(150), word(150, "2"), red), at(stone(50), word(50, "<3>"))} {
		frame, err := s.Frame(in)
		require.NoError(t, err)
		all.WriteString(frame)
	}
	require.Equal(t, 1, strings.Count(s.Defs(), "<circle"))
	require.Equal(t, 7, strings.Count(all.String(), "<use"))
	require.NotContains(t, s.Defs(), "title")
	defined := map[string]bool{}
	for _, m := range regexp.MustCompile(`id="(\w+)"`).FindAllStringSubmatch(s.Defs(), -1) {
		require.False(t, defined[m[1]], m[1])
		defined[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#(\w+)"`).FindAllStringSubmatch(s.Defs()+all.String(), -1) {
		require.True(t, defined[m[1]], m[1])
	}
	require.Equal(t, p.Base(at()), p.Base(at(stone(50))), "what lies below is the same for all")
	w, h := s.Size()
	require.Equal(t, [2]float64{300, 100}, [2]float64{w, h})
	_, err := s.Frame(rules.Scene{Width: 1, Height: 1})
	require.Error(t, err)
}

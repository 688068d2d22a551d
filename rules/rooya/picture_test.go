package rooya

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
)

// drawn lists the middles of the pawns of one side on the board.
func drawn(s rules.Scene, role rules.ShapeRole) (points []rules.Point) {
	for _, shape := range s.Shapes {
		if c, ok := shape.(rules.Circle); ok && c.Fill == role && c.Radius == pawnRadius {
			points = append(points, c.Center)
		}
	}
	return points
}

// rings lists the middles of the rings of a mark.
func rings(s rules.Scene, role rules.ShapeRole) (points []rules.Point) {
	for _, shape := range s.Shapes {
		if c, ok := shape.(rules.Circle); ok && c.Stroke == role {
			points = append(points, c.Center)
		}
	}
	return points
}

// checkScene holds a picture to what every picture promises.
func checkScene(t testing.TB, p position) {
	t.Helper()
	for _, view := range []rules.Side{rules.Black, rules.White} {
		below := board.Sheet(sceneWidth, sceneHeight)
		addBoard(&below, view)
		s := p.Scene(view, Game().In("it").Say)
		require.Equal(t, below.Shapes, s.Shapes[:len(below.Shapes)], "the board comes first and is always the same")
		for side, role := range map[rules.Side]rules.ShapeRole{rules.Black: rules.RoleBlack, rules.White: rules.RoleWhite} {
			var want []rules.Point
			for men := p.men(side); men != 0; men &= men - 1 {
				want = append(want, point(men.first(), view))
			}
			require.Equal(t, want, drawn(s, role))
		}
		for _, shape := range s.Shapes {
			checkInside(t, s, shape)
		}
	}
}

// checkInside requires that nothing leaves the picture. A letter is taken to be
// 0.6 of its height wide, which is rather more than it is.
func checkInside(t testing.TB, s rules.Scene, shape rules.Shape) {
	t.Helper()
	inside := func(x, y, roomX, roomY float64) {
		if x < roomX || y < roomY || x > s.Width-roomX || y > s.Height-roomY {
			require.Fail(t, "outside", "%+v", shape)
		}
	}
	switch f := shape.(type) {
	case rules.Path:
		for _, p := range f.Points {
			inside(p.X, p.Y, f.Width/2, f.Width/2)
		}
	case rules.Circle:
		inside(f.Center.X, f.Center.Y, f.Radius+f.Width/2, f.Radius+f.Width/2)
	case rules.Text:
		require.GreaterOrEqual(t, f.Size, 11.0)
		inside(f.Center.X, f.Center.Y, 0.6*f.Size*float64(utf8.RuneCountInString(f.Text))/2, f.Size/2)
	}
}

func TestSceneOfTheStart(t *testing.T) {
	t.Parallel()
	p := read(t, start)
	checkScene(t, p)
	s := p.Scene(rules.None, rules.English)
	require.Equal(t, p.Scene(rules.Black, rules.English), s)
	var words []string
	for _, shape := range s.Shapes {
		if text, ok := shape.(rules.Text); ok && len(text.Text) > 1 {
			words = append(words, text.Text)
		}
	}
	require.Equal(t, []string{"Black, 8 in hand", "White, 8 in hand"}, words)
}

// TestSceneIsTurnedForWhite: what Black sees at a point White sees at the one
// opposite, about the middle of the board.
func TestSceneIsTurnedForWhite(t *testing.T) {
	t.Parallel()
	middle := point(at(2, 2), rules.Black)
	for c := range cell(size * size) {
		black, white := point(c, rules.Black), point(c, rules.White)
		require.InDelta(t, 2*middle.X, black.X+white.X, 1e-9)
		require.InDelta(t, 2*middle.Y, black.Y+white.Y, 1e-9)
	}
	a1, e5 := point(at(0, 0), rules.Black), point(at(4, 4), rules.Black)
	require.Less(t, a1.X, e5.X, "Black sees a1 on the left")
	require.Greater(t, a1.Y, e5.Y, "and below")
}

func TestSceneMarksTheLastMove(t *testing.T) {
	t.Parallel()
	p := play(t, read(t, acting), "a3-b3-b4")
	for _, view := range []rules.Side{rules.Black, rules.White} {
		s := p.Scene(view, rules.English)
		require.Equal(t, []rules.Point{point(at(1, 3), view)}, rings(s, rules.RoleLast))
		require.Equal(t, []rules.Point{point(at(0, 2), view), point(at(1, 2), view)}, rings(s, rules.RoleFrom))
	}
	s := play(t, read(t, start), "d5").Scene(rules.White, rules.English)
	require.Equal(t, []rules.Point{point(at(3, 4), rules.White)}, rings(s, rules.RoleLast))
	require.Empty(t, rings(s, rules.RoleFrom))
}

// TestSceneShowsTurns: four arrows for a quarter and two for a half turn, and
// the head on the right side points down when the turn is clockwise.
func TestSceneShowsTurns(t *testing.T) {
	t.Parallel()
	middle := point(at(2, 2), rules.Black)
	for m, want := range map[rules.Move]struct {
		arrows int
		down   bool
	}{"cw": {4, true}, "ccw": {4, false}, "180": {2, true}} {
		p := play(t, read(t, acting), m)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			arrows := 0
			for _, shape := range p.Scene(view, rules.English).Shapes {
				head, ok := shape.(rules.Path)
				if !ok || head.Fill != rules.RoleLast {
					continue
				}
				arrows++
				tip, foot := head.Points[0], head.Points[1]
				if tip.X > middle.X+pitch {
					require.Equal(t, want.down, tip.Y > foot.Y, "%s", m)
				}
				if tip.Y > middle.Y+pitch {
					require.Equal(t, want.down, tip.X < foot.X, "%s", m)
				}
			}
			require.Equal(t, want.arrows, arrows, "%s", m)
		}
	}
}

func TestSceneLoopsTheLineThatWon(t *testing.T) {
	t.Parallel()
	loops := func(p position) (n int) {
		for _, shape := range p.Scene(rules.White, rules.English).Shapes {
			if path, ok := shape.(rules.Path); ok && path.Stroke == rules.RoleLast && path.Closed {
				n++
			}
		}
		return n
	}
	require.Equal(t, 1, loops(play(t, read(t, worked), "cw")))
	require.Equal(t, 0, loops(read(t, worked)))
	require.Equal(t, 0, loops(play(t, read(t, acting), "a3-a4")), "column e is old")
}

package tourrosa

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

var bothViews = []rules.Side{rules.Black, rules.White}

func drawn(p rules.Position, view rules.Side) rules.Scene {
	return p.(rules.SceneDrawer).Scene(view, rules.English)
}

// discs are the stacks of a scene: the height on each, negative for White.
func discs(t *testing.T, s rules.Scene) map[rules.Point]int {
	found := map[rules.Point]int{}
	for i, shape := range s.Shapes {
		circle, ok := shape.(rules.Circle)
		if !ok || circle.Fill != rules.RoleBlack && circle.Fill != rules.RoleWhite {
			continue
		}
		height := s.Shapes[i+1].(rules.Text)
		require.Equal(t, circle.Center, height.Center)
		n, err := strconv.Atoi(height.Text)
		require.NoError(t, err)
		if circle.Fill == rules.RoleWhite {
			n = -n
		}
		found[circle.Center] = n
	}
	return found
}

func near(a, b rules.Point) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) < 1e-6 }

func TestTheSceneShowsEveryStackOnItsCell(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	for range 100 {
		p := randomPosition(rng).(position)
		for _, view := range bothViews {
			want := map[rules.Point]int{}
			for c, v := range p.cells {
				if v != 0 {
					want[sheetFor(view).cell(cell(c))] = int(v)
				}
			}
			require.Equal(t, want, discs(t, drawn(p, view)))
		}
	}
}

func TestWhiteSeesTheSceneTurnedByHalfATurn(t *testing.T) {
	t.Parallel()
	black, white := sheetFor(rules.Black), sheetFor(rules.White)
	for c := range cell(cells) {
		at := black.cell(c)
		require.True(t, near(rules.Point{X: sheetSize - at.X, Y: sheetSize - at.Y}, white.cell(c)), c.String())
	}
	require.InDelta(t, sheetSize/2, black.cell(cellAt(1, 12)).X, 1e-6)
	require.Less(t, black.cell(cellAt(1, 12)).Y, sheetSize/2, "hour 12 is at the top for Black")
	require.Greater(t, black.cell(cellAt(1, 3)).X, sheetSize/2, "hour 3 is on Black's right")
	require.Equal(t, drawn(Game().Start(), rules.Black), drawn(Game().Start(), rules.None))
}

// The line comes to the cells in the order of the tour, in either sense.
func TestTheCurvePassesThroughTheCells(t *testing.T) {
	t.Parallel()
	s := sheetFor(rules.Black)
	for at := range place(routes) {
		next := at.next()
		way := s.course(at, 1)
		require.True(t, near(s.cell(rose.cell[at]), way[0]))
		require.True(t, near(s.cell(rose.cell[next]), way[len(way)-1]))
		for i, point := range way[1:] {
			require.Less(t, math.Hypot(point.X-way[i].X, point.Y-way[i].Y), 8.0, "no gap")
		}
	}
	whole := s.course(0, lap)
	require.True(t, near(whole[0], whole[len(whole)-1]), "the line is closed")
}

func TestRingBIsAHexagon(t *testing.T) {
	t.Parallel()
	s := sheetFor(rules.Black)
	for hour := 1; hour < hours; hour += 2 {
		a, middle, b := s.cell(cellAt(1, hour-1)), s.cell(cellAt(1, hour)), s.cell(cellAt(1, hour+1))
		require.True(t, near(rules.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}, middle))
	}
}

// For any stacks and marks, nothing covers a name, no two stacks touch, and nothing leaves the sheet.
func TestTheSceneKeepsThingsApart(t *testing.T) {
	t.Parallel()
	const outer = markRadius + 1.25
	for _, view := range bothViews {
		s := sheetFor(view)
		for c := range cell(cells) {
			at, name := s.cell(c), s.namePoint(c)
			halfWidth, halfHeight := float64(len(c.String()))*letterWidth/2, letterHeight/2
			for _, x := range []float64{at.X - outer, at.X + outer, name.X - halfWidth, name.X + halfWidth} {
				require.True(t, 0 <= x && x <= sheetSize, "%s: %g", c, x)
			}
			for _, y := range []float64{at.Y - outer, at.Y + outer, name.Y - halfHeight, name.Y + halfHeight} {
				require.True(t, 0 <= y && y <= sheetSize, "%s: %g", c, y)
			}
			for d := range cell(cells) {
				other := s.cell(d)
				dx := max(0, math.Abs(name.X-other.X)-halfWidth)
				dy := max(0, math.Abs(name.Y-other.Y)-halfHeight)
				require.Greater(t, math.Hypot(dx, dy), stackRadius, "the name of %s under a mark on %s", c, d)
				if c == d {
					continue
				}
				require.Greater(t, math.Hypot(at.X-other.X, at.Y-other.Y), markRadius+stackRadius+1, "%s and %s", c, d)
				between := s.namePoint(d)
				apart := math.Abs(name.X-between.X) > halfWidth+float64(len(d.String()))*letterWidth/2+2 ||
					math.Abs(name.Y-between.Y) > 2*halfHeight+1
				require.True(t, apart, "the names of %s and %s", c, d)
			}
		}
	}
}

// The board comes first and is the same for all positions of a view.
func TestTheBoardComesFirst(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		p := randomPosition(rng)
		for _, view := range bothViews {
			board := sheetFor(view).board()
			require.Equal(t, board, drawn(p, view).Shapes[:len(board)])
		}
	}
}

// The way of a ply begins on its cell, ends where its pieces were put down, and
// comes to every cell that the ply changed.
func TestTheWayOfThePly(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		before := randomPosition(rng)
		for _, m := range before.Legal() {
			if m == passText {
				continue
			}
			p := played(t, before, string(m)).(position)
			steps := p.last.steps()
			require.LessOrEqual(t, steps, lap)
			at := p.last.ply.place()
			visited := []cell{p.last.ply.from()}
			for range steps {
				at = at.next()
				visited = append(visited, rose.cell[at])
			}
			require.Equal(t, p.last.end(), rose.cell[at], "%s %s", before, m)
			for c := range cell(cells) {
				if p.cells[c] != p.last.before.cells[c] {
					require.True(t, slices.Contains(visited, c), "%s %s: %s", before, m, c)
				}
			}
		}
	}
}

func TestTheLastPlyIsDrawn(t *testing.T) {
	t.Parallel()
	p := played(t, set(t, "b12 b3, c12 w2, d2 b1, b3 b2, d9 w1"), "b12co")
	require.Equal(t, setUp(rules.White, "d1 b1, d2 b2, b3 b3, d9 w1"), p.String())
	for _, view := range bothViews {
		s := sheetFor(view)
		rings := map[string]rules.ShapeStyle{}
		crosses := 0
		var way []rules.Point // its steps, end to end
		for _, shape := range drawn(p, view).Shapes[len(s.board()):] {
			switch shape := shape.(type) {
			case rules.Circle:
				for c := range cell(cells) {
					if shape.Radius == markRadius && shape.Center == s.cell(c) {
						rings[c.String()] = shape.ShapeStyle
					}
				}
			case rules.Path:
				if shape.Stroke == rules.RoleFrom {
					crosses++
					require.Equal(t, s.cell(cellAt(2, 12)), shape.Points[2])
				} else {
					if len(way) > 0 {
						require.True(t, near(way[len(way)-1], shape.Points[0]), "no gap")
					}
					way = append(way, shape.Points...)
				}
			}
		}
		require.Equal(t, map[string]rules.ShapeStyle{
			"b12": {Stroke: rules.RoleFrom, Width: 2.5, Dash: []float64{5, 3}},
			"d1":  {Stroke: rules.RoleLast, Width: 1.5},
			"d2":  {Stroke: rules.RoleLast, Width: 1.5},
			"b3":  {Stroke: rules.RoleLast, Width: 2.5},
		}, rings)
		require.Equal(t, 1, crosses)
		require.True(t, near(s.cell(cellAt(1, 12)), way[0]))
		require.True(t, near(s.cell(cellAt(1, 3)), way[len(way)-1]))
	}
	for _, unmarked := range []rules.Position{Game().Start(), parsed(t, p.String()), played(t, set(t, shut), "pass")} {
		require.Len(t, drawn(unmarked, rules.Black).Shapes, len(sheetFor(rules.Black).board())+2*stacksOf(unmarked))
	}
}

func stacksOf(p rules.Position) int {
	s := p.(position)
	return s.stackTotal(rules.Black) + s.stackTotal(rules.White)
}

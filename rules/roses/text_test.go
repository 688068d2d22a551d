package roses

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The example of the rules, with either side to move.
const example = "B/.ww./b..../.bwwb/.b../W "

// told is a few positions and plies in every language, as a player reads them.
func told(t *testing.T) string {
	var b strings.Builder
	for _, c := range []struct{ position, plies, legal string }{
		{start().String(), "", "b4"},
		{start().String(), "b4 e4 a3 e5", "c5"},
		{example + "w 0 0 0", "", "b4-a3 c5-a3 d4e5-d5e6 d4xf6 e5xc3"},
		{example + "b 0 0 0", "", "c3xe3 d3xd4"},
		{example + "b 0 0 0", "d3xd4", "d5xb5"},
		{example + "b 0 0 0", "c3xe3", ""},
		{"B/...w/...wb/.b.../..../W w 0 0 0", "d5xe6", ""},
		{"B/.ww./...../...../..../W b 1 0 0", "", "pass"},
		{"B/.ww./...../...../..../W b 1 0 1", "", "pass"},
		{"B/.b../...../...../...w/W b 0 0 0", "", ""},
	} {
		for _, lang := range rules.Languages() {
			say := Game().In(lang).Say
			var p rules.Position = at(t, c.position)
			for _, m := range moves(c.plies) {
				next, err := p.Play(m)
				require.NoError(t, err)
				p = next
			}
			fmt.Fprintf(&b, "%s %s %s\n", lang, c.position, c.plies)
			for _, sentence := range rules.Describe(p, rules.Black, say) {
				fmt.Fprintf(&b, "  %s\n", sentence)
			}
			for _, m := range moves(c.legal) {
				require.Contains(t, p.Legal(), m)
				fmt.Fprintf(&b, "  %s: %s\n", m, rules.DescribeMove(p, m, say))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// refused is the refusals of plies.
func refused(t *testing.T) string {
	var b strings.Builder
	for _, c := range []struct{ position, typed string }{
		{start().String(), "hello b7 c4 d3 b5 b4-b3 pass"},
		{attacking, "d3 pass c3-b2 e3-e4 b3-a3 d4-d4 d4-e6 e5-d4 d4xd5 d4xb2 d4xe5 d4b4-d5b5 d4e5-d5d6 d4d4-d5d5 b4c5-a3b4 d4e5xd5e6 d4e5-e5f6"},
		{"B/.b../...../..www/..../W w 0 0 0", "f6-e5"},
		{"B/.bb./...../..w.b/w.../W w 0 0 0", "d4-d6 d4xf6"},
		{"B/w.../...../..bw./..../W w 0 0 0", "e5xd4"},
		{"B/..../...../.b.../.bbw/W b 0 0 0", "e4xe3"},
		{"B/..../...../.wwbb/..../W w 0 0 0", "c3xe5"},
		{"B/..../...../wwwb./..../W w 0 0 0", "b2xe5"},
		{"B/.ww./...../...../..../W b 1 0 0", "b4"},
	} {
		for text := range strings.FieldsSeq(c.typed) {
			_, err := at(t, c.position).Parse(text)
			for _, lang := range rules.Languages() {
				fmt.Fprintf(&b, "%s %s? %s\n", lang, text, Game().In(lang).Refusal(err.(*rules.MoveError)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// drawn is the words beside and below the board.
func drawn(t *testing.T) string {
	var b strings.Builder
	for _, c := range []struct {
		position string
		ply      rules.Move
	}{
		{start().String(), "b4"}, {example + "w 0 0 0", "d4xf6"}, {example + "w 0 0 0", "e5xc3"}, {example + "w 0 0 0", "d4e5-d5e6"},
		{example + "b 0 0 0", "c3xe3"}, {"B/.ww./...../...../..../W b 1 0 0", "pass"},
	} {
		p, err := at(t, c.position).Play(c.ply)
		require.NoError(t, err)
		for _, lang := range rules.Languages() {
			fmt.Fprintf(&b, "%s\n%s\n", lang, p.Diagram(rules.White, Game().In(lang).Say))
		}
	}
	for _, lang := range rules.Languages() {
		for _, group := range titles {
			b.WriteString(Game().In(lang).Say("%s", group.title) + "\n")
		}
	}
	return b.String()
}

func TestTelling(t *testing.T) {
	rulestest.Golden(t, "testdata/told.txt", told(t)+refused(t)+drawn(t))
}

func TestThePassIsTypedInEachLanguage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"pass", "Passe", "PASSO.", "Passen"} {
		m, err := at(t, "B/.ww./...../...../..../W b 1 0 0").Parse(text)
		require.NoError(t, err)
		assert.Equal(t, rules.Move("pass"), m)
	}
}

// The texts of the rules describe these plies of their sketch.
func TestTheExamplesOfTheRulesAreTrue(t *testing.T) {
	t.Parallel()
	white, black := at(t, example+"w 0 0 0"), at(t, example+"b 0 0 0")
	for _, c := range []struct {
		from    position
		ply, to string
	}{
		{white, "b4-a3", "B/w.w./b..../.bwwb/.b../W b 0 0 0"},
		{white, "c5-a3", "B/ww../b..../.bwwb/.b../W b 0 0 0"},
		{white, "d4e5-d5e6", "B/.ww./b..ww/.b..b/.b../W b 0 0 0"},
		{white, "d4xf6", "B/.ww./b..../.b.ww/.b../W b 0 0 0"},
		{white, "e5xc3", "B/.ww./b..../bww.b/.b../W b 0 0 0"},
		{black, "d3xd4", "B/.ww./b..w./.bbwb/..../W w 0 0 0"},
		{black, "c3xe3", "B/.ww./b..../..wwb/.b../b w 0 0 0"},
		{at(t, "B/.ww./b..w./.bbwb/..../W w 0 0 0"), "d5xb5", "w/.ww./b..../.bbwb/..../W b 0 0 0"},
	} {
		p, err := c.from.Play(rules.Move(c.ply))
		require.NoError(t, err)
		assert.Equal(t, c.to, p.String(), c.ply)
	}
}

// discs are the middles of the circles of a role, soldiers and hands alike.
func discs(s rules.Scene, role rules.ShapeRole) map[float64][]rules.Point {
	out := map[float64][]rules.Point{}
	for _, shape := range s.Shapes {
		if c, ok := shape.(rules.Circle); ok && c.Fill == role && c.Radius > 10 {
			out[c.Radius] = append(out[c.Radius], c.Center)
		}
	}
	return out
}

// towers counts the filled outlines of a role that are castles.
func towers(s rules.Scene, role rules.ShapeRole) int {
	n := 0
	for _, shape := range s.Shapes {
		if p, ok := shape.(rules.Path); ok && p.Fill == role && len(p.Points) == 16 {
			n++
		}
	}
	return n
}

func TestSceneDrawsEveryPiece(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		start().String(), example + "w 0 0 0", "B/bb../...../...w./..w./W b 2 2 0",
		"w/.w../...../...../..../W b 0 0 0",
	} {
		p := at(t, text)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			s := p.Scene(view, rules.English)
			for side, role := range map[rules.Side]rules.ShapeRole{rules.Black: rules.RoleBlack, rules.White: rules.RoleWhite} {
				placed, hand := p.of(side)
				found := discs(s, role)
				assert.Len(t, found[soldierRadius], placed.count(), text)
				total := 0
				for _, points := range found {
					total += len(points)
				}
				assert.Equal(t, placed.count()+int(hand), total, text)
				if p.captured(side) {
					assert.Zero(t, towers(s, role), text)
				} else {
					assert.Equal(t, 1, towers(s, role), text)
				}
			}
		}
	}
}

func TestSceneKeepsToItsSheet(t *testing.T) {
	t.Parallel()
	for _, ply := range []rules.Move{"d4xf6", "e5xc3", "d4e5-d5e6", "c5-a3"} {
		p, err := at(t, example+"w 0 0 0").Play(ply)
		require.NoError(t, err)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			s, _ := rules.SceneOf(p, view, rules.English)
			inside := func(at rules.Point, reach float64) {
				assert.True(t, at.X >= reach && at.Y >= reach && at.X <= s.Width-reach && at.Y <= s.Height-reach, "%v", at)
			}
			marks := map[rules.ShapeRole]int{}
			for _, shape := range s.Shapes {
				switch shape := shape.(type) {
				case rules.Path:
					marks[shape.Stroke]++
					for _, at := range shape.Points {
						inside(at, 0)
					}
				case rules.Circle:
					inside(shape.Center, shape.Radius)
				case rules.Text:
					inside(shape.Center, shape.Size/2)
					assert.GreaterOrEqual(t, shape.Size, 11.0)
				}
			}
			want := 1
			if len(ply) == len("d4e5-d5e6") {
				want = 2
			}
			assert.Equal(t, want, marks[rules.RoleLast], ply)
			assert.Equal(t, want, marks[rules.RoleFrom], ply)
		}
	}
}

// A half turn of the table is a half turn of the middles of the cells.
func TestSceneMirrorsTheBoard(t *testing.T) {
	t.Parallel()
	black, white := sketch{near: rules.Black}, sketch{near: rules.White}
	for _, row := range rows {
		for _, c := range row {
			a, b := black.center(c), white.center(c)
			assert.InDelta(t, sceneWidth, a.X+b.X, 1e-9, c)
			assert.InDelta(t, sceneHeight, a.Y+b.Y, 1e-9, c)
			for _, d := range directions {
				if n := c.plus(d); whole.has(n) {
					next := white.center(n)
					assert.InDelta(t, 2*halfCell, math.Hypot(next.X-b.X, next.Y-b.Y), 1e-9, "neighbours touch")
				}
			}
		}
	}
	assert.Greater(t, white.center(e3).Y, white.center(b5).Y)
	assert.Greater(t, black.center(b5).Y, black.center(e3).Y)
}

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func TestEveryPositionIsTold(t *testing.T) {
	t.Parallel()
	const enough = 200
	g, rng := Game(), rand.New(rand.NewPCG(3, 4))
	for _, finished := range []string{
		"w/.w../...../...../..../W b 0 0 0",
		"B/..../...../...../.b../b w 0 0 0",
		"B/.b../...../...../.w../W b 0 0 0",
		"B/.ww./...../...../..../W b 1 0 2",
		"B/.ww./...../...../..../W b 1 0 1",
	} {
		rulestest.CheckTelling(t, g, at(t, finished))
	}
	told, over := 0, 0
	for told < enough || over == 0 {
		r := rules.NewRecord(g)
		for told++; ; told++ {
			rulestest.CheckTelling(t, g, r.Position())
			legal := r.Legal()
			if len(legal) == 0 || r.Len() == enough/2 {
				break
			}
			require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
		}
		if r.Position().Outcome().Over() {
			over++
		}
	}
}

package roses

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRoses(t *testing.T) { rulestest.Check(t, Game()) }

func FuzzRoses(f *testing.F) {
	rulestest.Fuzz(f, Game(),
		"b4", "D4 - C3", "7. d4e5→d5e6", "d4xf6", "d 4 x f 6", "d4+e5-d5+e6", "see you in may")
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

// at is the position of a position string.
func at(t *testing.T, text string) position {
	t.Helper()
	p, err := parsePosition(text)
	require.NoError(t, err)
	require.Equal(t, text, p.String())
	return p.(position)
}

// from is the legal plies that begin with one of prefixes.
func from(p rules.Position, prefixes ...string) []rules.Move {
	var moves []rules.Move
	for _, m := range p.Legal() {
		for _, prefix := range prefixes {
			if strings.HasPrefix(string(m), prefix) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func moves(text string) []rules.Move {
	var moves []rules.Move
	for _, f := range strings.Fields(text) {
		moves = append(moves, rules.Move(f))
	}
	return moves
}

func TestBoard(t *testing.T) {
	t.Parallel()
	var names []string
	for _, row := range rows {
		for _, c := range row {
			names = append(names, c.String())
			require.True(t, whole.has(c))
			back, ok := cellNamed(c.String())
			require.True(t, ok)
			require.Equal(t, c, back)
		}
	}
	assert.Len(t, names, 20, "twenty hexagonal cells")
	assert.Equal(t, 20, whole.count())
	assert.Equal(t, "b5 a3 b4 c5 d6 a2 b3 c4 d5 e6 b2 c3 d4 e5 f6 c2 d3 e4 f5 e3", strings.Join(names, " "))
	assert.Equal(t, whole, red|castles|whole&^(red|castles))

	neighbours := func(c cell) string {
		var names []string
		for _, d := range directions {
			if n := c.plus(d); whole.has(n) {
				names = append(names, n.String())
			}
		}
		return strings.Join(names, " ")
	}
	assert.Equal(t, "e5 e4 d3 c3 c4 d5", neighbours(d4))
	assert.Equal(t, "c5 b4", neighbours(b5))

	for i, name := range names {
		turned := string([]byte{'a' + 'f' - name[0], '0' + 8 - (name[1] - '0')})
		assert.Equal(t, turned, names[len(names)-1-i], "a half turn maps the board to itself")
	}
	for _, name := range []string{"", "a", "a1", "a4", "g7", "b6", "d44", "D4", "x4"} {
		_, ok := cellNamed(name)
		assert.False(t, ok, name)
	}
}

func TestCommonCounts(t *testing.T) {
	t.Parallel()
	for i, want := range []uint64{2, 4, 12} {
		assert.Equal(t, want, rules.Perft(start(), i+1))
		assert.Equal(t, want, rules.SlowPerft(start(), i+1))
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "B/..../...../...../..../W b 4 4 0", start().String())
	assert.Equal(t, moves("b4 c5"), start().Legal())
}

// A sentence of the rule page, a position, and the legal plies with some
// prefixes.
var sentences = []struct {
	sentence string
	position string
	prefixes string
	want     string
}{
	{"drop on an empty cell next to the castle", "B/..../...../...../..../W w 4 4 0", "a b c d e f", "d3 e4"},
	{"drop on an empty cell next to a soldier", "B/b.../...../...../..../W b 3 4 0", "a b c d e f", "a2 b3 b4 c5"},
	{"drop never on a red cell", "B/..../.b.../...../.w../W b 3 3 0", "a b c d e f", "a2 a3 b2 b4 c3 c5"},
	{"drop never next to an enemy piece only", "B/..../...../...../..../W b 4 4 0", "d e", ""},
	{"drops go on until all eight are on the board", "B/.bb./.b..b/...w./..ww/W w 0 1 0", "", "d3 d5 f6"},
	{"then the move phase, and Black begins it", "B/.bb./.b..b/...ww/..ww/W b 0 0 0", "b4", "b4-a3 b4-b2 b4-c4 b4-d6 b4c5-c4d5"},
	{"a step goes to any empty neighbour", "B/..../...../..b../.ww./W b 0 0 0", "d4", "d4-c3 d4-c4 d4-d5 d4-e5"},
	{"no step to a cell that does not exist", "B/..../b..../...../.ww./W b 0 0 0", "a2", "a2-a3 a2-b2 a2-b3"},
	{"no step to an occupied cell", "B/..../b..../w..../.ww./W b 0 0 0", "a2", "a2-a3 a2-b3"},
	{"of three in a row the front one, two or all go", "B/..../...../..www/..../W w 0 0 0", "d4-c3 e5-c f6-c", "d4-c3 e5-c3 f6-c3"},
	{"of four in a row, one to four go", "B/..../...../.wwww/..../W w 0 0 0", "c3-b2 d4-b e5-b f6-b", "c3-b2 d4-b2 e5-b2 f6-b2"},
	{"a line needs an empty cell before its front", "B/..../...../bwww./..../W w 0 0 0", "c3-b2 d4-b e5-b", ""},
	{"a line needs a cell before its front", "B/..../...../.wwww/..../W w 0 0 0", "c3-g c3-f", ""},
	{"a line has no gap", "B/..../...../.w.ww/..../W w 0 0 0", "f6-", "f6-d4 f6-e6 f6-f5"},
	{"a castle is not part of a line", "B/.b../...../...../.ww./W b 0 0 0", "b5 b4-", "b4-a3 b4-b3 b4-c4 b4-c5"},
	{"a translation goes across its line", "B/..../...../..ww./..../W w 0 0 0", "d4e5", "d4e5-c4d5 d4e5-d3e4 d4e5-d5e6 d4e5-e4f5"},
	{"a translation needs both cells empty", "B/..../..b../..ww./..../W w 0 0 0", "d4e5", "d4e5-d3e4 d4e5-d5e6 d4e5-e4f5"},
	{"a translation needs both cells to exist", "B/..../...../...ww/..../W w 0 0 0", "e5f6", "e5f6-d5e6 e5f6-e4f5"},
	{"a translation is of soldiers, not of a castle", "B/b.b./...../...../.ww./W b 0 0 0", "b5 c5b5 a3b5", ""},
	{"a phalanx pushes to an empty cell", "B/..../...../.wwb./..../W w 0 0 0", "c3x", "c3xe5"},
	{"a phalanx captures at the edge", "B/..../...../..wwb/..../W w 0 0 0", "d4x", "d4xf6"},
	{"no attack if the cell behind is occupied by either side", "B/..../...../.wwbb/..../W w 0 0 0", "c3x", ""},
	{"nor if the castle stands behind", "B/.b../.w.../.w.../..../W w 0 0 0", "b2x b3x", ""},
	{"a red cell can be pushed to", "B/..../...../bbw../..../W b 0 0 0", "b2x", "b2xd4"},
	{"a phalanx may attack a castle", "B/..../...../.b.../.b../W b 0 0 0", "c3x d3x", "c3xe3"},
	{"one soldier alone attacks nothing", "B/..../...../..w.b/..../W w 0 0 0", "d4x", ""},
	{"a phalanx is of own soldiers only", "B/..../...../..wbb/..../W w 0 0 0", "d4x", ""},
	{"support: a second soldier next to the enemy", "B/..../...../.bw../.b../W b 0 0 0", "c3xd d3x", "c3xd4 d3xd4"},
	{"the two supporters need not touch each other", "B/..../...../.bw../..b./W b 0 0 0", "c3x e4x", "c3xd4 e4xd4"},
	{"supporters face to face block each other", "B/..../...../.bwb./..../W b 0 0 0", "c3x e5x", ""},
	{"support captures at the edge", "B/..../b..../wb.../..../W b 0 0 0", "a2x c3x", "c3xb2 a2xb2"},
	{"a castle does not support", "B/.w../.b.../...../..../W b 0 0 0", "b3x", ""},
	{"a castle cannot be attacked by support", "B/..../...../...../.bb./W b 0 0 0", "d3x e4x", ""},
	{"a side without a legal action passes", "B/..../...../..ww./..../W b 0 0 0", "", "pass"},
	{"a blocked side passes", "B/bw../ww.../...../..../W b 0 0 0", "", "pass"},
	{"pass is legal only when nothing else is", "B/b.../...../..ww./..../W b 0 0 0", "", "a3-a2 a3-b3 a3-b4"},
	{"in the drop phase too: no cell for a soldier", "B/.ww./...../...../..../W b 4 2 0", "", "pass"},
	{"in the drop phase too: no soldier in hand", "B/.bb./.b..b/...../..ww/W b 0 2 1", "", "pass"},
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, s := range sentences {
		t.Run(s.sentence, func(t *testing.T) {
			p := at(t, s.position)
			prefixes := strings.Fields(s.prefixes)
			if s.prefixes == "" {
				prefixes = []string{""}
			}
			assert.ElementsMatch(t, moves(s.want), from(p, prefixes...))
			agree(t, p)
		})
	}
}

// A ply and the state that it makes.
func TestEffects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, before, ply, after string }{
		{"a drop leaves the hand", "B/..../...../...../..../W b 4 4 0", "b4", "B/.b../...../...../..../W w 3 4 0"},
		{"the last drop ends the phase", "B/.bb./.b..b/...w./..ww/W w 0 1 0", "d3", "B/.bb./.b..b/...w./.www/W b 0 0 0"},
		{"one soldier steps", "B/..../...../..www/..../W w 0 0 0", "d4-c3", "B/..../...../.w.ww/..../W b 0 0 0"},
		{"two step", "B/..../...../..www/..../W w 0 0 0", "e5-c3", "B/..../...../.ww.w/..../W b 0 0 0"},
		{"three step", "B/..../...../..www/..../W w 0 0 0", "f6-c3", "B/..../...../.www./..../W b 0 0 0"},
		{"four step", "B/..../...../.wwww/..../W w 0 0 0", "f6-b2", "B/..../...../wwww./..../W b 0 0 0"},
		{"two translate", "B/..../...../..ww./..../W w 0 0 0", "d4e5-d5e6", "B/..../...ww/...../..../W b 0 0 0"},
		{"both of a phalanx advance, the enemy is pushed", "B/..../...../.wwb./..../W w 0 0 0", "c3xe5", "B/..../...../..wwb/..../W b 0 0 0"},
		{"both advance, the enemy is gone", "B/..../...../..wwb/..../W w 0 0 0", "d4xf6", "B/..../...../...ww/..../W b 0 0 0"},
		{"by support only the attacker moves", "B/..../...../.bw../.b../W b 0 0 0", "d3xd4", "B/..../...w./.bb../..../W w 0 0 0"},
		{"the other supporter pushes in its own direction", "B/..../...../.bw../.b../W b 0 0 0", "c3xd4", "B/..../...../..bw./.b../W w 0 0 0"},
		{"by support the enemy is gone", "B/..../b..../wb.../..../W b 0 0 0", "c3xb2", "B/..../b..../b..../..../W w 0 0 0"},
		{"a castle is captured", "B/..../...../.b.../.b../W b 0 0 0", "c3xe3", "B/..../...../...../.b../b w 0 0 0"},
		{"a pass counts", "B/..../...../..ww./..../W b 0 0 0", "pass", "B/..../...../..ww./..../W w 0 0 1"},
		{"an action ends the count", "B/..../...../..ww./..../W w 0 0 1", "d4-c3", "B/..../...../.w.w./..../W b 0 0 0"},
		{"the second pass counts too", "B/.ww./...../...../..../W w 1 0 1", "pass", "B/.ww./...../...../..../W b 1 0 2"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := at(t, c.before)
			q, err := p.Play(rules.Move(c.ply))
			require.NoError(t, err)
			assert.Equal(t, c.after, q.String())
			assert.Equal(t, c.before, p.String())
			rulestest.CheckPosition(t, Game(), q)
		})
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, position, outcome string }{
		{"capturing the castle wins: Black", "B/..../...../...../.b../b w 0 0 0", "black castle"},
		{"capturing the castle wins: White", "w/.w../...../...../..../W b 0 0 0", "white castle"},
		{"castle comes before bare", "w/..../...../...../..../W b 0 0 0", "white castle"},
		{"castle comes before stuck", "w/..../...../...../..../W b 0 0 2", "white castle"},
		{"bare: fewer than two on both sides", "B/b.../...../...../w.../W b 0 0 0", "draw bare"},
		{"bare: nobody at all", "B/..../...../...../..../W b 0 0 0", "draw bare"},
		{"bare comes before stuck", "B/..../...../...../..../W b 0 0 2", "draw bare"},
		{"not bare: two on one side", "B/b.../...../...../ww../W b 0 0 0", "none"},
		{"not bare in the drop phase", "B/b.../...../...../..../W w 3 4 0", "none"},
		{"one pass goes on", "B/..../...../..ww./..../W w 0 0 1", "none"},
		{"two passes in a row are a draw", "B/.ww./...../...../..../W b 1 0 2", "draw stuck"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := at(t, c.position)
			assert.Equal(t, c.outcome, p.Outcome().String())
			rulestest.CheckPosition(t, Game(), p)
			agree(t, p)
		})
	}
}

// Two passes in a row need two sides that both have no action, which never happens in the move
// phase while a side has soldiers; nor does a drop ever fail. A side that captures keeps two
// soldiers. So no game from the start ends stuck or bare, and the two rules are for positions that
// were set up.
func TestNoBoardLeavesBothSidesStuck(t *testing.T) {
	t.Parallel()
	var cells []cell
	for _, row := range rows {
		for _, c := range row {
			if !castles.has(c) {
				cells = append(cells, c)
			}
		}
	}
	sets := []set{0}
	for _, c := range cells {
		for _, s := range sets {
			if s.count() < soldiers {
				sets = append(sets, s|c.only())
			}
		}
	}
	passes := func(s state) bool {
		var l plies
		s.plies(&l)
		return l.n == 1 && l.ply[0].kind == pass
	}
	blocked := 0
	for _, own := range sets {
		for _, foe := range sets {
			s := state{own: own, foe: foe, turn: turn{side: rules.Black}}
			if own&foe != 0 || own&s.empty().around() != 0 || !passes(s) {
				continue
			}
			blocked++
			require.False(t, passes(s.turned()), "%s", position{state: s})
		}
	}
	assert.NotZero(t, blocked)
}

func TestEveryDropFindsACell(t *testing.T) {
	t.Parallel()
	var walk func(s state)
	walk = func(s state) {
		if !s.dropping() {
			return
		}
		var l plies
		s.plies(&l)
		for _, m := range l.all() {
			require.Equal(t, drop, m.kind)
			walk(s.after(m))
		}
	}
	walk(start().state)
}

func TestSheetMovingExample(t *testing.T) {
	t.Parallel()
	black := at(t, "B/.bb./...../..www/..../W b 0 0 0")
	assert.Equal(t, moves("b4-a3 b4-d6 c5-a3 c5-d6"), from(black, "b4-a", "b4-d6", "c5-a", "c5-d6"))
	assert.Equal(t, moves("b4c5-b3c4 b4c5-c4d5"), from(black, "b4c5"), "both translations, and no others")
	assert.Equal(t, moves("b4-a3 b4-b3 b4-c4 b4-d6 b4c5-b3c4 b4c5-c4d5 c5-a3 c5-c4 c5-d5 c5-d6"), black.Legal())

	white := at(t, "B/.bb./...../..www/..../W w 0 0 0")
	assert.Equal(t, moves("d4-c3 e5-c3 f6-c3"), from(white, "d4-c3", "e5-c3", "f6-c3"))
	assert.Equal(t, moves("d4e5-c4d5 d4e5-d3e4 d4e5-d5e6 d4e5-e4f5"), from(white, "d4e5"), "either north or either south")
	assert.Equal(t, moves("e5f6-d5e6 e5f6-e4f5"), from(white, "e5f6"), "of the others, f7 and g6 do not exist")
}

func TestSheetAttackingExample(t *testing.T) {
	t.Parallel()
	white := at(t, "B/.ww./b..../.bwwb/.b../W w 0 0 0")
	assert.Equal(t, moves("d4xf6 e5xc3"), from(white, "d4x", "e5x", "b4x", "c5x"))
	captured, err := white.Play("d4xf6")
	require.NoError(t, err)
	assert.Equal(t, "B/.ww./b..../.b.ww/.b../W b 0 0 0", captured.String())
	pushed, err := white.Play("e5xc3")
	require.NoError(t, err)
	assert.Equal(t, "B/.ww./b..../bww.b/.b../W b 0 0 0", pushed.String(), "pushed to b2")

	black := at(t, "B/.ww./b..../.bwwb/.b../W b 0 0 0")
	assert.Equal(t, moves("c3xe3 d3xd4"), from(black, "a2x", "c3x", "d3x", "f6x"))
	won, err := black.Play("c3xe3")
	require.NoError(t, err)
	assert.Equal(t, "black castle", won.Outcome().String())
	blunder, err := black.Play("d3xd4")
	require.NoError(t, err)
	assert.Equal(t, "B/.ww./b..w./.bbwb/..../W w 0 0 0", blunder.String())
	lost, err := blunder.Play("d5xb5")
	require.NoError(t, err)
	assert.Equal(t, "white castle", lost.Outcome().String())
}

func TestGroups(t *testing.T) {
	t.Parallel()
	groups := rules.Groups(at(t, "B/.ww./b..../.bwwb/.b../W w 0 0 0"))
	require.Len(t, groups, 3)
	assert.Equal(t, rules.MoveGroup{Title: rules.Phrase{Format: "attack"}, Moves: moves("d4xf6 e5xc3")}, groups[0])
	assert.Equal(t, "step or line", groups[1].Title.String())
	assert.Equal(t, "translation", groups[2].Title.String())
	assert.Equal(t, []rules.MoveGroup{{Title: rules.Phrase{Format: "drop"}, Moves: moves("b4 c5")}}, rules.Groups(start()))
}

func TestRefusedPositions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                        "a position is 5 fields",
		"B/..../...../...../..../W b 4 4":         "a position is 5 fields",
		"B/..../...../...../..../W b 4 4 0 ":      "a position is 5 fields",
		"B/..../...../...../..../W  b 4 4 0":      "a position is 5 fields",
		"B/..../...../...../.... b 4 4 0":         "the board has 6 rows with slashes between, not 5",
		"B/..../..../...../..../W b 4 4 0":        "row 3 of the text has 4 cells, not 5",
		"B/...x/...../...../..../W b 4 4 0":       `row 2 has an unknown letter "x"`,
		"B/...B/...../...../..../W b 4 4 0":       "there is a castle B on d6",
		"W/..../...../...../..../B b 4 4 0":       "there is a castle W on b5",
		"./..../...../...../..../W b 4 4 0":       "b5 is empty",
		"b/..../...../...../..../W b 0 0 0":       "a black soldier stands on b5",
		"B/..../...../...../..../w b 0 0 0":       "a white soldier stands on e3",
		"w/..../...../...../..../b b 0 0 0":       "both castles are captured",
		"B/..../...../...../..../W - 4 4 0":       "the side to move is b or w",
		"B/..../...../...../..../W black 4 4 0":   "the side to move is b or w",
		"B/..../...../...../..../W b 5 4 0":       "Black's hand is a number from 0 to 4",
		"B/..../...../...../..../W b 4 04 0":      "White's hand is a number from 0 to 4",
		"B/..../...../...../..../W b 4 4 3":       "the number of passes is a number from 0 to 2",
		"B/.b../...../...../..../W b 4 4 0":       "Black has 5 soldiers on the board and in hand",
		"B/..../wwwww/...../..../W b 0 0 0":       "White has 5 soldiers on the board and in hand",
		"B/..../...../...../..../W/ b 4 4 0":      "not 7",
		"B/..../...../...../..../W b 4 4 0\n":     "the number of passes",
		"B/..../...../..\u00e9../..../W b 4 4 0":  "unknown letter",
		"B/..../...../...../..../W b \uff14 4 0":  "Black's hand",
		"B\\....\\.....\\.....\\....\\W b 4 4 0 ": "a position is 5 fields",
	} {
		_, err := parsePosition(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
}

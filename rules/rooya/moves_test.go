package rooya

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The tests of this file are the sentences of the rules, one by one.

const start = "...../...../...../...../..... b 8 8"

func TestNineCellsTurnAndSixteenDoNot(t *testing.T) {
	t.Parallel()
	var names []string
	for c := range cell(size * size) {
		if inner.has(c) {
			names = append(names, c.String())
		}
	}
	slices.Sort(names)
	require.Equal(t, strings.Fields("b2 b3 b4 c2 c3 c4 d2 d3 d4"), names)
	require.Equal(t, 16, outer.count())
}

func TestTheBoardIsEmptyAndEightPawnsEachAreInHand(t *testing.T) {
	t.Parallel()
	require.Equal(t, start, Game().Start().String())
}

func TestInTurnOnePawnOnAFreeCellOfTheOuterBoard(t *testing.T) {
	t.Parallel()
	p := read(t, start)
	require.Len(t, p.Legal(), 16)
	p = play(t, p, "c1")
	require.Equal(t, "...../...../...../...../..b.. w 7 8", p.String())
	require.Len(t, p.Legal(), 15)
	for _, m := range []rules.Move{"c1", "c3", "b2", "cw", "c1-c2"} {
		_, err := p.Play(m)
		require.Error(t, err, "%s", m)
	}
}

func TestUntilAllSixteenArePlaced(t *testing.T) {
	t.Parallel()
	p := read(t, "wbwbw/b...w/....w/....w/wbbbb b 1 1")
	require.Equal(t, []rules.Move{"a2", "a3"}, p.Legal())
	p = play(t, p, "a3", "a2")
	require.Equal(t, "wbwbw/b...w/b...w/w...w/wbbbb b 0 0", p.String())
	require.NotContains(t, p.Legal(), rules.Move("c3"))
	require.Subset(t, p.Legal(), []rules.Move{"a3-b3", "cw", "ccw", "180"})
}

func TestMovingAPawn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sentence, position, from, want string
	}{
		{"one cell up, down, left or right, to a free cell of the same plate: done",
			"wwwwb/w...b/w.b.b/w...b/wbbb. b 0 0", "c3", "c3-b3 c3-c2 c3-c4 c3-d3"},
		{"to a free cell of the other plate: done, or one more step that stays there; not onto one's own",
			"bbwww/....w/b...w/bb..w/bbbww b 0 0", "a3", "a3-a4 a3-b3 a3-b3-b4 a3-b3-c3"},
		{"the second step may be an exchange",
			"bbwww/.w..w/b...w/bb..w/bbb.w b 0 0", "a3", "a3-a4 a3-b3 a3-b3-b4 a3-b3-c3"},
		{"out of the inner plate and on, along the outer one",
			"bbwww/w..../.b..w/b.bbw/bb.ww b 0 0", "b3", "b3-a3 b3-a3-a4 b3-b2 b3-b4 b3-c3"},
		{"a corner of the inner plate has two ways out",
			"bbwww/b.bbw/w...w/.b..w/..bbw b 0 0", "b2", "b2-a2 b2-a2-a1 b2-a2-a3 b2-b1 b2-b1-a1 b2-b3 b2-c2"},
		{"to a cell held by the opponent, on one plate or across: they change places, and done",
			"bbwww/w...w/bw..w/b...w/bbbb. b 0 0", "a3", "a3-a4 a3-b3"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := read(t, c.position)
			var got []string
			for _, m := range p.Legal() {
				if strings.HasPrefix(string(m), c.from) {
					got = append(got, string(m))
				}
			}
			require.Equal(t, strings.Fields(c.want), got)
			require.Subset(t, p.Legal(), []rules.Move{"cw", "ccw", "180"})
		})
	}
}

func TestWhatAPlyDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, position string
		ply            rules.Move
		want           string
	}{
		{"a step on one plate", "bbwww/....w/b...w/bb..w/bbbww b 0 0", "a3-a4", "bbwww/b...w/....w/bb..w/bbbww w 0 0"},
		{"a step across", "bbwww/....w/b...w/bb..w/bbbww b 0 0", "a3-b3", "bbwww/....w/.b..w/bb..w/bbbww w 0 0"},
		{"a step across and on", "bbwww/....w/b...w/bb..w/bbbww b 0 0", "a3-b3-c3", "bbwww/....w/..b.w/bb..w/bbbww w 0 0"},
		{"a step across and an exchange", "bbwww/.w..w/b...w/bb..w/bbb.w b 0 0", "a3-b3-b4", "bbwww/.b..w/.w..w/bb..w/bbb.w w 0 0"},
		{"an exchange on one plate", "bbwww/w...w/bw..w/b...w/bbbb. b 0 0", "a3-a4", "bbwww/b...w/ww..w/b...w/bbbb. w 0 0"},
		{"an exchange across", "bbwww/w...w/bw..w/b...w/bbbb. b 0 0", "a3-b3", "bbwww/w...w/wb..w/b...w/bbbb. w 0 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, play(t, read(t, c.position), c.ply).String())
		})
	}
	t.Run("two ways to the same state are two plies", func(t *testing.T) {
		p := read(t, "bbwww/b.bbw/w...w/.b..w/..bbw b 0 0")
		require.Equal(t, play(t, p, "b2-a2-a1").String(), play(t, p, "b2-b1-a1").String())
	})
}

func TestTurningTheInnerPlate(t *testing.T) {
	t.Parallel()
	p := read(t, "wwwwb/wwb.b/wb..b/w.b.b/.b... b 0 0")
	for m, want := range map[rules.Move]string{
		"cw":  "wwwwb/w.bwb/wb.bb/w...b/.b... w 0 0",
		"ccw": "wwwwb/w...b/wb.bb/wwb.b/.b... w 0 0",
		"180": "wwwwb/w.b.b/w..bb/w.bwb/.b... w 0 0",
	} {
		require.Equal(t, want, play(t, p, m).String(), "%s", m)
	}
	for from, to := range oracleClockwise {
		c, _ := parseCell(from)
		d, _ := parseCell(to)
		require.Equal(t, d.bit(), turns[0].of(c.bit()), "cw takes %s to %s", from, to)
		require.Equal(t, c.bit(), turns[2].of(d.bit()), "ccw takes %s to %s", to, from)
		require.Equal(t, turns[0].of(d.bit()), turns[1].of(c.bit()), "180 is cw twice")
	}
	require.Equal(t, outer, turns[0].of(outer), "the outer plate stays")
}

func TestThereIsNoCapture(t *testing.T) {
	t.Parallel()
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		p := c.Position.(position)
		for _, m := range p.Legal() {
			next := play(t, p, m)
			require.Zero(t, next.own&next.other)
			if !p.placing() {
				require.Equal(t, [2]int{pawns, pawns}, [2]int{next.own.count(), next.other.count()})
			}
		}
	}
}

func TestAligned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sentence, position string
		ply                rules.Move
		outcome, reread    string
	}{
		{"a step makes a row",
			"bwwwb/w...w/w.b.w/bb.bb/..b.w b 0 0", "c3-c2", "black aligned", "black aligned"},
		{"a step across makes a row",
			"bwwwb/w...w/w.b.w/bb.bb/..b.w b 0 0", "c1-c2", "black aligned", "black aligned"},
		{"a second step makes a row",
			"wwbww/w...w/bb.bb/w...w/b.b.b b 0 0", "c5-c4-c3", "black aligned", "black aligned"},
		{"an exchange makes a row",
			"bwwwb/w...w/w.b.w/bbwbb/..b.. b 0 0", "c3-c2", "black aligned", "black aligned"},
		{"a turn makes a column",
			"bb.bw/wbbbw/...../bw..w/ww.bw b 0 0", "cw", "black aligned", "black aligned"},
		{"a step makes a column on the edge; its age is not in the string",
			"bwwww/b...w/b.w.w/b...w/.bbbb b 0 0", "b1-a1", "black aligned", "none"},
		{"never a diagonal",
			"wwww./w..bb/w.b.w/wb..b/b.bb. b 0 0", "e4-e5", "none", "none"},
		{"a line that was complete before the action does not count",
			"wwwww/b...w/w...b/w...b/bbbbb b 0 0", "180", "none", "none"},
		{"nor does it when the action is near it",
			"wwwww/b...w/w...b/w...b/bbbbb b 0 0", "c1-c2", "none", "none"},
		{"a line for both by an exchange: the one who acted wins, Black",
			"b.w.b/w...w/wwbww/bbwbb/..b.. b 0 0", "c3-c2", "black aligned", "black aligned"},
		{"a line for both by an exchange: the one who acted wins, White",
			"b.w.b/w...w/wwbww/bbwbb/..b.. w 0 0", "c2-c3", "white aligned", "white aligned"},
		{"a line for both by a second step",
			"w.b.w/ww.ww/bbwbb/..w../b.b.b b 0 0", "c5-c4-c3", "black aligned", "black aligned"},
		{"a line for both by a turn: Black acted",
			"b.b.b/ww.bw/.w.b./bw.bb/w.w.w b 0 0", "cw", "black aligned", "black aligned"},
		{"a line for both by a turn: White acted",
			"b.b.b/ww.bw/.w.b./bw.bb/w.w.w w 0 0", "cw", "white aligned", "white aligned"},
		{"a line for both, one of them on the edge, which the string takes for old",
			"b.w.b/w...w/..b../wwbww/bbwbb b 0 0", "c2-c1", "black aligned", "white aligned"},
		{"only for the other by a turn: the other wins",
			"b.b.b/ww.bw/bw.b./.w.bb/w.w.w b 0 0", "cw", "white aligned", "white aligned"},
		{"only for the other by an exchange: the other wins",
			"b.w.b/w...w/wwbww/bbwb./..b.b b 0 0", "c3-c2", "white aligned", "white aligned"},
		{"a line within beside an old one of the other side",
			"wwwww/...../.w..w/bb.bb/wbbbb b 0 0", "c1-c2", "black aligned", "black aligned"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := read(t, c.position)
			next := play(t, p, c.ply)
			require.Equal(t, c.outcome, next.Outcome().String(), next.String())
			require.Equal(t, c.reread, next.Reread().String(), next.String())
			require.Equal(t, p.side.Opponent(), next.side, "the string names the side that would be next")
			require.Equal(t, readOracle(c.position).play(c.ply).result(), next.Outcome().String())
			rulestest.CheckPosition(t, Game(), next)
		})
	}
}

func TestASideFilledWhilePlacingWinsNothing(t *testing.T) {
	t.Parallel()
	p := read(t, start)
	for _, m := range strings.Fields("a1 a5 b1 b5 c1 c5 d1 d5 e1 e5 e2 e4 e3 a2 a4 a3") {
		p = play(t, p, rules.Move(m))
		require.False(t, p.Outcome().Over(), p.String())
	}
	require.Equal(t, "wwwww/b...w/w...b/w...b/bbbbb b 0 0", p.String())

	p = play(t, p, "c1-c2", "a3-b3")
	require.False(t, p.Outcome().Over(), "Black has broken row 1")
	p = play(t, p, "c2-c1")
	require.Equal(t, "black aligned", p.Outcome().String(), "and made it again")
	require.Equal(t, "none", p.Reread().String())
}

func TestBlockedLosesThoughThePlateCouldTurn(t *testing.T) {
	t.Parallel()
	// White has no pawn, hence none that moves.
	_, end := setup{own: row1 >> 1}.play(ply{kind: clockwise})
	require.Equal(t, sideBlocked, end)
	require.Equal(t, "black blocked", outcome(end, rules.White).String())
	// A pawn in a corner walled in by its own.
	require.True(t, setup{own: whole}.blocked())
	require.False(t, setup{own: whole &^ at(2, 2).bit(), other: at(2, 2).bit()}.blocked(), "it can change places")
}

// TestEightPawnsAreNeverBlocked asks each of the 1081575 ways to put eight
// pawns on the board.
func TestEightPawnsAreNeverBlocked(t *testing.T) {
	t.Parallel()
	n := 0
	for s := set(1)<<pawns - 1; s <= whole; n++ {
		if (setup{own: s}).blocked() {
			require.Fail(t, "blocked", "%025b", s)
		}
		low := s & -s
		up := s + low
		s = up | (s^up)>>(2+bits.TrailingZeros32(uint32(s)))
	}
	require.Equal(t, 1081575, n)
}

func TestGroups(t *testing.T) {
	t.Parallel()
	titles := func(p rules.Position) (list []string) {
		for _, g := range rules.Groups(p) {
			list = append(list, g.Title.String())
		}
		return list
	}
	require.Equal(t, []string{"place"}, titles(read(t, start)))
	groups := rules.Groups(read(t, "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0"))
	require.Equal(t, []string{"a2", "a5", "b4", "b5", "c4", "d1", "d4", "d5", "turn"},
		titles(read(t, "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0")))
	require.Equal(t, []rules.Move{"180", "ccw", "cw"}, groups[len(groups)-1].Moves)
	require.Empty(t, rules.Groups(read(t, "wwwww/...../.w..w/bbbbb/wb.bb w 0 0")))
}

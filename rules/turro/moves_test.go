package turro

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// Each test is named after a sentence of the rules.

// from lists the legal plies that leave a field, each by the field it reaches.
func from(p rules.Position, field string) string {
	var to []string
	for _, m := range p.Legal() {
		if rest, ok := strings.CutPrefix(string(m), field+"-"); ok {
			to = append(to, rest)
		}
	}
	return strings.Join(to, " ")
}

func play(t *testing.T, p rules.Position, plies ...rules.Move) rules.Position {
	t.Helper()
	for _, m := range plies {
		next, err := p.Play(m)
		require.NoError(t, err, "%s in %s", m, p)
		p = next
	}
	return p
}

// turn is the end of a position string: side, moves, height.
func turn(p rules.Position) string {
	_, turn, _ := strings.Cut(p.String(), " ")
	return turn
}

func TestStart(t *testing.T) {
	t.Parallel()
	p := start()
	require.Equal(t, "w,w,w,W,w,w,w/w,w,w,w,w,w,w/w,w,w,w,w,w,w/.,.,.,.,.,.,./b,b,b,b,b,b,b/b,b,b,b,b,b,b/b,b,b,B,b,b,b b 1 1", p.String())
	require.Equal(t, rules.Black, p.Turn())
	require.Equal(t, rules.Outcome{}, p.Outcome())
	for depth, want := range []uint64{1, 126, 15876, 1916944} {
		require.Equal(t, want, rules.Perft(p, depth), "depth %d", depth)
	}
}

func TestTheStoneOnTopIsFreeAndThoseUnderItAreCaptured(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W b4:wb e4:bw", "b 1")
	require.NotEmpty(t, from(p, "b4"))
	require.Empty(t, from(p, "e4"), "Black's stone on e4 is captured")
	p = read(t, "d1:B d7:W b4:wb e4:bw", "w 1")
	require.Empty(t, from(p, "b4"))
	require.NotEmpty(t, from(p, "e4"))
}

func TestCapturedStonesAreFreeAgainWhenTheStonesAboveLeave(t *testing.T) {
	t.Parallel()
	p := play(t, read(t, "d1:B d7:W b4:wb", "b 1"), "b4-b6")
	require.Equal(t, "a3 a4 a5 b3 b5 c3 c4 c5", from(p, "b4"))
	require.Equal(t, set("d1:B d7:W b4:w b6:b", "w 1"), p.String())
}

func TestAStoneMovesExactlyAsManyFieldsAsThereAreStones(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ stacks, field, want string }{
		{"d4:b", "d4", "c3 c4 c5 d3 d5 e3 e4 e5"},
		{"d4:wb", "d4", "b2 b4 b6 d2 d6 f2 f4 f6"},
		{"d4:wwb", "d4", "a1 a4 a7 d1 d7 g1 g4 g7"},
		{"d4:wwwb", "d4", ""},
		{"a1:b", "a1", "a2 b1 b2"},
		{"a1:wb", "a1", "a3 c1 c3"},
		{"a1:wwb", "a1", "a4 d1 d4"},
		{"a1:wwwb", "a1", "a5 e1 e5"},
		{"a1:wwwwb", "a1", "a6 f1 f6"},
		{"a1:wwwwwb", "a1", "a7 g1 g7"},
		{"a1:wwwwwwb", "a1", ""},
		{"a1:wwwwwwwwwwwwwwwwwwwwbbbbbbbbbbbbbbbbbbbb", "a1", ""},
		{"g7:bbbbbb", "g7", "a1 a7 g1"},
		{"b3:bbbbb", "b3", "g3"},
	} {
		p := read(t, "f3:B f5:W "+c.stacks, "b 1")
		require.Equal(t, c.want, from(p, c.field), c.stacks)
	}
}

func TestItJumpsWhateverLiesBetween(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W a1:wwb a2:w a3:b b1:b c1:www b2:wwwwwww c3:b", "b 1")
	require.Equal(t, "a4 d4", from(p, "a1"), "d1 is the own Turro; nothing else stops it")
	p = read(t, "e1:B c3:bb d4:W", "b 1")
	require.Contains(t, p.Legal(), rules.Move("c3-e5"), "over a Turro")
}

func TestItLandsOnTopOfNothingOwnStonesOrTheOthers(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{"": "b", "d5:b": "bb", "d5:w": "wb", "d5:bwbw": "bwbwb"} {
		p := read(t, "a1:B a7:W d4:b "+at, "b 1")
		p = play(t, p, "d4-d5").(position)
		f, _ := readField("d5")
		require.Equal(t, len(want), p.towers[f].height())
		require.Contains(t, p.String(), ","+want+",")
	}
}

func TestTheOneThingForbiddenIsToLandOnOnesOwnTurro(t *testing.T) {
	t.Parallel()
	p := read(t, "d4:B d7:W d3:b", "b 1")
	require.NotContains(t, p.Legal(), rules.Move("d3-d4"))
	require.Len(t, p.Legal(), 7+8)
	p = read(t, "d2:B d4:W d3:b", "b 1")
	require.Contains(t, p.Legal(), rules.Move("d3-d4"), "the other's Turro is another matter")
}

func TestTheTurroMovesLikeAnyStone(t *testing.T) {
	t.Parallel()
	p := read(t, "c3:wwB d7:W", "b 1")
	require.Equal(t, "c6 f3 f6", from(p, "c3"))
	p = play(t, p, "c3-f6").(position)
	require.Equal(t, set("c3:ww f6:B d7:W", "w 1"), p.String())
}

func TestAHigherTowerGivesTheOtherSideTwoMoves(t *testing.T) {
	t.Parallel()
	const turros = "d1:B d7:W "
	for _, c := range []struct {
		name, stacks, turn string
		ply                rules.Move
		want               string
	}{
		{"onto an empty field", "a3:b", "b 1", "a3-a4", "w 1 1"},
		{"onto an own pawn", "a3:b a4:b", "b 1", "a3-a4", "w 2 2"},
		{"onto another's", "a3:b a4:w", "b 1", "a3-a4", "w 2 2"},
		{"as high as another", "a3:b a4:w e5:ww", "b 1", "a3-a4", "w 1 2"},
		{"higher than all", "a3:b a4:ww e5:ww", "b 1", "a3-a4", "w 2 3"},
		{"the tallest loses a stone", "a3:wwb", "b 1", "a3-a6", "w 1 2"},
		{"the tallest changes its place", "a3:wwb a6:ww", "b 1", "a3-a6", "w 1 3"},
		{"one of two tallest loses a stone", "a3:wwb e5:wwb", "b 1", "a3-a6", "w 1 3"},
		{"lower than it was: still no gift", "a3:wwb a6:w", "b 1", "a3-a6", "w 1 2"},
		{"by White", "a3:w a4:b", "w 1", "a3-a4", "b 2 2"},
		{"taller than seven", "a3:b a4:wwwwwww", "b 1", "a3-a4", "w 2 8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, turn(play(t, read(t, turros+c.stacks, c.turn), c.ply)))
		})
	}
}

func TestTheSecondMoveIsOptional(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W a3:bb a4:w", "w 2")
	require.Equal(t, rules.White, p.Turn())
	require.NotContains(t, p.Legal(), rules.Move("pass"), "the first is not")
	q := play(t, p, "a4-b4")
	require.Equal(t, rules.White, q.Turn(), "the same side twice running")
	require.Equal(t, "w 2+ 2", turn(q))
	require.Contains(t, q.Legal(), rules.Move("pass"))
	require.Equal(t, "b 1 2", turn(play(t, q, "pass")))
	require.Equal(t, "b 1 2", turn(play(t, q, "b4-c4")))
	require.NotContains(t, play(t, q, "pass").Legal(), rules.Move("pass"))
}

func TestTheHeightIsComparedAtTheEndsOfTurnsOnly(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W a3:bb a4:w e4:w g6:b", "w 2")
	t.Run("higher between the moves only", func(t *testing.T) {
		q := play(t, p, "a4-a3")
		require.Equal(t, "w 2+ 2", turn(q), "the height of this turn's beginning")
		require.Equal(t, "b 1 2", turn(play(t, q, "a3-d6")))
	})
	t.Run("higher after both", func(t *testing.T) {
		require.Equal(t, "b 2 3", turn(play(t, p, "a4-a3", "e4-e5")))
		require.Equal(t, "b 2 3", turn(play(t, p, "a4-a3", "pass")))
		require.Equal(t, "b 2 3", turn(play(t, p, "e4-e5", "a4-a3")))
	})
	t.Run("by one only", func(t *testing.T) {
		q := read(t, "d1:B d7:W a3:bb a4:w b4:w", "w 2")
		require.Equal(t, "b 2 4", turn(play(t, q, "a4-a3", "b4-a3")), "two higher: two moves, not more")
	})
	t.Run("down and up again", func(t *testing.T) {
		q := read(t, "d1:B d7:W a3:bbw a5:w", "w 2")
		require.Equal(t, "w 2+ 3", turn(play(t, q, "a3-a6")))
		require.Equal(t, "b 1 2", turn(play(t, q, "a3-a6", "a5-a6")), "two high, and it was three")
	})
}

func TestPassAlsoWhenItIsTheOnlyOne(t *testing.T) {
	t.Parallel()
	// White's only free stone that can move goes to the middle on top of three.
	p := read(t, "d1:B a7:bbbbbbW e5:w d4:bbb", "w 2")
	q := play(t, p, "e5-d4")
	require.Equal(t, []rules.Move{"pass"}, q.Legal())
	require.False(t, q.Outcome().Over())
	require.Equal(t, "b 1 7", turn(play(t, q, "pass")))
}

func TestCrossed(t *testing.T) {
	t.Parallel()
	black := rules.Outcome{Result: rules.BlackWins, Reason: "crossed"}
	white := rules.Outcome{Result: rules.WhiteWins, Reason: "crossed"}
	for _, c := range []struct {
		name, stacks, turn string
		ply                rules.Move
		want               rules.Outcome
		after              string
	}{
		{"Black on row 7", "b6:B d7:W", "b 1", "b6-a7", black, "w 1 1"},
		{"White on row 1", "d1:B b2:W", "w 1", "b2-b1", white, "b 1 1"},
		{"on an own pawn", "b6:B d7:W a7:b", "b 1", "b6-a7", black, "w 2 2"},
		{"on another's", "b6:B d7:W a7:w", "b 1", "b6-a7", black, "w 2 2"},
		{"from afar", "a1:wwwwwB d7:W", "b 1", "a1-g7", black, "w 1 5"},
		{"with a move left", "b6:B d7:W a2:bb", "b 2", "b6-a7", black, "b 2+ 2"},
		{"with the second move", "b6:B d7:W a2:bb", "b 2+ 2", "b6-a7", black, "w 1 2"},
		{"on the Turro: crossed is named first", "c6:B d7:W", "b 1", "c6-d7", black, "w 2 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, read(t, c.stacks, c.turn), c.ply)
			require.Equal(t, c.want, p.Outcome())
			require.Equal(t, c.after, turn(p))
			requireOver(t, p)
		})
	}
	t.Run("not on one's own end row", func(t *testing.T) {
		p := play(t, read(t, "d2:B d7:W", "b 1"), "d2-c1")
		require.False(t, p.Outcome().Over())
	})
	t.Run("not with a pawn", func(t *testing.T) {
		p := play(t, read(t, "d1:B d7:W a6:b", "b 1"), "a6-a7")
		require.False(t, p.Outcome().Over())
	})
}

func TestCaptured(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stacks, turn string
		ply                rules.Move
		want               string
		after              string
	}{
		{"by a pawn", "d1:B d5:W c4:b", "b 1", "c4-d5", "black captured", "w 2 2"},
		{"by the Turro", "d4:B d5:W", "w 1", "d5-d4", "white captured", "b 2 2"},
		{"on a tower", "a4:bbB d7:W d4:bbw", "w 1", "d4-a4", "white captured", "b 2 4"},
		{"with a move left", "d1:B d5:W c4:b a1:ww", "b 2", "c4-d5", "black captured", "b 2+ 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, read(t, c.stacks, c.turn), c.ply)
			require.Equal(t, c.want, p.Outcome().String())
			require.Equal(t, c.after, turn(p))
			requireOver(t, p)
		})
	}
}

func TestStalemate(t *testing.T) {
	t.Parallel()
	t.Run("a side that is to begin", func(t *testing.T) {
		p := play(t, read(t, "a2:B d4:bbbbbbW", "b 1"), "a2-a3")
		require.Equal(t, "black stalemate", p.Outcome().String())
		requireOver(t, p)
	})
	t.Run("a side that has two moves", func(t *testing.T) {
		p := play(t, read(t, "a2:b c3:B d4:bbbbbbW a3:bbbbbbb", "b 1"), "a2-a3")
		require.Equal(t, "black stalemate", p.Outcome().String())
		require.Equal(t, "w 2 8", turn(p))
	})
	t.Run("only the own Turro could be landed on", func(t *testing.T) {
		// From d2 a stack of four has one way: up to d6.
		p := read(t, "c3:B d6:bbbbbbW d2:bbbw", "w 1")
		require.Equal(t, "black stalemate", p.Outcome().String())
		p = read(t, "c3:B e6:bbbbbbW d2:bbbw", "w 1")
		require.Equal(t, []rules.Move{"d2-d6"}, p.Legal())
	})
	t.Run("not at the second move", func(t *testing.T) {
		p := read(t, "a2:B d4:bbbbbbW", "w 2+")
		require.False(t, p.Outcome().Over())
		require.Equal(t, []rules.Move{"pass"}, p.Legal())
	})
	t.Run("not by one's own last move", func(t *testing.T) {
		p := play(t, read(t, "a2:B g7:bbbbbbW e5:w d4:bbb", "w 1"), "e5-d4")
		require.False(t, p.Outcome().Over(), "Black is to move, and can")
	})
}

// requireOver requires that a game is over in every respect, also when it is read from its text.
func requireOver(t *testing.T, p rules.Position) {
	t.Helper()
	require.Equal(t, rules.None, p.Turn())
	require.Empty(t, p.Legal())
	require.Zero(t, rules.Perft(p, 1))
	again, err := parsePosition(p.String())
	require.NoError(t, err)
	require.Equal(t, p.Outcome(), again.Outcome())
	_, err = p.Play("pass")
	require.ErrorContains(t, err, "the game is over")
}

// The sheet's own sentences with numbers.
func TestTheSheet(t *testing.T) {
	t.Parallel()
	t.Run("a single stone can only be moved onto the next adjacent field", func(t *testing.T) {
		require.Equal(t, "c4 d4 e4", strings.Join(onlyRow(from(start(), "d3"), '4'), " "))
	})
	t.Run("on top of one other stone it must be moved exactly 2 fields", func(t *testing.T) {
		p := read(t, "d1:B d7:W c3:wb", "b 1")
		require.Equal(t, "a1 a3 a5 c1 c5 e1 e3 e5", from(p, "c3"))
	})
	t.Run("from a field that contains 3 stones 3 fields", func(t *testing.T) {
		p := read(t, "d1:B d7:W c3:wbb", "b 1")
		require.Equal(t, "c6 f3 f6", from(p, "c3"))
	})
	t.Run("a move that leaves the board does not exist", func(t *testing.T) {
		p := read(t, "d1:B d7:W a4:b", "b 1")
		require.Equal(t, "a3 a5 b3 b4 b5", from(p, "a4"))
	})
	t.Run("42 stones", func(t *testing.T) {
		require.Equal(t, 42, strings.Count(start().String()[:98], "b")+strings.Count(start().String()[:98], "w")+2)
	})
}

func onlyRow(to string, row byte) []string {
	return slices.DeleteFunc(strings.Fields(to), func(f string) bool { return f[1] != row })
}

func TestRepetitionAsksForTheWholeState(t *testing.T) {
	t.Parallel()
	// Two pawns go back and forth, and no tower grows.
	circle := []rules.Move{"d3-d4", "d5-c4", "d4-d3", "c4-d5"}
	r, err := rules.Replay(Game(), slices.Concat(circle, circle))
	require.NoError(t, err)
	require.Equal(t, rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}, r.Outcome())
}

func TestPlayingDoesNotChangeThePosition(t *testing.T) {
	t.Parallel()
	p := start()
	before := p
	play(t, p, "d3-d4", "d5-d4", "d2-d3")
	require.Equal(t, before, p)
}

func TestPerftLeavesTheBoardAsItWas(t *testing.T) {
	t.Parallel()
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		b := c.Position.(position).setup
		before := b
		b.perft(2)
		require.Equal(t, before, b, c.ID)
	}
}

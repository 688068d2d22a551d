package rooya

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestPositionStringsReadBack(t *testing.T) {
	t.Parallel()
	for text, outcome := range map[string]string{
		start:                                 "none",
		"...../...../...../...../b.... w 7 8": "none",
		"bbbbb/...../...../...../wwww. w 3 4": "none",          // a row filled while placing
		"wwwww/b...w/w...b/w...b/bbbbb b 0 0": "none",          // both filled one
		"w...b/w..bb/ww..b/ww.bb/ww.bb w 0 0": "none",          // lines on the edge are read as old
		"wwwww/...../.w..w/bbbbb/wb.bb w 0 0": "black aligned", // a line within was made just now
		"wwwww/...../.w..w/bbbbb/wb.bb b 0 0": "black aligned", // by the other side: it wins all the same
		"b.w.b/w...w/wwwww/bbbbb/..b.. b 0 0": "white aligned", // both: White acted
		"b.w.b/w...w/wwwww/bbbbb/..b.. w 0 0": "black aligned", // both: Black acted
		"b.bwb/b..ww/b.ww./b..w./bw.wb b 0 0": "white aligned", // an old column a, a new column d
	} {
		p, err := parsePosition(text)
		require.NoError(t, err)
		require.Equal(t, text, p.String())
		require.Equal(t, outcome, p.Outcome().String(), text)
		require.Equal(t, p.Outcome(), rules.Reread(p), text)
		require.Equal(t, p.Outcome().Over(), p.Turn() == rules.None, text)
	}
}

func TestPositionStringsRefused(t *testing.T) {
	t.Parallel()
	for text, sentence := range map[string]string{
		"":                                        `a position is 4 fields with one space between (rows, side, Black's hand, White's hand), not 1`,
		"...../...../...../...../.....  b 8 8":    `a position is 4 fields with one space between (rows, side, Black's hand, White's hand), not 5`,
		start + "\n":                              `so its hand is 8, not "8\n"`,
		"...../...../...../..... b 8 8":           `the board has 5 rows with slashes between, not 4`,
		"...../...../....../...../..... b 8 8":    `row 3 of the text has 6 cells, not 5: "......"`,
		"...../...../..../...../..... b 8 8":      `row 3 of the text has 4 cells, not 5: "...."`,
		"..x../...../...../...../..... b 8 8":     `"x" on c5 is not b, w or a dot`,
		"..B../...../...../...../..... b 7 8":     `"B" on c5 is not b, w or a dot`,
		"...../...../...../...../..... black 8 8": `the side to move is b or w, not "black"`,
		"...../...../...../...../..... - 8 8":     `the side to move is b or w, not "-"`,
		"...../...../...../...../..... b 8 7":     `white has 0 of 8 pawns on the board, so its hand is 8, not "7"`,
		"...../...../...../...../..... b 08 8":    `black has 0 of 8 pawns on the board, so its hand is 8, not "08"`,
		"bbbbb/bbbb./...../...../..... b -1 8":    `black has 9 pawns on the board, but only 8 in all`,
		"...../..b../...../...../..... w 7 8":     `a pawn is on the inner plate while others are still in hand`,
		"...../...../...../...../..... w 8 8":     `while placing, black and white take turns: with hands of 8 and 8 it cannot be white's`,
		"...../...../...../...../b.... b 7 8":     `while placing, black and white take turns: with hands of 7 and 8 it cannot be black's`,
		"...../...../...../...../w.... w 8 7":     `while placing, black and white take turns: with hands of 8 and 7 it cannot be white's`,
	} {
		_, err := parsePosition(text)
		require.ErrorContains(t, err, sentence, "%q", text)
	}
}

// TestTheSideAlternatesEvenAtTheEnd: the string of a finished game names the
// side that would be next.
func TestTheSideAlternatesEvenAtTheEnd(t *testing.T) {
	t.Parallel()
	p := play(t, read(t, "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0"), "cw")
	require.Equal(t, "bb.bw/ww.bw/...b./b..bw/ww.bw w 0 0", p.String())
	require.Equal(t, rules.None, p.Turn())
}

// TestAnEdgeLineKeepsItsAgeInPlay: two games reach the same string, and only
// in one of them the game is over.
func TestAnEdgeLineKeepsItsAgeInPlay(t *testing.T) {
	t.Parallel()
	made := play(t, read(t, "bwwww/b...w/b.w.w/b...w/.bbbb b 0 0"), "b1-a1")
	again := read(t, made.String())
	require.Equal(t, "black aligned", made.Outcome().String())
	require.Equal(t, "none", again.Outcome().String())
	require.NotEmpty(t, again.Legal())
	require.Equal(t, "none", play(t, again, "cw").Outcome().String(), "an old line does not win later")
}

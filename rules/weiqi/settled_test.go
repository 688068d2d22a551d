package weiqi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// drawn is a position of nine lines without komi, the side given to move: X is Black, O is White.
func drawn(t *testing.T, first rules.Side, picture string) position {
	t.Helper()
	b := layouts[9].usual()
	b.first, b.komi2 = first, 0
	rows := strings.Fields(picture)
	require.Len(t, rows, 9)
	for row, text := range rows {
		for column, stone := range text {
			if side := map[rune]rules.Side{'X': rules.Black, 'O': rules.White}[stone]; side != rules.None {
				b.put(side, 9*column+8-row)
			}
		}
	}
	require.NoError(t, b.check())
	return b.start()
}

// A side passes when all points are settled, and not as long as anything can be won or must be taken.
func TestConcluding(t *testing.T) {
	const settled = `
		.XXXXOOO.
		XXXXXOOOO
		X.XXXOOOO
		XXXXXOO.O
		XXXXXOOOO
		XXXXXOOOO
		XXXXXOOOO
		XXXXXOOOO
		XXXXXOOOO`
	with := func(rows ...string) string { // replaces rows from the third on
		picture := strings.Fields(settled)
		copy(picture[2:], rows)
		return strings.Join(picture, " ")
	}
	for name, c := range map[string]struct {
		picture      string
		black, white bool
	}{
		"two eyes each":         {settled, true, true},
		"room for six":          {with("X...XOOOO", "X...XOO.O"), true, true},
		"room for more":         {with("X...XOOOO", "X...XOO.O", "X..XXOOOO"), false, false},
		"dead stones":           {with("X..XXOOOO", "X.OXXOO.O"), false, true},
		"a point between both":  {with("X.XXXOOOO", "XXXX.OO.O"), false, false},
		"one eye and no second": {with("XXXXXOOOO"), false, false},
		"no stones at all":      {strings.Repeat("......... ", 9), false, false},
	} {
		for side, want := range map[rules.Side]bool{rules.Black: c.black, rules.White: c.white} {
			m, ok := drawn(t, side, c.picture).Concluding()
			require.Equal(t, want, ok, "%s, %s", name, side)
			if ok {
				require.Equal(t, rules.Move("pass"), m)
			}
		}
	}
}

// A side that is ahead, with komi, passes when the other has passed, whatever is on the board.
func TestConcludingAPass(t *testing.T) {
	for text, want := range map[string]bool{
		"e5,pass": true, "e5,e6,pass": true, "e5,e6,d5,f5,d4,pass": false, "e5": false, "-": false} {
		p, err := Small().ParsePosition(text)
		require.NoError(t, err)
		_, ok := p.(position).Concluding()
		require.Equal(t, want, ok, text)
	}
}

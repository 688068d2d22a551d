package rooya

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// acting has Black to act: a3 can step to a4, to b3 and from there to b4 or
// c3, and change places with the pawn on b4 by way of b3.
const acting = "bbwww/.w..w/b...w/bb..w/bbb.w b 0 0"

func TestParseReadsWhatPeopleType(t *testing.T) {
	t.Parallel()
	placing := read(t, start)
	for _, text := range []string{"a1", "A1", " a 1 ", "1. a1", "a1.", "A1!", "12) a1"} {
		m, err := placing.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, rules.Move("a1"), m, text)
	}
	for want, texts := range map[rules.Move][]string{
		"a3-a4": {"a3-a4", "A3-A4", "a3a4", "a3 a4", "a3 - a4", "a3->a4", "a3 → a4", "a3–a4", "a3 => a4", "17. a3-a4", "a 3 - a 4", "a3--a4,"},
		"a3-b3-c3": {"a3-b3-c3", "a3b3c3", "a3 b3 c3", "A3 B3-C3", "a3 -> b3 -> c3", "a3—b3—c3.",
			"20. a3-b3 c3"},
		"cw": {"cw", "CW", "Cw.", "clockwise", "Turn clockwise", "turn cw", "18. cw", "Horaire", "sens horaire", "orario", "im Uhrzeigersinn",
			"a quarter turn clockwise", "rotate clockwise", "un quart de tour horaire", "un quarto di giro in senso orario", "eine Vierteldrehung im Uhrzeigersinn"},
		"ccw": {"ccw", "CCW!", "anticlockwise", "Anti-clockwise", "counter clockwise", "counterclockwise", "acw", "turn ccw", "antihoraire", "anti-horaire", "Antiorario.", "Gegen den Uhrzeigersinn"},
		"180": {"180", "180.", "180°", "turn 180", "half turn", "Half-turn", "18. 180", "demi-tour", "demi tour", "Mezzo giro", "halbe Drehung", "a half turn", "un demi-tour", "eine halbe Drehung"},
	} {
		for _, text := range texts {
			m, err := read(t, acting).Parse(text)
			require.NoError(t, err, text)
			require.Equal(t, want, m, text)
		}
	}
}

func TestProseIsNoPly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "thanks", "see you in may", "I like a3", "a3 is mine", "a3-b3 wins", "b2b", "Bob", "x", "a", "7",
		"half a turn", "turn", "90", "360", "c w", "cw cw", "a1-", "-a1", "a1--", "a3x", "a3 x", "x a4", "a1 2", "a123", "p2008",
		"pass", "a3,a4", "a3/a4", "w...b/w..bb/ww..b/ww.bb/ww.bb w 0 0", "> a3-a4", "á3-a4",
	} {
		for _, position := range []string{start, acting, "wwwww/...../.w..w/bbbbb/wb.bb w 0 0"} {
			_, err := read(t, position).Parse(text)
			refusal, ok := errors.AsType[*rules.MoveError](err)
			require.True(t, ok, text)
			require.Equal(t, rules.Unreadable, refusal.Kind, text)
			require.Equal(t, text, refusal.Text)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const alignedRow = "wwwww/...../.w..w/bbbbb/wb.bb w 0 0"
	for _, c := range []struct {
		position, text, code, sentence string
		near                           []rules.Move
	}{
		{start, "f3", rules.CodeNoCell, "there is no cell f3 on this board", nil},
		{start, "a6", rules.CodeNoCell, "there is no cell a6 on this board", nil},
		{start, "a12", rules.CodeNoCell, "there is no cell a12 on this board", nil},
		{start, "a01", rules.CodeNoCell, "there is no cell a01 on this board", nil},
		{start, "c3", codeInnerPlate, "pawns are placed on the outer plate, and c3 is on the inner one", nil},
		{start, "a1-a2", codePlacing, "no pawn can move before all sixteen are placed; name one free cell of the outer plate", nil},
		{start, "cw", codePlacing, "the plate cannot turn before all sixteen pawns are placed", nil},
		{"...../...../...../...../b.... w 7 8", "a1", codeOccupied, "a1 is occupied; pawns are placed on free cells", nil},

		{acting, "a3", codePlaced,
			"all pawns are placed; a move names the cell that a pawn leaves and the cell that it reaches, such as a2-b2",
			[]rules.Move{"a3-a4", "a3-b3", "a3-b3-b4", "a3-b3-c3"}},
		{acting, "a3-f3", rules.CodeNoCell, "there is no cell f3 on this board", []rules.Move{"a3-a4", "a3-b3", "a3-b3-b4", "a3-b3-c3"}},
		{acting, "c3-c4", rules.CodeEmpty, "there is nothing on c3 to move", nil},
		{acting, "b4-b3", rules.CodeNotYours, "the piece on b4 is not yours", nil},
		{acting, "a3-a2", codeOwnPawn, "a2 holds a pawn of your own", []rules.Move{"a3-a4", "a3-b3", "a3-b3-b4", "a3-b3-c3"}},
		{acting, "a2-b2", codeOwnPawn, "b2 holds a pawn of your own", nil},
		{acting, "a3-b4", codeNotBeside, "b4 is not beside a3; a step goes one cell up, down, left or right", []rules.Move{"a3-b3-b4"}},
		{acting, "a3-c3", codeNotBeside, "c3 is not beside a3; a step goes one cell up, down, left or right", []rules.Move{"a3-b3-c3"}},
		{acting, "a3-a3", codeNotBeside, "a3 is not beside a3; a step goes one cell up, down, left or right", nil},
		{acting, "b2-b2-b3", codeNotBeside, "b2 is not beside b2; a step goes one cell up, down, left or right", []rules.Move{"b2-b3"}},
		{acting, "a3-a4-a5", codeSamePlate,
			"only a pawn that has changed plates may go on, and a3 and a4 are both on the outer plate", []rules.Move{"a3-a4"}},
		{acting, "b2-b3-b4", codeSamePlate,
			"only a pawn that has changed plates may go on, and b2 and b3 are both on the inner plate", []rules.Move{"b2-b3"}},
		{acting, "b5-b4-b3", codeExchangeEnds,
			"a pawn that changes places with another stops there, on b4", []rules.Move{"b5-b4"}},
		{acting, "a3-b3-a3", codePlateAgain,
			"the second step must stay on the inner plate, and a3 is on the outer one", []rules.Move{"a3-b3"}},
		{acting, "a3-b3-b2", codeOwnPawn, "b2 holds a pawn of your own", []rules.Move{"a3-b3"}},
		{acting, "a3-b3-d3", codeNotBeside,
			"d3 is not beside b3; a step goes one cell up, down, left or right", []rules.Move{"a3-b3"}},
		{acting, "a3-b3-c3-d3", codeTooLong,
			"a pawn takes two steps at most, and this would be 3", []rules.Move{"a3-b3", "a3-b3-c3"}},
		{acting, "b5xb4", codeNoCapture,
			"there is no capture in this game; pawns change places, and that is written b5-b4", []rules.Move{"b5-b4"}},
		{acting, "b5 x b4", codeNoCapture,
			"there is no capture in this game; pawns change places, and that is written b5-b4", []rules.Move{"b5-b4"}},
		{acting, "x3-x4", rules.CodeNoCell, "there is no cell x3 on this board", nil},

		{"bbwww/b.bbw/w...w/.b..w/..bbw b 0 0", "b2-a1", codeNotBeside,
			"a1 is not beside b2; a step goes one cell up, down, left or right", []rules.Move{"b2-a2-a1", "b2-b1-a1"}},
		{alignedRow, "b1-c1", rules.CodeOver, "the game is over", nil},
		{alignedRow, "cw", rules.CodeOver, "the game is over", nil},
		{alignedRow, "f9", rules.CodeOver, "the game is over", nil},
	} {
		t.Run(c.text, func(t *testing.T) {
			p := read(t, c.position)
			_, err := p.Parse(c.text)
			refusal, ok := errors.AsType[*rules.MoveError](err)
			require.True(t, ok)
			require.Equal(t, rules.Illegal, refusal.Kind)
			require.Equal(t, c.code, refusal.Code)
			require.Equal(t, c.sentence, refusal.Error())
			require.Equal(t, c.text, refusal.Text)
			if c.near != nil {
				require.Equal(t, c.near, refusal.Near)
			}
			require.LessOrEqual(t, len(refusal.Near), 5)
			require.Subset(t, append(p.Legal(), refusal.Near[:0]...), refusal.Near)
		})
	}
}

func TestPlayTakesCanonicalTextOnly(t *testing.T) {
	t.Parallel()
	for text, code := range map[rules.Move]string{
		"A3-A4":     rules.CodeNotCanonical,
		"a3 a4":     rules.CodeNotCanonical,
		"clockwise": rules.CodeNotCanonical,
		"a3-a2":     codeOwnPawn,
		"hello":     rules.CodeUnreadable,
	} {
		next, err := read(t, acting).Play(text)
		require.Nil(t, next)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok)
		require.Equal(t, code, refusal.Code, "%s", text)
		require.Equal(t, string(text), refusal.Text)
	}
}

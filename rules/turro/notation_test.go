package turro

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestParseAcceptsWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"d3-d4", "D3-D4", "d3d4", "d3 d4", "D3 - D4", "d3->d4", "d3 -> d4", "d3=>d4", "d3xd4", "D3 x D4", "d3×d4", "d3>d4", "d3–d4", "d3—d4", "d3→d4",
		"7. d3-d4", "7.d3-d4", "7) d3 d4", "12... d3-d4", "d3-d4.", "d3-d4!", " d3 -d4 ,", "d 3 - d 4", "d3\u00a0d4", "d3--d4", "d3- -d4",
	} {
		m, err := start().Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, rules.Move("d3-d4"), m, text)
	}
	p := read(t, "d1:B d7:W a3:b", "b 2+")
	for _, text := range []string{"pass", "Pass.", "PASS!", "8. pass", "passe", "Passe !", "PASSO", "8. passo."} {
		m, err := p.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, rules.Move("pass"), m, text)
	}
}

func TestProseIsNotAMove(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "thanks", "see you in may", "I pass", "pass the salt", "no", "ok", "7", "7.", "d", "d3 to the left", "d3-d4 and e3-e4",
		"d3-d4 d4-d5", "d3-", "-d4", "on d3-d4 I thought", "a1xx a2", "dd3-d4", "d3-d444", "d3-d4-d5", "d3/d4", "may 5", "b4 i go", "1-2",
		"> d3-d4", "h4", "resign",
	} {
		_, err := start().Parse(text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, text)
		require.Equal(t, rules.Unreadable, refusal.Kind, text)
		require.Equal(t, text, refusal.Text)
	}
	_, err := play(t, read(t, "d6:B a7:W", "b 1"), "d6-d7").Parse("thanks")
	require.Equal(t, rules.Unreadable, err.(*rules.MoveError).Kind, "prose is prose when the game is over, too")
}

func TestARefusalNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	open := read(t, "d1:B d7:W a3:wwb b4:wb c5:w d4:wwwb e5:bw f2:wwwwwwb a6:b b7:b", "b 1")
	over := play(t, read(t, "d6:B a7:W", "b 1"), "d6-d7").(position)
	for _, c := range []struct {
		p              position
		text           string
		code, sentence string
		near           string
	}{
		{start(), "d3-d9", rules.CodeNoCell, "there is no cell d9 on this board", "d3-c3 d3-d2 d3-d4 d3-e3 d3-c2"},
		{start(), "h1-a2", rules.CodeNoCell, "there is no cell h1 on this board", "a1-a2 a3-a2 b2-a2 b1-a2 b3-a2"},
		{start(), "z1 z22", rules.CodeNoCell, "there is no cell z1 on this board", ""},
		{start(), "e4-e5", rules.CodeEmpty, "there is nothing on e4 to move", ""},
		{start(), "e4-d4", rules.CodeEmpty, "there is nothing on e4 to move", "e3-d4 d3-d4 c3-d4"},
		{start(), "d5-d4", rules.CodeNotYours, "the piece on d5 is not yours", "d3-d4 c3-d4 e3-d4"},
		{start(), "d3-d3", codeSame, "a move cannot end on d3, where it begins", "d3-c3 d3-d2 d3-d4 d3-e3 d3-c2"},
		{start(), "d3-d5", codeOne, "a single stone moves one field, and from d3 to d5 it is two", "d3-d4 d3-c4 d3-e4 d3-c3 d3-e3"},
		{start(), "d3-e5", codeLine, "e5 is not in a straight line from d3", "d3-e4 d3-d4 d3-e3 d3-c4 d3-c3"},
		{start(), "d2-d1", codeOwnTurro, "on d1 stands your own Turro, on which you may not land", "d2-c1 d2-e1 d2-c2 d2-e2 d2-d3"},
		{start(), "pass", codePass, "you can pass only instead of the second of two moves, and this turn has one", ""},
		{read(t, "d1:B d7:W a3:bb", "b 2"), "pass", codePass, "only the second of your two moves can be declined; the first must be made", ""},
		{open, "b4-b5", codeDistance, "two fields are needed from a stack of two, and from b4 to b5 it is one", "b4-b6 b4-d4 b4-d6 b4-b2 b4-d2"},
		{open, "a3-a5", codeDistance, "three fields are needed from a stack of three, and from a3 to a5 it is two", "a3-a6 a3-d6 a3-d3"},
		{open, "d4-d5", codeFixed, "four fields are needed from a stack of four, and from d4 no line is so long", ""},
		{open, "f2-f3", codeFixed, "seven fields are needed from a stack of seven, and from f2 no line is so long", ""},
		{open, "e5-e4", codeUnder, "the stone on top of e5 is not yours, and yours under it is captured", ""},
		{over, "d7-d6", rules.CodeOver, "the game is over", ""},
		{over, "x1-d6", rules.CodeOver, "the game is over", ""},
		{over, "pass", rules.CodeOver, "the game is over", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, err := c.p.Parse(c.text)
			refusal, ok := errors.AsType[*rules.MoveError](err)
			require.True(t, ok)
			require.Equal(t, rules.Illegal, refusal.Kind)
			require.Equal(t, c.code, refusal.Code)
			require.Equal(t, c.sentence, refusal.Error())
			require.Equal(t, c.text, refusal.Text)
			require.Equal(t, c.near, strings.Trim(fmt.Sprint(refusal.Near), "[]"))
			for _, m := range refusal.Near {
				require.Contains(t, c.p.Legal(), m)
			}
		})
	}
}

func TestPlayTakesCanonicalTextOnly(t *testing.T) {
	t.Parallel()
	for text, sentence := range map[rules.Move]string{
		"D3-D4": `"D3-D4" is written d3-d4`,
		"d3d4":  `"d3d4" is written d3-d4`,
		"d3-d5": "a single stone moves one field, and from d3 to d5 it is two",
		"pass":  "you can pass only instead of the second of two moves, and this turn has one",
		"a1-a1": "a move cannot end on a1, where it begins",
	} {
		_, err := start().Play(text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, text)
		require.Equal(t, rules.Illegal, refusal.Kind, text)
		require.Equal(t, sentence, refusal.Error())
		require.Equal(t, string(text), refusal.Text)
	}
	_, err := start().Play("thanks")
	require.Equal(t, rules.Unreadable, err.(*rules.MoveError).Kind)
}

func TestOneFieldIsAskedWhichWay(t *testing.T) {
	t.Parallel()
	_, err := start().Parse("D4")
	refusal, ok := errors.AsType[*rules.MoveError](err)
	require.True(t, ok)
	require.Equal(t, rules.Unreadable, refusal.Kind)
	require.Equal(t, `"D4" is not a move of this game; a move looks like d3-d4, c3-d4 or e3-d4`, refusal.Error())
	require.Equal(t, []rules.Move{"d3-d4", "c3-d4", "e3-d4"}, refusal.Near)
}

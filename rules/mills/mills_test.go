package mills

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "d6", "D6 x A1", "7. d6-d7", "d6-d7xa1", "see you at d6", "bw...bb...w.w.wb........ w 0 0 3")
}

func at(t *testing.T, text string) position {
	p, err := read(text)
	require.NoError(t, err, text)
	return p
}

const moving = "bw...bb...w.w.wb........ w 0 0 3"

func TestParse(t *testing.T) {
	t.Parallel()
	mill := start
	for _, m := range []rules.Move{"d6", "a1", "b6", "g7"} {
		next, err := mill.Play(m)
		require.NoError(t, err)
		mill = next.(position)
	}
	for _, c := range []struct {
		p           position
		typed, want string
	}{
		{start, "d6", "d6"}, {start, "D6!", "d6"}, {start, "1. d6", "d6"}, {start, "d 6", "d6"},
		{mill, "f6xg7", "f6xg7"}, {mill, "f6-g7", "f6xg7"}, {mill, "F6 x G7", "f6xg7"}, {mill, "f6 g7", "f6xg7"}, {mill, "f6xa1", "f6xa1"},
		{at(t, moving), "d2-b2", "d2-b2"}, {at(t, moving), "d2b2", "d2-b2"}, {at(t, moving), "d2xb2", "d2-b2"},
	} {
		m, err := c.p.Parse(c.typed)
		require.NoError(t, err, c.typed)
		require.Equal(t, c.want, string(m))
	}
	for _, c := range []struct {
		p              position
		text, sentence string
		kind           rules.RefusalKind
	}{
		{start, "d4", "there is no cell d4 on this board", rules.Illegal},
		{start, "d6xa1", "that closes no mill, so nothing is taken", rules.Illegal},
		{start, "d6-d7-a1", "you still have pieces to place; write only the point, such as d7", rules.Illegal},
		{mill, "d6", "a piece stands on d6 already", rules.Illegal},
		{mill, "f6", "that closes a mill; please write which piece you take: f6xa1 or f6xg7", rules.Ambiguous},
		{mill, "f6xd6", "the piece on d6 cannot be taken", rules.Illegal},
		{at(t, moving), "b2", "all your pieces have been placed; write which one goes to b2", rules.Illegal},
		{at(t, moving), "g7-g4", "there is nothing on g7 to move", rules.Illegal},
		{at(t, moving), "a1-a4", "the piece on a1 is not yours", rules.Illegal},
		{at(t, moving), "d2-g7", "g7 is not the next point on a line from d2", rules.Illegal},
		{start, "hello", `"hello" is not a move of this game; a move looks like d6, d6-d7 or d6-d7xa1`, rules.Unreadable},
		{start, "see you at d6", `"see you at d6" is not a move of this game; a move looks like d6, d6-d7 or d6-d7xa1`, rules.Unreadable},
	} {
		_, err := c.p.Parse(c.text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, c.text)
		require.Equal(t, c.sentence, refusal.Error(), c.text)
		require.Equal(t, c.kind, refusal.Kind, c.text)
	}
}

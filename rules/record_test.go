package rules_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestRecordDrawsTheThirdOccurrence(t *testing.T) {
	t.Parallel()
	r, err := rules.Replay(rulestest.Tug(), []rules.Move{"l", "r", "l"})
	require.NoError(t, err)
	require.Equal(t, 2, r.Occurrences())
	require.False(t, r.Outcome().Over(), "a second occurrence goes on")
	require.NoError(t, r.Play("r"))
	require.Equal(t, 3, r.Occurrences())
	require.Equal(t, rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}, r.Outcome())
	require.Equal(t, rules.None, r.Turn())
	require.Empty(t, r.Legal())
	require.Error(t, r.Play("l"))
	_, err = r.Parse("l")
	require.Error(t, err)
	require.Equal(t, 4, r.Len(), "a refused ply is not recorded")
}

func TestReplayNumbersTheRefusedPly(t *testing.T) {
	t.Parallel()
	r, err := rules.Replay(rulestest.Tug(), []rules.Move{"l", "x"})
	require.ErrorContains(t, err, "ply 2, x: ")
	refusal, ok := errors.AsType[*rules.MoveError](err)
	require.True(t, ok)
	require.Equal(t, rules.Unreadable, refusal.Kind)
	require.Equal(t, 1, r.Len())
}

func TestClonesPartWays(t *testing.T) {
	t.Parallel()
	r, err := rules.Replay(rulestest.Tug(), []rules.Move{"l"})
	require.NoError(t, err)
	c := r.Clone()
	require.NoError(t, c.Play("r"))
	require.Equal(t, 1, r.Len())
	require.Equal(t, 1, r.Occurrences())
	require.Equal(t, 2, c.Occurrences())
}

// TestClonesOfALongGame plays on with the original, with clones of it and with
// what it was before: none sees another's plies.
func TestClonesOfALongGame(t *testing.T) {
	t.Parallel()
	r, err := rules.Replay(rulestest.Tug(), []rules.Move{"l", "r", "l"})
	require.NoError(t, err)
	before, short, other := r.Clone(), r.Until(1), r.Clone()
	require.NoError(t, r.Play("l"))
	require.NoError(t, short.Play("l"))
	require.NoError(t, other.Play("r"))
	require.Equal(t, []rules.Move{"l", "r", "l"}, before.Plies())
	require.Equal(t, []rules.Move{"l", "r", "l", "l"}, r.Plies())
	require.Equal(t, []rules.Move{"l", "l"}, short.Plies())
	require.Equal(t, []rules.Move{"l", "r", "l", "r"}, other.Plies())
	for _, c := range []*rules.Record{before, short, r, other} {
		again, err := rules.Replay(c.Game(), c.Plies())
		require.NoError(t, err)
		require.Equal(t, again.Position().String(), c.Position().String())
		require.Equal(t, again.Occurrences(), c.Occurrences())
	}
	require.Equal(t, 2, before.Occurrences())
	require.Equal(t, 3, other.Occurrences())
	require.Equal(t, 1, other.Until(1).Occurrences(), "what had not happened yet is not counted")
	require.Equal(t, 2, other.Until(2).Occurrences())
}

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"D3 - D4":      "d3 - d4",
		"d3–d4.":       "d3-d4",
		"d3—d4!":       "d3-d4",
		"d3->d4":       "d3-d4",
		"d3 → d4":      "d3 - d4",
		"d3 => d4":     "d3 - d4",
		"7. d3-d4":     "d3-d4",
		"12... d3-d4,": "d3-d4",
		"7.d3-d4":      "d3-d4",
		"7. ... d3-d4": "d3-d4",
		"7":            "7",
		"7.":           "7",
		"180":          "180",
		"d3\u00a0d4":   "d3 d4",
		"d3\u200bd4":   "d3d4",
		"d4×f6":        "d4xf6",
		"ｄ３－ｄ４":        "d3-d4",
		"b12co+":       "b12co+",
	} {
		require.Equal(t, want, rules.Clean(text), "%q", text)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	require.Equal(t, "", rules.JoinMoves(nil, "or"))
	require.Equal(t, "a", rules.JoinMoves([]rules.Move{"a"}, "or"))
	require.Equal(t, "a, b or c", rules.JoinMoves([]rules.Move{"a", "b", "c"}, "or"))
}

func TestFind(t *testing.T) {
	t.Parallel()
	games := []rules.Game{rulestest.Tug()}
	g, err := rules.Find(games, " TUG  of War ")
	require.NoError(t, err)
	require.Equal(t, "tug", g.Name)
	_, err = rules.Find(games, "chess")
	require.ErrorContains(t, err, "there are tug")
}

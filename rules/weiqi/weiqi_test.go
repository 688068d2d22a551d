package weiqi

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Small()) }

func TestWords(t *testing.T) { rulestest.CheckWords(t, Small()) }

func TestOracle(t *testing.T) { rulestest.CheckOracle(t, Small(), newPlain(9)) }

// The larger board differs in its size alone, so a few games are enough.
func TestMedium(t *testing.T) {
	g := Medium()
	var o rulestest.Oracle = newPlain(13)
	r, rng := rules.NewRecord(g), rand.New(rand.NewPCG(13, 13))
	most := 240
	if testing.Short() {
		most = 60
	}
	for r.Len() < most && !r.Outcome().Over() {
		legal := r.Legal()
		require.Equal(t, o.Plies(), legal)
		require.Equal(t, o.String(), r.Position().String())
		if r.Len()%20 == 0 {
			rulestest.CheckPosition(t, g, r.Position())
			rulestest.CheckTelling(t, g, r.Position())
			rulestest.CheckSymmetry(t, g, r.Position(), rng)
		}
		m := legal[rng.IntN(len(legal)-1)] // the last is the pass
		require.NoError(t, r.Play(m))
		o = o.After(m)
	}
}

// A game has an end, even if both sides fill and take for ever.
func TestAGameIsBounded(t *testing.T) {
	r, rng := rules.NewRecord(Small()), rand.New(rand.NewPCG(5, 5))
	for !r.Outcome().Over() {
		legal := r.Legal()
		require.NoError(t, r.Play(legal[rng.IntN(max(1, len(legal)-1))]))
	}
	require.LessOrEqual(t, r.Len(), turns*81)
	require.Less(t, len(r.Position().String()), 4*turns*81)
	require.Equal(t, "counted", r.Outcome().Reason)
}

// TestKo: a single stone is not taken back at once, but after a ply elsewhere it is; a stone never
// takes only itself; a chain may take itself if the board was never so.
func TestKo(t *testing.T) {
	at := func(text string) rules.Position {
		p, err := Small().ParsePosition(text)
		require.NoError(t, err)
		return p
	}
	const ko = "d5,e5,c4,f4,d3,e3,e4,d4"
	_, err := at(ko).Parse("e4")
	require.EqualError(t, err, "after e4 the board would be as it was before")
	_, err = at(ko + ",a1,a9").Parse("e4")
	require.NoError(t, err)
	_, err = at("a2,pass,b1").Parse("a1")
	require.EqualError(t, err, "after a1 the board would be as it was before")
	suicide := at("a3,a2,b2,pass,c1,b1,h8,a1")
	require.NotContains(t, suicide.Legal(), rules.Move("i1"))
	require.Contains(t, suicide.Legal(), rules.Move("a2"), "three white stones took themselves")
	require.Contains(t, suicide.Legal(), rules.Move("j9"), "the column after h is j")
}

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Small(), "E5", "1. e5!", "i5", "j9", "k10", "pass", "Passe", "d5,e5,c4,f4,d3,e3,e4,d4", "pass,pass")
}

package engine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/engine"
)

// largeList is a list as a LargeGraph.
type largeList struct{ list }

func (g largeList) AtOnce(s int64) bool { return slices.Contains(g.list[s], engine.EndWins) }

func (g largeList) Plies(s int64, see func(int64) bool) {
	for _, next := range g.list[s] {
		if !see(int64(next)) {
			return
		}
	}
}

func (g largeList) Before(s int64, to []int64) []int64 {
	for i, list := range g.list {
		for _, next := range list {
			if int64(next) == s {
				to = append(to, int64(i))
			}
		}
	}
	return to
}

// LargeSolver finds the same values as Solve with any number of workers.
func TestTheLargeSolverFindsTheSameValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 200 {
		g := make(list, 1+rng.IntN(90))
		for i := range g {
			for range 1 + rng.IntN(3) {
				g[i] = append(g[i], int32(rng.IntN(len(g)+1+n%2)-1-n%2))
			}
		}
		want, err := engine.Solve(g)
		require.NoError(t, err)
		work := &engine.LargeSolver{Game: "a list", States: int64(len(g)), Workers: 1 + n%3, New: func() engine.GeneratedGraph { return largeList{g} }}
		got, err := work.Run(t.Context())
		require.NoError(t, err)
		first := rng.IntN(len(g))
		var won, lost int
		for i, v := range want {
			sign := 0
			if v != engine.ValueDrawn {
				sign = 2*int(v%2) - 1
			}
			require.Equal(t, sign, got.Value(int64(i)), "state %d of %v", i, g)
			switch {
			case i < first:
			case sign > 0:
				won++
			case sign < 0:
				lost++
			}
		}
		w, l := got.Count(int64(first), int64(len(g)))
		require.Equal(t, []int{won, lost}, []int{w, l}, "from %d of %v", first, g)
	}
	// A ply may also win for the other side.
	g := list{{engine.EndLoses}, {0}, {engine.EndLoses, engine.EndDraws}}
	got, err := (&engine.LargeSolver{States: 3, New: func() engine.GeneratedGraph { return largeList{g} }}).Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{-1, 1, 0}, []int{got.Value(0), got.Value(1), got.Value(2)})
}

// A file that is damaged, truncated or of another game is refused, and OpenTable refuses one that
// is not finished.
func TestFilesOfTheLargeSolverAreChecked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	g := list{{engine.EndWins}, {0}, {1, engine.EndDraws}}
	work := func(game string) error {
		_, err := (&engine.LargeSolver{Game: game, States: 3, File: file, New: func() engine.GeneratedGraph { return largeList{g} }}).Run(t.Context())
		return err
	}
	require.NoError(t, work("a"))
	require.NoError(t, work("a"), "there is nothing left to do")
	require.NoFileExists(t, file+".new")
	require.ErrorContains(t, work("b"), "is of a with 3 states, and not of b with 3")
	s, err := engine.OpenTable(file, "a", 3)
	require.NoError(t, err)
	v, err := s.Value(1)
	require.NoError(t, err)
	require.Equal(t, -1, v)
	require.NoError(t, s.Close())

	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	for want, text := range map[string][]byte{
		"its checksum is another":    append(bytes.Clone(whole[:len(whole)-1]), 7),
		"ends before its table does": whole[:len(whole)-1],
		"it is no table of values":   []byte("a letter\n"),
	} {
		require.NoError(t, os.WriteFile(file, text, 0o644))
		require.ErrorContains(t, work("a"), want)
	}
	require.NoError(t, os.WriteFile(file, append(bytes.Clone(whole[:len(whole)-1]), 7), 0o644))
	_, err = engine.OpenTable(file, "a", 3)
	require.ErrorContains(t, err, "its checksum is another")
	for _, cut := range [][]byte{whole[:len(whole)-1], append(bytes.Clone(whole), 0)} {
		require.NoError(t, os.WriteFile(file, cut, 0o644))
		_, err = engine.OpenTable(file, "a", 3)
		require.ErrorContains(t, err, fmt.Sprintf("it has %d bytes, and should have %d", len(cut), len(whole)))
	}
	require.NoError(t, os.WriteFile(file, bytes.Replace(whole, []byte(`"Done":true`), []byte(`"Done":false`), 1), 0o644))
	_, err = engine.OpenTable(file, "a", 3)
	require.ErrorIs(t, err, engine.ErrUnfinished)
	require.NoError(t, work("a"))
}

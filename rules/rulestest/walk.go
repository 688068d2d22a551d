package rulestest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckWalk requires of a position that can be walked from that the walk sees what
// the position does, there and after each ply. Of another it requires nothing.
func CheckWalk(t testing.TB, p rules.Position) {
	walkable, ok := p.(rules.Walkable)
	if !ok {
		return
	}
	w := walkable.Walk()
	checkWalked(t, w, p)
	hash := w.Hash()
	plies := w.Plies(nil)
	var texts []rules.Move
	for _, ply := range plies {
		texts = append(texts, w.Text(ply))
	}
	for i, ply := range plies {
		next, err := p.Play(texts[i])
		require.NoError(t, err, "%s: %s", p, texts[i])
		w.Play(ply)
		checkWalked(t, w, next)
		if got := next.(rules.Walkable).Walk().Hash(); got != w.Hash() {
			require.Equal(t, got, w.Hash(), "%s: the hash after %s", p, texts[i])
		}
		w.Back()
	}
	require.Equal(t, hash, w.Hash(), "%s: back again", p)
	require.Equal(t, plies, w.Plies(nil), "%s: the same plies in the same order", p)
	slices.Sort(texts)
	require.Equal(t, p.Legal(), texts, "%s", p)
}

// checkWalked compares a walker with the position at which it is.
func checkWalked(t testing.TB, w rules.Walker, p rules.Position) {
	if w.Turn() != p.Turn() || w.Result() != p.Outcome().Result {
		require.Failf(t, "the walk is elsewhere", "%s: %s, %s", p, w.Turn(), w.Result())
	}
	if e, ok := w.(rules.Evaluator); ok && w.Turn() != rules.None {
		if v := e.Evaluate(); v < -20000 || v > 20000 {
			require.Failf(t, "beyond all", "%s: %d", p, v)
		}
	}
	if solved, ok := p.(rules.Solved); ok {
		if same, ok := w.(rules.Solved); !ok || same.Value() != solved.Value() {
			require.Failf(t, "the walk of a solved game has other values, or none", "%s", p)
		}
	}
	if q, ok := w.(rules.Patterned); ok && w.Turn() != rules.None {
		for _, n := range q.Patterns(nil) {
			if int(n) >= q.PatternKinds() {
				require.Failf(t, "no such pattern", "%s: %d", p, n)
			}
		}
	}
}

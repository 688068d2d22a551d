package rulestest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckWalk requires that a walk agrees with a Walkable position, and after each ply. Of other
// positions it checks only the evaluation.
func CheckWalk(t testing.TB, p rules.Position) {
	walkable, ok := p.(rules.Walkable)
	if !ok {
		checkEvaluation(t, p, p)
		return
	}
	w := walkable.Walk()
	weigh := weighing(w)
	checkWalked(t, w, p)
	weigh(t, p)
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
		weigh(t, next)
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

// weighing returns a function that requires of a PatternWeigher that its score agrees with its patterns. For
// other walkers it checks nothing.
func weighing(w rules.SearchWalker) func(t testing.TB, p rules.Position) {
	q, ok := w.(rules.PatternWeigher)
	if !ok {
		return func(testing.TB, rules.Position) {}
	}
	weights := &rules.Weights{Hidden: &rules.HiddenLayer{}}
	random := func(n, i, most int) int16 { return int16(rules.Mix(uint64(i), uint64(n))%uint64(2*most)) - int16(most) }
	var numbers [rules.HiddenUnits]int16
	for n := range q.PatternKinds() {
		weights.Worths = append(weights.Worths, random(n, -1, 1000))
		for i := range numbers {
			numbers[i] = random(n, i, rules.MostInput)
		}
		weights.Hidden.Inputs = append(weights.Hidden.Inputs, rules.NewUnits(&numbers))
	}
	weights.Hidden.Bias = rules.NewUnits(&numbers)
	for i := range numbers {
		weights.Hidden.Outputs[i] = random(-1, i, 200)
	}
	score := q.Weigh(weights)
	return func(t testing.TB, p rules.Position) {
		if w.Turn() == rules.None {
			return
		}
		want := weights.Evaluate(q.Patterns(nil))
		if got := score(); got != want {
			require.Failf(t, "other patterns are weighed than listed", "%s: %d, not %d", p, got, want)
		}
	}
}

// CheckWayBack plays and takes back plies chosen by choices, and compares the walk with walks that
// begin where it is.
func CheckWayBack(t testing.TB, p rules.Position, choices []byte) {
	walkable, ok := p.(rules.Walkable)
	if !ok {
		return
	}
	w := walkable.Walk()
	weigh := weighing(w)
	way := []rules.Position{p}
	for i, choice := range choices {
		p := way[len(way)-1]
		plies := w.Plies(nil)
		switch {
		case len(way) > 1 && (len(plies) == 0 || choice%4 == 3):
			w.Back()
			way = way[:len(way)-1]
		case len(plies) > 0:
			ply := plies[int(choice)*7%len(plies)]
			next, err := p.Play(w.Text(ply))
			require.NoError(t, err, p)
			w.Play(ply)
			way = append(way, next)
		}
		if i%3 > 0 {
			continue // values that are updated incrementally must also work if they are not read
		}
		p = way[len(way)-1]
		checkWalked(t, w, p)
		weigh(t, p)
		require.Equal(t, p.(rules.Walkable).Walk().Hash(), w.Hash(), "%s: the hash", p)
	}
}

// checkEvaluation checks the evaluation of a position by it or by its walker.
func checkEvaluation(t testing.TB, by any, p rules.Position) {
	if e, ok := by.(rules.Evaluator); ok && p.Turn() != rules.None {
		if v := e.Evaluate(); v < -20000 || v > 20000 {
			require.Failf(t, "beyond all", "%s: %d", p, v)
		}
	}
}

// checkWalked compares a walker with its position.
func checkWalked(t testing.TB, w rules.SearchWalker, p rules.Position) {
	if w.Turn() != p.Turn() || w.Result() != p.Outcome().Result {
		require.Failf(t, "the walk is elsewhere", "%s: %s, %s", p, w.Turn(), w.Result())
	}
	checkEvaluation(t, w, p)
	if solved, ok := p.(rules.Solved); ok {
		if same, ok := w.(rules.Solved); !ok || same.Value() != solved.Value() {
			require.Failf(t, "the walk of a solved game has other values, or none", "%s", p)
		}
	}
	if q, ok := w.(rules.Patterned); ok && w.Turn() != rules.None {
		patterns := q.Patterns(nil)
		if len(patterns) > rules.MostPatterns {
			require.Failf(t, "too many patterns", "%s: %d", p, len(patterns))
		}
		for _, n := range patterns {
			if int(n) >= q.PatternKinds() {
				require.Failf(t, "no such pattern", "%s: %d", p, n)
			}
		}
	}
	if q, ok := w.(rules.LoudLister); ok {
		want := slices.DeleteFunc(w.Plies(nil), func(p rules.PlyNumber) bool { return p.Hint() < rules.Loud })
		if got := q.Loud(nil); !slices.Equal(want, got) {
			require.Failf(t, "other plies are loud", "%s: %v, not %v", p, got, want)
		}
	}
}

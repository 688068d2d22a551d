package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"turnpost/rules"
)

// MCTS is Monte Carlo tree search with a solver (Winands, Björnsson and Saito, 2008): UCT that
// propagates proven results. Leaves are judged by the evaluation, not by random play, if there is
// one.
type MCTS struct{}

// Name is "mcts".
func (MCTS) Name() string { return "mcts" }

const (
	// exploration is the constant of UCT.
	exploration = 0.45
)

// node is a position in the tree, reached by ply.
type node struct {
	ply rules.PlyNumber
	// proven is the result with perfect play, if it is known.
	proven rules.Result
	// first and count are the children, which are consecutive; count 0: a leaf.
	first, count int32
	visits       int32
	black        float64 // the sum of Black's results of the visits, each 0 to 1
}

// tree is the state of one search.
type tree struct {
	w        rules.SearchWalker
	evaluate func() int
	rng      *rand.Rand
	nodes    []node
	reached  int
	path     []uint64
	began    int
	plies    []rules.PlyNumber
	way      []int32 // from the root to the leaf
}

// Think implements Player. It grows a tree until the budget is spent or the root is proven. All plies
// of a position are added to the tree at once, so it may reach as many positions more.
func (MCTS) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	if r.Outcome().Over() {
		return Thought{}, ErrOver
	}
	t := &tree{rng: newRand(b.Seed, 1), nodes: make([]node, 1, 1024)}
	t.w, t.path = walk(r)
	t.began = len(t.path) - 1
	t.evaluate = evaluation(t.w, Evaluation{})
	me := t.w.Turn()
	t.expand(0)
	for t.reached < b.Nodes && t.nodes[0].proven == rules.Undecided && (t.reached%64 > 0 || ctx.Err() == nil) {
		t.grow()
	}
	return t.thought(me), nil
}

// thought is the result of the search.
func (t *tree) thought(me rules.Side) Thought {
	result := Thought{Nodes: t.reached}
	at := int32(0)
	for t.nodes[at].count > 0 {
		at = t.chosen(at, t.w.Turn())
		p := t.nodes[at].ply
		result.Line = append(result.Line, t.w.Text(p))
		t.w.Play(p)
		if len(result.Line) == 1 {
			result.Score = t.score(at, me)
		}
	}
	for range result.Line {
		t.w.Back()
	}
	result.Move, result.Depth = result.Line[0], len(result.Line)
	return result
}

// score is a node's mean as a score. A proven win has no length.
func (t *tree) score(at int32, me rules.Side) int {
	n := &t.nodes[at]
	if n.proven != rules.Undecided {
		return sign(n.proven, me) * 20000
	}
	p := 0.5
	if n.visits > 0 {
		p = n.black / float64(n.visits)
	}
	if me == rules.White {
		p = 1 - p
	}
	p = max(1e-6, min(p, 1-1e-6))
	return clamp(int(DefaultSlope*math.Log(p/(1-p))), 19999)
}

// chosen is the child to be played: a proven win, or otherwise the most visited child that is not lost.
func (t *tree) chosen(at int32, me rules.Side) int32 {
	n := &t.nodes[at]
	best, bestRank := n.first, math.Inf(-1)
	for i := n.first; i < n.first+n.count; i++ {
		c := &t.nodes[i]
		rank := float64(c.visits) + t.mean(c, me)/2
		rank += float64(sign(c.proven, me)) * 1e9
		if rank > bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}

// mean is the average result for me of the visits to a node.
func (t *tree) mean(n *node, me rules.Side) float64 {
	m := 0.5
	switch {
	case n.proven != rules.Undecided:
		return float64(sign(n.proven, me)+1) / 2
	case n.visits > 0:
		m = n.black / float64(n.visits)
	}
	if me == rules.White {
		m = 1 - m
	}
	return m
}

// grow goes from the root to a leaf, expands and judges it, and updates the nodes on the way.
func (t *tree) grow() {
	t.way = append(t.way[:0], 0)
	at := int32(0)
	result, black := rules.Undecided, 0.5
	for {
		n := &t.nodes[at]
		if n.proven != rules.Undecided {
			result = n.proven
			break
		}
		if n.count == 0 {
			black = t.judge()
			t.expand(at)
			result = t.nodes[at].proven
			break
		}
		at = t.selected(at, t.w.Turn())
		t.w.Play(t.nodes[at].ply)
		t.way = append(t.way, at)
		hash := t.w.Hash()
		if t.nodes[at].proven == rules.Undecided && t.repeats(hash) {
			// A draw by this path only, so it is not proven.
			t.reached++
			t.path = append(t.path, hash)
			break
		}
		t.path = append(t.path, hash)
	}
	switch result {
	case rules.BlackWins:
		black = 1
	case rules.WhiteWins:
		black = 0
	case rules.Draw:
		black = 0.5
	}
	for i := len(t.way) - 1; i >= 0; i-- {
		n := &t.nodes[t.way[i]]
		n.visits++
		n.black += black
		if i > 0 {
			t.w.Back()
			t.path = t.path[:len(t.path)-1]
			t.prove(t.way[i-1], t.w.Turn())
		}
	}
}

// judge is the expected result for Black in the present position, 0 to 1.
func (t *tree) judge() float64 {
	p := 1 / (1 + math.Exp(-float64(t.evaluate())/DefaultSlope))
	if t.w.Turn() == rules.White {
		return 1 - p
	}
	return p
}

// expand adds the children of a leaf, and proves those that end the game. Each child counts as a node.
func (t *tree) expand(at int32) {
	t.plies = t.w.Plies(t.plies[:0])
	t.rng.Shuffle(len(t.plies), func(i, j int) { t.plies[i], t.plies[j] = t.plies[j], t.plies[i] })
	byHint(t.plies)
	first := int32(len(t.nodes))
	for _, p := range t.plies {
		t.w.Play(p)
		t.reached++
		t.nodes = append(t.nodes, node{ply: p, proven: t.w.Result()})
		t.w.Back()
	}
	t.nodes[at].first, t.nodes[at].count = first, int32(len(t.plies))
	t.prove(at, t.w.Turn())
}

// prove proves a node if a child is a win for me, or if all children are proven.
func (t *tree) prove(at int32, me rules.Side) {
	n := &t.nodes[at]
	if n.proven != rules.Undecided {
		return
	}
	best, open := -1, false
	for _, c := range t.nodes[n.first : n.first+n.count] {
		if c.proven == rules.Undecided {
			open = true
			continue
		}
		best = max(best, sign(c.proven, me))
	}
	switch {
	case best > 0:
		n.proven = rules.Wins(me)
	case open:
	case best < 0:
		n.proven = rules.Wins(me.Opponent())
	default:
		n.proven = rules.Draw
	}
}

// selected is the child to be visited: that with the highest upper confidence bound. A child
// without visits has the mean of its parent, and hints add a little.
func (t *tree) selected(at int32, me rules.Side) int32 {
	n := &t.nodes[at]
	parent := t.mean(n, me)
	log := math.Log(float64(n.visits + 1))
	best, bestBound := n.first, math.Inf(-1)
	for i := n.first; i < n.first+n.count; i++ {
		c := &t.nodes[i]
		if c.proven != rules.Undecided && sign(c.proven, me) < 0 {
			continue
		}
		mean := parent
		if c.visits > 0 || c.proven != rules.Undecided {
			mean = t.mean(c, me)
		}
		bound := mean + exploration*math.Sqrt(log/float64(c.visits+1)) + float64(c.ply.Hint())/1024/float64(c.visits+1)
		if bound > bestBound {
			best, bestBound = i, bound
		}
	}
	return best
}

// repeats reports whether a state is drawn by repetition: for the third time in the game, or for
// the second time in the tree.
func (t *tree) repeats(hash uint64) bool {
	if slices.Contains(t.path[t.began+1:], hash) {
		return true
	}
	before := 0
	for _, h := range t.path[:t.began+1] {
		if h == hash {
			before++
		}
	}
	return before >= rules.Drawn-1
}

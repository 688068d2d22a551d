package engine

import (
	"context"
	"math/bits"
	"slices"

	"turnpost/rules"
)

// PVS is principal variation search with iterative deepening, a transposition table, killers and a
// history for the order of plies, reductions of late quiet plies, and a quiescence search of loud
// ones.
type PVS struct {
	// MostDepth is the greatest depth in plies; 0: no limit.
	MostDepth int
	// TableBits is the binary logarithm of the number of entries of the table, 16 bytes each;
	// 0: chosen by the budget.
	TableBits int
	// Blind is the probability that a ply is overlooked, in 1024ths; its square for a ply that
	// takes or wins at once. It is always the same ply in the same state, and at least one ply
	// of a state is seen.
	Blind int
	// Exact plays only plies that keep the value of a solved game, repetition counted, and wins
	// as fast and loses as late as possible. Among plies that draw, the search chooses between those
	// after which most replies lose. Look-ups do not count as nodes. The walk must be rules.Solved.
	Exact bool
	// Hardest, of a player that is Exact, plays the draw that is hardest to hold.
	Hardest bool
	// Choosy searches late plies less deeply, at the root and next to the leaves as well, and
	// leaves out those next to the leaves that hardly change the result. So it searches the
	// other plies more deeply.
	Choosy bool
	// Evaluation is the evaluation.
	Evaluation Evaluation

	// plain searches all plies alike, and uses only results of the same depth from the table, so
	// that the score is that of minimax: for tests.
	plain bool
}

// deepest is the greatest distance from the root in plies.
const deepest = 60

// Name is "pvs", "hand" with the hand-written evaluation, or "choosy".
func (e PVS) Name() string {
	switch {
	case e.Evaluation.Hand:
		return "hand"
	case e.Choosy:
		return "choosy"
	}
	return "pvs"
}

// Think implements Player. It searches until the budget is spent.
func (e PVS) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	if r.Outcome().Over() {
		return Thought{}, ErrOver
	}
	if ctx.Err() != nil {
		b.Nodes = 1 // without the time for a large table
	}
	s := newSearch(ctx, r, b, e)
	s.order.sight = sight{uint32(clamp(e.Blind, 1023)), b.Seed}
	if e.Exact {
		s.keepValue(r, e.Hardest)
	} else {
		s.root = s.order.sight.seen(s.root, s.path[s.began])
	}
	best := s.thought(s.root[0], 0, 0)
	most := deepest
	if e.MostDepth > 0 {
		most = min(most, e.MostDepth)
	}
	for depth := 1; depth <= most; depth++ {
		score, done := s.iterate(depth)
		if !done {
			break
		}
		best = s.thought(s.root[0], score, depth)
		if n, ok := best.Plies(); ok && n <= depth {
			break // a shorter one was not found
		}
	}
	best.Nodes = s.nodes
	return best, nil
}

// search is the state of one search.
type search struct {
	w        rules.SearchWalker
	louder   rules.LoudLister // the walker, if it is one
	evaluate func() int
	ctx      context.Context

	nodes, most int
	stopped     bool

	table  table
	order  order
	choosy bool
	plain  bool
	slope  int   // of the game
	scores []int // of the root's plies in the present iteration
	// path is the hashes of the states of the game, up to path[began], and then of the
	// search.
	path  []uint64
	began int

	root  []rules.PlyNumber
	lists [deepest + 1][]rules.PlyNumber
}

func newSearch(ctx context.Context, r *rules.Record, b Budget, e PVS) *search {
	s := &search{ctx: ctx, most: max(b.Nodes, 1), choosy: e.Choosy, plain: e.plain}
	s.w, s.path = walk(r)
	s.began = len(s.path) - 1
	s.louder, _ = s.w.(rules.LoudLister)
	s.evaluate = evaluation(s.w, e.Evaluation)
	s.slope = int(Slope(r.Game()))
	s.table = newTable(e.TableBits, s.most)
	s.root = s.w.Plies(nil)
	// The seed decides between equal plies.
	rng := newRand(b.Seed, 0)
	rng.Shuffle(len(s.root), func(i, j int) { s.root[i], s.root[j] = s.root[j], s.root[i] })
	slices.SortStableFunc(s.root, func(a, b rules.PlyNumber) int { return int(b.Hint()) - int(a.Hint()) })
	return s
}

// thought is the result of the search.
func (s *search) thought(p rules.PlyNumber, score, depth int) Thought {
	return Thought{Move: s.w.Text(p), Score: score, Depth: depth, Line: s.line(p, depth)}
}

// iterate searches to a depth and puts the best ply of the root first. It reports whether it
// finished; if not, the root is unchanged.
func (s *search) iterate(depth int) (score int, done bool) {
	me := s.w.Turn()
	best, at := -Won, 0
	s.scores = s.scores[:0]
	for i, p := range s.root {
		s.w.Play(p)
		var v int
		switch {
		case i == 0:
			v = s.child(me, depth-1, -Won, Won, 1)
		case s.choosy:
			v = s.try(me, p, i, depth-1, best, Won, 1)
		default:
			if v = s.child(me, depth-1, best, best+1, 1); v > best {
				v = s.child(me, depth-1, best, Won, 1)
			}
		}
		s.w.Back()
		if s.stopped {
			return 0, false
		}
		s.scores = append(s.scores, v)
		if v > best || i == 0 {
			best, at = v, i
		}
	}
	if s.choosy {
		s.scores[at] = Won + 1
		s.order.byScore(s.root, s.scores)
		return best, true
	}
	p := s.root[at]
	copy(s.root[1:at+1], s.root[:at])
	s.root[0] = p
	return best, true
}

// spent counts a node, or reports that none is left.
func (s *search) spent() bool {
	if s.nodes >= s.most || s.nodes%1024 == 1023 && s.ctx.Err() != nil {
		s.stopped = true
		return true
	}
	s.nodes++
	return false
}

// child is the score for me of the position after me's ply, ply plies from the root.
func (s *search) child(me rules.Side, depth, alpha, beta, ply int) int {
	if s.spent() {
		return 0
	}
	if r := s.w.Result(); r != rules.Undecided {
		return sign(r, me) * (Won - ply)
	}
	hash := s.w.Hash()
	if s.repeats(hash) {
		return 0
	}
	s.path = append(s.path, hash)
	var v int
	if s.w.Turn() == me {
		v = s.value(hash, me, depth, alpha, beta, ply)
	} else {
		v = -s.value(hash, me.Opponent(), depth, -beta, -alpha, ply)
	}
	s.path = s.path[:len(s.path)-1]
	return v
}

// repeats reports whether a state is drawn by repetition: for the third time in the game, or for
// the second time in the search.
func (s *search) repeats(hash uint64) bool {
	for _, h := range s.path[s.began+1:] {
		if h == hash {
			return true
		}
	}
	return s.before(hash) >= rules.Drawn-1
}

// before is how often a state has arisen in the game before the search.
func (s *search) before(hash uint64) (times int) {
	for _, h := range s.path[:s.began+1] {
		if h == hash {
			times++
		}
	}
	return times
}

// value is the score of the present position for the side to move.
func (s *search) value(hash uint64, me rules.Side, depth, alpha, beta, ply int) int {
	if depth <= 0 || ply >= deepest {
		return s.quiet(me, 0, alpha, beta, ply)
	}
	found, ok := s.table.find(hash)
	if ok && !(s.plain && int(found.depth) > depth) {
		if v, ok := found.cut(depth, alpha, beta, ply); ok {
			return v
		}
	}
	if s.choosy && !ok && depth >= 3 {
		depth-- // the order of the plies is poor; when the position comes again, the table has its best
	}
	standing, prunes := 0, s.prunes(depth, alpha, beta)
	if prunes {
		if standing = s.evaluate(); standing-depth*s.slope*3/10 >= beta {
			return standing // the side to move hardly loses so much
		}
	}
	list := s.w.Plies(s.lists[ply][:0])
	s.lists[ply] = list
	list = s.order.sight.seen(list, hash)
	s.order.sort(list, found.ply, me, ply)
	best, bestPly, limit := -Won, list[0], alpha
	for i, p := range list {
		if prunes && i > 0 && best > -Decided && p.Hint() < rules.Loud &&
			(i >= 12+8*depth*depth || depth <= 2 && standing+(1+depth)*s.slope*2/9 <= alpha) {
			best = max(best, alpha) // as far as is known: the plies that are left are quiet, too
			break
		}
		s.w.Play(p)
		v := s.try(me, p, i, depth-1, limit, beta, ply+1)
		s.w.Back()
		if s.stopped {
			return 0
		}
		if v > best {
			best, bestPly = v, p
		}
		limit = max(limit, v)
		if limit >= beta {
			s.order.cut(p, me, depth, ply)
			break
		}
	}
	s.table.store(hash, bestPly, depth, best, alpha, beta, ply)
	return best
}

// prunes reports whether a choosy search may leave out plies, or the whole position, by its evaluation:
// next to the leaves, if only one score is tested, and it is not that of a won or lost game.
func (s *search) prunes(depth, alpha, beta int) bool {
	return s.choosy && depth <= 3 && beta == alpha+1 && alpha > -Decided && beta < Decided
}

// try searches the i-th ply, which has just been played: the first with the full window, the others
// with a null window first, and late quiet ones less deeply at first.
func (s *search) try(me rules.Side, p rules.PlyNumber, i, depth, alpha, beta, ply int) int {
	if i == 0 {
		return s.child(me, depth, alpha, beta, ply)
	}
	less := 0
	if p.Hint() < rules.Loud && !s.order.isKiller(p, ply-1) {
		less = s.less(i, depth)
	}
	v := s.child(me, depth-less, alpha, alpha+1, ply)
	if v > alpha && less > 0 && !s.stopped {
		v = s.child(me, depth, alpha, alpha+1, ply)
	}
	if v > alpha && v < beta && !s.stopped {
		v = s.child(me, depth, alpha, beta, ply)
	}
	return v
}

// less is the reduction of depth of the i-th ply.
func (s *search) less(i, depth int) int {
	switch {
	case s.plain:
		return 0
	case s.choosy && i >= 3 && depth >= 1:
		return min(max(1, bits.Len(uint(depth))*bits.Len(uint(i))/4), depth)
	case s.choosy, i < 4, depth < 2:
		return 0
	case i >= 12 && depth >= 4:
		return 2
	}
	return 1
}

// line is the expected line of the table after a ply of the root, up to a repetition.
func (s *search) line(p rules.PlyNumber, depth int) []rules.Move {
	var line []rules.Move
	played := 0
	for {
		line = append(line, s.w.Text(p))
		s.w.Play(p)
		played++
		if played >= max(depth, 1) {
			break
		}
		hash := s.w.Hash()
		found, ok := s.table.find(hash)
		if !ok || s.repeats(hash) || !slices.Contains(s.w.Plies(nil), found.ply) {
			break
		}
		s.path = append(s.path, hash)
		p = found.ply
	}
	s.path = s.path[:s.began+1]
	for range played {
		s.w.Back()
	}
	return line
}

// quiet is the score of a position at the end of the search: its evaluation, or the score after
// loud plies.
func (s *search) quiet(me rules.Side, deep, alpha, beta, ply int) int {
	best := s.evaluate()
	if best >= beta || deep >= 8 || ply >= deepest {
		return best
	}
	list := s.loud(s.lists[ply][:0])
	s.lists[ply] = list
	if n := len(list); n > 1 {
		list = s.order.sight.seen(list, uint64(n)) // n in place of a hash
	}
	byHint(list)
	for _, p := range list {
		s.w.Play(p)
		v := s.quietChild(me, deep+1, max(alpha, best), beta, ply+1)
		s.w.Back()
		if s.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

// loud appends the loud plies of the position.
func (s *search) loud(list []rules.PlyNumber) []rules.PlyNumber {
	if s.louder != nil {
		return s.louder.Loud(list)
	}
	return slices.DeleteFunc(s.w.Plies(list), func(p rules.PlyNumber) bool { return p.Hint() < rules.Loud })
}

// quietChild is child in the quiescence search, which does not check repetition.
func (s *search) quietChild(me rules.Side, deep, alpha, beta, ply int) int {
	if s.spent() {
		return 0
	}
	if r := s.w.Result(); r != rules.Undecided {
		return sign(r, me) * (Won - ply)
	}
	if s.w.Turn() == me {
		return s.quiet(me, deep, alpha, beta, ply)
	}
	return -s.quiet(me.Opponent(), deep, -beta, -alpha, ply)
}

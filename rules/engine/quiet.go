package engine

import (
	"slices"

	"turnpost/rules"
)

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
func (s *search) loud(list []rules.Ply) []rules.Ply {
	if s.louder != nil {
		return s.louder.Loud(list)
	}
	return slices.DeleteFunc(s.w.Plies(list), func(p rules.Ply) bool { return p.Hint() < rules.Loud })
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

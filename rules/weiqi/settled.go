package weiqi

import "turnpost/rules"

// noRoom is the most points of a region within chains that live in which no other chain can live: the
// smallest that has two eyes, in a corner, needs seven.
const noRoom = 6

// Concluding implements rules.PassFinder: a pass, if it wins at once, or if no point is left that either side
// could still make its own.
func (p position) Concluding() (rules.Move, bool) {
	if p.over() {
		return "", false
	}
	black, white := p.area()
	ahead := 2*black - 2*white - p.komi2
	if p.passed() && ahead*sign(p.toMove()) > 0 {
		return passText, true
	}
	return passText, p.settled()
}

// settled reports whether each empty point is in a safe region of one side. A safe region of the side to
// move must hold no stones of the other, which it would have to take before the points are counted.
func (s *state) settled() bool {
	own, other := s.safe(s.toMove()), s.safe(s.toMove().Opponent())
	for i := range s.points {
		switch {
		case s.stones[i] == rules.None && !own[i] && !other[i], s.stones[i] == s.toMove().Opponent() && own[i]:
			return false
		}
	}
	return true
}

// region is points that are connected and hold no stones of one side.
type region struct {
	points []uint8
	beside map[int]bool // the chains of that side, each by its first point: whether all empty points touch it
	open   bool         // a chain beside it may be taken
}

// safe marks the points of the regions that a side need not defend: those within its chains that live
// whatever the other side does (D. B. Benson, Life in the Game of Go, 1976), if no other chain can live there.
func (s *state) safe(side rules.Side) (marked [most]bool) {
	var chainOf [most]int // the first point of the chain, plus one
	var seen [most]bool
	for i := range s.points {
		if s.stones[i] == side && !seen[i] {
			stones, _ := s.chain(i, &seen, nil)
			for _, at := range stones {
				chainOf[at] = i + 1
			}
		}
	}
	var regions []*region
	for i := range s.points {
		if s.stones[i] != side && !seen[i] {
			regions = append(regions, s.region(i, side, &seen, &chainOf))
		}
	}
	// A chain lives if it has two regions all of whose empty points touch it, and whose other chains live.
	for again := true; again; {
		again = false
		eyes := map[int]int{}
		for _, r := range regions {
			for chain, touched := range r.beside {
				if touched && !r.open {
					eyes[chain]++
				}
			}
		}
		for _, r := range regions {
			for chain := range r.beside {
				if eyes[chain] < 2 && !r.open {
					r.open, again = true, true
				}
			}
		}
	}
	for _, r := range regions {
		eye := len(r.points) <= noRoom
		for _, touched := range r.beside {
			eye = eye || touched
		}
		for _, at := range r.points {
			marked[at] = eye && !r.open && len(r.beside) > 0
		}
	}
	return marked
}

// region returns the region of a point for a side.
func (s *state) region(from int, side rules.Side, seen *[most]bool, chainOf *[most]int) *region {
	r := &region{points: []uint8{uint8(from)}, beside: map[int]bool{}}
	seen[from] = true
	empty, touches := 0, map[int]int{}
	for n := 0; n < len(r.points); n++ {
		at := r.points[n]
		touched := map[int]bool{}
		for _, next := range s.beside[at] {
			if s.stones[next] == side {
				touched[chainOf[next]] = true
			} else if !seen[next] {
				seen[next] = true
				r.points = append(r.points, next)
			}
		}
		if s.stones[at] == rules.None {
			empty++
		}
		for chain := range touched {
			r.beside[chain] = false
			if s.stones[at] == rules.None {
				touches[chain]++
			}
		}
	}
	for chain := range r.beside {
		r.beside[chain] = touches[chain] == empty
	}
	return r
}

package tourrosa

// A turn is played on the value itself: whoever needs the state before it
// copies the value first.

// mover is what moves during a turn: some pieces, held above the board, on
// their way along the line.
type mover struct {
	*state
	sign     int8  // of the mover's own stacks
	at       place // where it stands
	hand     int8  // how many pieces it holds
	captures bool
}

// choose plays the ply of the side to move, whose stack must stand on its cell,
// and reports where the movers ended and whether the board has changed; if not,
// the ply is not legal.
func (s *state) choose(p ply) (end cell, changed bool) {
	if p == pass {
		s.passes++
		s.side = s.side.Opponent()
		return 0, true
	}
	m := mover{state: s, sign: sign(s.side), at: p.place()}
	from := p.from()
	taken := m.take(from, p.stacking())
	if p.stacking() {
		m.gather()
		m.slide()
	} else {
		m.sow()
	}
	// Every turn ends alike: what still moves is put down where it stands.
	end = rose.cell[m.at]
	s.cells[end] += m.sign * m.hand
	s.passes = 0
	s.side = s.side.Opponent()
	// The board is as it was only if the very pieces that were taken have come
	// back whole, with none dropped or gathered on the way, and took nothing.
	return end, m.captures || end != from || m.hand != taken
}

// take lifts the top piece, to stack, or the whole stack, to sow.
func (m *mover) take(from cell, stacking bool) int8 {
	m.hand = 1
	if !stacking {
		m.hand = m.cells[from] * m.sign
	}
	m.cells[from] -= m.hand * m.sign
	return m.hand
}

// sow drops one piece on each cell reached. The last one falls too and then
// slides on alone, which is to say that it is not dropped at all.
func (m *mover) sow() {
	for m.step() && !m.cleared() {
		if m.hand == 1 {
			m.slide()
			return
		}
		m.cells[rose.cell[m.at]] += m.sign
		m.hand--
	}
}

// gather takes the top piece of each own stack, one after the other, up to an
// empty or an enemy cell. It never jumps. It may come round to a stack that it
// has been to: what is left there is an own stack like any other.
func (m *mover) gather() {
	for {
		next := m.at.next()
		c := rose.cell[next]
		if m.cells[c]*m.sign <= 0 {
			return
		}
		m.cells[c] -= m.sign
		m.hand++
		m.at = next
	}
}

// slide goes on over empty cells and over the enemy stacks that it can jump, up
// to the first own stack, on which it ends.
func (m *mover) slide() {
	for {
		next := m.at.next()
		v := m.cells[rose.cell[next]]
		for v == 0 {
			m.at, next = next, next.next()
			v = m.cells[rose.cell[next]]
		}
		v *= m.sign
		if v > 0 {
			m.at = next
			return
		}
		if !m.jump(next, -v) || m.cleared() {
			return
		}
	}
}

// step goes on to the next cell, empty or own, or jumps the enemy there. It
// reports whether it could.
func (m *mover) step() bool {
	next := m.at.next()
	v := m.cells[rose.cell[next]] * m.sign
	if v < 0 {
		return m.jump(next, -v)
	}
	m.at = next
	return true
}

// jump removes the enemy's stack, so many pieces high, at the place over and
// lands behind it: the cell there must be empty and the movers as many.
func (m *mover) jump(over place, height int8) bool {
	behind := over.next()
	if m.hand < height || m.cells[rose.cell[behind]] != 0 {
		return false
	}
	m.cells[rose.cell[over]] = 0
	m.pieces[index(-m.sign)] -= uint8(height)
	m.captures = true
	m.at = behind
	return true
}

// cleared reports whether the last enemy piece is gone, which ends the turn on
// the landing cell.
func (m *mover) cleared() bool { return m.pieces[index(-m.sign)] == 0 }

package tourrosa

// A turn is played on the state itself: callers that need the state before it copy it first.

// mover is the pieces that move along the line during a turn, held above the board.
type mover struct {
	*state
	sign     int8  // of the mover's own stacks
	at       place // where it is
	hand     int8  // the number of pieces
	captures bool
}

// choose plays a ply of the side to move, whose stack must be on its cell. It returns where the movers
// ended, and whether the board has changed; if it has not, the ply is not legal.
func (s *state) choose(p ply) (end place, changed bool) {
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
	// Every turn ends by putting down the pieces in hand.
	c := rose.cell[m.at]
	s.cells[c] += m.sign * m.hand
	s.passes = 0
	s.side = s.side.Opponent()
	// The board is unchanged only if the pieces that were taken have all come back, with none
	// dropped, gathered or captured on the way.
	return m.at, m.captures || c != from || m.hand != taken
}

// take lifts the top piece to stack, or the whole stack to sow.
func (m *mover) take(from cell, stacking bool) int8 {
	m.hand = 1
	if !stacking {
		m.hand = m.cells[from] * m.sign
	}
	m.cells[from] -= m.hand * m.sign
	return m.hand
}

// sow drops one piece on each cell that it reaches. The last piece is not dropped, but slides on.
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

// gather takes the top piece of each own stack in turn, up to an empty or an enemy cell. It never
// jumps. It may come again to a stack that it has visited, which counts as any own stack.
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

// slide goes on over empty cells and over enemy stacks that it can jump, up to the first own stack, on
// which it ends.
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

// step goes to the next cell if that is empty or own, or jumps the enemy there. It reports whether it
// could.
func (m *mover) step() bool {
	next := m.at.next()
	v := m.cells[rose.cell[next]] * m.sign
	if v < 0 {
		return m.jump(next, -v)
	}
	m.at = next
	return true
}

// jump removes the enemy's stack of a height at over and lands behind it. The cell there must be empty
// and the movers at least as many as the stack. It reports whether it could.
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

// cleared reports whether the last enemy piece is gone, which ends the turn on the landing cell.
func (m *mover) cleared() bool { return m.pieces[index(-m.sign)] == 0 }

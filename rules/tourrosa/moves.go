package tourrosa

import (
	"slices"

	"turnpost/rules"
)

// ply is the place of a stack, which is its cell and a direction, and whether it stacks or sows.
type ply uint16

const (
	stacks ply = 1 << 8
	pass   ply = 1 << 9
)

// passText is the canonical text of a pass.
const passText rules.Move = "pass"

func sow(p place) ply { return ply(p) }

func stack(p place) ply { return ply(p) | stacks }

func (p ply) place() place { return place(p) }

func (p ply) stacking() bool { return p&stacks != 0 }

func (p ply) from() cell { return rose.cell[p.place()] }

// texts are the canonical texts of all plies.
var texts = write()

func write() *[pass + 1]rules.Move {
	var t [pass + 1]rules.Move
	for i := range place(routes) {
		text := rules.Move(rose.cell[i].String() + i.direction())
		t[sow(i)], t[stack(i)] = text, text+"+"
	}
	t[pass] = passText
	return &t
}

// direction is the sense and the heading: co, ci, ao or ai.
func (p place) direction() string {
	text := [...]string{"ai", "ao", "ci", "co"}
	return text[startIndex(p.clockwise(), rose.outward[p])]
}

// words is the direction in words.
func (p place) words() rules.Word {
	text := [...]rules.Word{
		rules.Word("anticlockwise inward"), rules.Word("anticlockwise outward"),
		rules.Word("clockwise inward"), rules.Word("clockwise outward"),
	}
	return text[startIndex(p.clockwise(), rose.outward[p])]
}

// text is the canonical text: cell, sense and heading, and + when it stacks.
func (p ply) text() rules.Move { return texts[p] }

// plyOf is the inverse of text.
func plyOf(m rules.Move) (p ply, ok bool) {
	if m == "" {
		return 0, false
	}
	i := slices.Index(texts[:], m)
	return ply(i), i >= 0
}

// plies appends every legal ply, ring by ring and hour by hour: sowing and stacking in each of the four
// directions, except plies that leave the board unchanged. If there is none, it is a pass. A ply that
// captures is loud, the more pieces the louder; loudOnly leaves the others out.
func (s *state) plies(to []rules.PlyNumber, loudOnly bool) []rules.PlyNumber {
	if s.outcome().Over() {
		return to
	}
	before := len(to)
	own, enemy := s.stacks()
	v := view{s, placesOf(own), placesOf(enemy)}
	for left := own; left != 0; left &= left - 1 {
		c := cell(first(left))
		height := uint(max(s.cells[c], -s.cells[c]))
		for _, at := range rose.starts[c] {
			l := look{&v, at, v.own.ahead(at), v.enemy.ahead(at)}
			if over := first(l.enemy); over < far && l.safe(over, height) {
				if over > 1 && !loudOnly {
					to = append(to, rules.NewPlyNumber(uint32(sow(at)), rules.Quiet),
						rules.NewPlyNumber(uint32(stack(at)), rules.Quiet))
				}
				continue
			}
			captured, changed := l.sow(height)
			to = list(to, sow(at), captured, changed && !loudOnly)
			if height > 1 || l.own>>1&1 != 0 { // otherwise it is the same
				captured, changed = l.stack(height)
			}
			to = list(to, stack(at), captured, changed && !loudOnly)
		}
	}
	if len(to) == before && !loudOnly {
		to = append(to, rules.NewPlyNumber(uint32(pass), rules.Quiet))
	}
	return to
}

// list appends a ply that captures so many pieces, or a quiet one.
func list(to []rules.PlyNumber, p ply, captured uint, quiet bool) []rules.PlyNumber {
	switch {
	case captured > 0:
		return append(to, rules.NewPlyNumber(uint32(p), uint8(rules.Loud+min(captured, rules.MostHint-rules.Loud))))
	case quiet:
		return append(to, rules.NewPlyNumber(uint32(p), rules.Quiet))
	}
	return to
}

// legal lists every legal ply.
func (s *state) legal() (plies []ply) {
	for _, p := range s.plies(nil, false) {
		plies = append(plies, ply(p.Number()))
	}
	return plies
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move { return rules.SortedMoves(p.legal(), ply.text) }

// Groups implements rules.MoveGrouper: a group for each stack, by rings from the centre outwards and
// clockwise from hour 12, which bytewise order would not give.
func (p position) Groups() []rules.MoveGroup {
	title := func(q ply) rules.Phrase {
		if q == pass {
			return rules.Phrasef("pass")
		}
		return rules.Phrase{Format: q.from().String()}
	}
	return rules.GroupBy(p.legal(), title, ply.text)
}

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
		way, steps := &tours.ahead[m.at], 1 // a table, so that no step waits for the one before it
		for steps < far && m.cells[rose.cell[way[steps]]] == 0 {
			steps++
		}
		next := way[steps]
		m.at = way[steps-1]
		v := m.cells[rose.cell[next]] * m.sign
		if v == 0 {
			continue // no stack is near
		}
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

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 { return p.perft(depth) }

// perft finds the legal plies by playing them, because it plays every ply anyway.
func (s *state) perft(depth int) (n uint64) {
	switch over := s.outcome().Over(); {
	case depth <= 0:
		return 1
	case over:
		return 0
	}
	own := sign(s.side)
	stuck := true
	var next state // declared outside the loop, so that it does not escape
	for c := range cell(cells) {
		if s.cells[c]*own <= 0 {
			continue
		}
		for _, at := range rose.starts[c] {
			for _, choice := range [...]ply{sow(at), stack(at)} {
				next = *s
				if _, ok := next.choose(choice); ok {
					stuck = false
					n += next.perft(depth - 1)
				}
			}
		}
	}
	if stuck {
		next = *s
		next.choose(pass)
		n = next.perft(depth - 1)
	}
	return n
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	choice, ok := plyOf(m)
	if !ok {
		return nil, rules.CheckCanonical(p, m)
	}
	if err := p.refuse(string(m), choice); err != nil {
		return nil, err
	}
	next := p.state
	at, _ := next.choose(choice)
	return position{next, trail{p.state, choice, at}}, nil
}

// trail is the last ply and the state before it.
type trail struct {
	before state
	ply    ply
	at     place // where the movers were put down
}

// end is the cell on which the movers were put down.
func (t trail) end() cell { return rose.cell[t.at] }

// known reports whether there is a last ply: the start and a position that was read from text have
// none.
func (t trail) known() bool { return t.before.side != rules.None }

// effects are the changes of a turn to cells other than the two where it began and ended.
type effects struct {
	captured []cell // enemy stacks were removed
	dropped  []cell // own pieces were added
	taken    []cell // own pieces were removed
}

// effects compares the board before the turn with the one after it.
func (t trail) effects(after *state) effects {
	var e effects
	own := sign(t.before.side)
	for c := range cell(cells) {
		before, now := t.before.cells[c]*own, after.cells[c]*own
		switch {
		case before < 0 && now >= 0:
			e.captured = append(e.captured, c)
		case c == t.end() || c == t.ply.from():
		case now > before:
			e.dropped = append(e.dropped, c)
		case now < before:
			e.taken = append(e.taken, c)
		}
	}
	return e
}

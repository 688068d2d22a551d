package roses

import (
	"slices"

	"turnpost/rules"
)

// most is an upper bound for the plies of one position. A soldier and a direction make at most one
// step, line or attack, 4 x 6; four soldiers make at most five adjacent pairs, each with four
// directions across.
const most = 4*6 + 5*4

// plies collects the plies of one position without allocating.
type plies struct {
	n   int
	ply [most]ply
}

func (l *plies) add(m ply) {
	l.ply[l.n] = m
	l.n++
}

// all is the collected plies.
func (l *plies) all() []ply { return l.ply[:l.n] }

// plies collects every legal ply, in no particular order: none if the game is over, and a pass if
// there is nothing else.
func (s state) plies(l *plies) {
	if s.over() {
		return
	}
	if s.dropping() {
		s.drops(l)
	} else {
		s.moves(l)
	}
	if l.n == 0 {
		l.add(ply{kind: pass})
	}
}

// drops adds the drops: on empty cells next to an own piece, except red cells.
func (s state) drops(l *plies) {
	if s.hand.own == 0 {
		return
	}
	mine := s.own | castleOf(s.turn.side).only()
	for cells := mine.around() & s.empty() &^ red; cells != 0; cells &= cells - 1 {
		l.add(ply{kind: drop, a: cells.first()})
	}
}

// moves adds the actions of the move phase, one direction after the other, for all soldiers at once.
func (s state) moves(l *plies) {
	var (
		own      = s.own
		empty    = s.empty()
		occupied = whole &^ empty
		enemies  = s.foe | castleOf(s.turn.side.Opponent()).only()
		support  = s.foe & own.twiceAround()
	)
	for _, d := range directions {
		// Lines: the front soldier has an empty cell before it; each own soldier behind it
		// may join in turn.
		free := own & empty.shift(-d)
		reach := d
		for rear := free; rear != 0; rear = own & rear.shift(-d) {
			for from := rear; from != 0; from &= from - 1 {
				c := from.first()
				l.add(ply{line, c, c.plus(reach), d})
			}
			reach += d
		}

		// Translations: both soldiers of an adjacent pair have an empty cell in a direction
		// across their line.
		for _, axis := range axes {
			if axis == d || axis == -d {
				continue
			}
			for from := free & free.shift(-axis); from != 0; from &= from - 1 {
				c := from.first()
				l.add(ply{translation, c, c.plus(axis), d})
			}
		}

		// Attacks: the cell behind the enemy is empty or outside the board.
		movable := enemies &^ occupied.shift(-d)
		for from := own & (own & movable.shift(-d)).shift(-d); from != 0; from &= from - 1 {
			c := from.first()
			l.add(ply{attack, c, c.plus(2 * d), d})
		}
		for from := own & (support & movable).shift(-d); from != 0; from &= from - 1 {
			c := from.first()
			l.add(ply{attack, c, c.plus(d), d})
		}
	}
}

// twiceAround is the set of cells next to at least two members.
func (s set) twiceAround() set {
	var once, twice set
	for _, d := range directions {
		next := s.shift(d)
		twice |= once & next
		once |= next
	}
	return twice
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	var l plies
	p.plies(&l)
	if l.n == 0 {
		return nil
	}
	moves := make([]rules.Move, 0, l.n)
	for _, m := range l.all() {
		moves = append(moves, m.text())
	}
	slices.Sort(moves)
	return moves
}

// find returns the legal ply with a canonical text; ok is false if there is none.
func (p position) find(text string) (m ply, ok bool) {
	var l plies
	p.plies(&l)
	var buffer [len("d4e5-d5e6")]byte
	for _, m := range l.all() {
		if string(m.append(buffer[:0])) == text {
			return m, true
		}
	}
	return ply{}, false
}

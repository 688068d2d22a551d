package roses

import "turnpost/rules"

// after is the state that a legal ply makes.
func (s state) after(m ply) state {
	passes := uint8(0)
	switch m.kind {
	case drop:
		s.own |= m.a.only()
		s.hand.own--
	case line:
		// A line is unchanged but for its ends: the rear is left and the cell
		// before the front entered.
		s.own ^= m.a.only() | m.b.only()
	case translation:
		pair := m.a.only() | m.b.only()
		s.own ^= pair | pair.shift(m.dir)
	case attack:
		// A castle is no member of foe, and behind it there is never a cell to
		// be pushed to; so nothing else is needed to capture it.
		enemy := m.b.only()
		s.own ^= m.a.only() | enemy
		s.foe = s.foe&^enemy | enemy.shift(m.dir)&whole
	case pass:
		passes = s.turn.passes + 1
	}
	s.turn.passes = passes
	return s.turned()
}

// turned is the same board with the other side to move.
func (s state) turned() state {
	return state{s.foe, s.own, hand{s.hand.foe, s.hand.own}, turn{s.turn.side.Opponent(), s.turn.passes}}
}

// Play makes a ply given by its canonical text.
func (p position) Play(m rules.Move) (rules.Position, error) {
	if legal, ok := p.find(string(m)); ok {
		return position{p.after(legal), legal}, nil
	}
	return nil, rules.CheckCanonical(p, m)
}

// Outcome says whether and how the game has ended.
func (p position) Outcome() rules.Outcome {
	switch {
	case p.captured(rules.Black):
		return rules.Outcome{Result: rules.WhiteWins, Reason: castle}
	case p.captured(rules.White):
		return rules.Outcome{Result: rules.BlackWins, Reason: castle}
	case p.bare():
		return rules.Outcome{Result: rules.Draw, Reason: bare}
	case p.turn.passes == 2:
		return rules.Outcome{Result: rules.Draw, Reason: stuck}
	}
	return rules.Outcome{}
}

// over reports whether Outcome is an end.
func (s state) over() bool {
	// Only an enemy soldier can stand on a castle's cell.
	return (s.own|s.foe)&castles != 0 || s.bare() || s.turn.passes == 2
}

// captured reports whether an enemy soldier has run over side's castle.
func (s state) captured(side rules.Side) bool {
	return (s.own | s.foe).has(castleOf(side))
}

// bare reports whether neither side has two soldiers in the move phase.
func (s state) bare() bool {
	return s.own&(s.own-1) == 0 && s.foe&(s.foe-1) == 0 && !s.dropping()
}

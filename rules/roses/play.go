package roses

import "turnpost/rules"

// after is the state after a legal ply.
func (s state) after(m ply) state {
	passes := uint8(0)
	switch m.kind {
	case drop:
		s.own |= m.a.only()
		s.hand.own--
	case line:
		// A line changes only at its ends: it leaves the rear cell and enters the one
		// before the front.
		s.own ^= m.a.only() | m.b.only()
	case translation:
		pair := m.a.only() | m.b.only()
		s.own ^= pair | pair.shift(m.dir)
	case attack:
		// A castle is not a member of foe and there is never a cell behind it, so capturing
		// it needs nothing else.
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

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	if legal, ok := p.find(string(m)); ok {
		return position{p.after(legal), legal}, nil
	}
	return nil, rules.CheckCanonical(p, m)
}

// Outcome implements rules.Position.
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

// over reports whether the game is over.
func (s state) over() bool {
	// Only an enemy soldier can be on a castle's cell.
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

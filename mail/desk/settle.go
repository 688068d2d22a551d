package desk

// settleTables stores what the letter did to each game, and writes to both
// players.
func (s *session) settleTables() error {
	for _, t := range s.tables {
		s.contradiction(t)
		if t.failed {
			s.hold(t)
		}
	}
	if err := s.speak(); err != nil {
		return err
	}
	for _, t := range s.tables {
		var err error
		switch {
		case t.touched():
			err = s.settle(t)
		case t.failed || t.show:
			_, err = s.show(t, t.me, nil)
		}
		if err != nil {
			return err
		}
		if t.inWords {
			s.showInWords(t)
		}
		for _, c := range t.previews {
			s.preview(t, c)
		}
	}
	for _, t := range s.tables {
		if err := s.passOn(t); err != nil {
			return err
		}
		if err := s.settleNotes(t); err != nil {
			return err
		}
	}
	return nil
}

// hold gives up all that the letter wanted of a game in which its plies cannot
// be played.
func (s *session) hold(t *table) {
	s.receipt.Held = append(s.receipt.Held, t.lines...)
	wishes := []*command{t.resign, t.draw, t.undo, t.answer}
	for _, c := range t.ifs {
		wishes = append(wishes, &c)
	}
	for _, c := range wishes {
		if c != nil {
			s.receipt.Held = append(s.receipt.Held, c.line)
		}
	}
	for _, said := range t.said {
		s.receipt.Held = append(s.receipt.Held, said.command.line)
	}
	t.forgo()
}

// forgo drops all that the letter wanted stored in the game.
func (t *table) forgo() {
	t.lines, t.resign, t.draw, t.undo, t.answer, t.ifs = nil, nil, nil, nil, nil, nil
	t.said, t.publish = nil, nil
}

// touched reports whether the letter wants something stored in the game.
func (t *table) touched() bool {
	return t.started || len(t.lines) > 0 || len(t.ifs) > 0 ||
		t.resign != nil || t.draw != nil || t.undo != nil || t.answer != nil
}

// settle stores what the letter did to one game and writes to its players.
func (s *session) settle(t *table) error {
	if err := s.commit(t); err != nil {
		return err
	}
	for _, line := range t.lines {
		s.done(command{line: line})
	}
	if t.resign != nil {
		s.done(*t.resign)
	}
	if t.started || len(t.lines) > 0 || t.resign != nil || t.tell || t.show {
		if err := s.tellSettled(t); err != nil {
			return err
		}
	}
	return s.listConditionals(t)
}

// tellSettled writes the board to the writer and, unless the writer is amid a
// turn, to the opponent.
func (s *session) tellSettled(t *table) error {
	heard := t.started || t.passed || t.over() || t.tell || len(t.lines) > 0
	heard = heard && (!t.amidTurn() || t.passed)
	if wantsPly(s.player, t) || t.tell || t.show || t.mustHear(t.me) {
		mine, err := s.show(t, t.me, plySection(t, t.before+1, t.own))
		if err != nil {
			return err
		}
		mine.PlayedByYou, mine.Started = true, t.started
		if t.started {
			mine.Pace = t.game.Pace
		}
	}
	if !heard {
		return nil // the opponent hears when the turn is over
	}
	if other := t.me.Opponent(); !wantsPly(t.player(other), t) && !t.mustHear(other) {
		return nil
	}
	// A turn may have begun in an earlier letter, of which the opponent heard
	// nothing.
	first := t.before + 1
	if t.own >= first {
		first = turnBefore(t.record, t.own) + 1
	}
	theirs, err := s.show(t, t.me.Opponent(), plySection(t, first, t.own))
	if err != nil {
		return err
	}
	theirs.Started = t.started
	if t.started {
		theirs.Pace = t.game.Pace
	}
	return nil
}

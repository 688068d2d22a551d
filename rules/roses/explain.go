package roses

import (
	"slices"

	"turnpost/rules"
)

// The codes of this game's own refusals.
const (
	codeMustPass    = "must-pass"
	codePass        = "pass"
	codeDropPhase   = "drop-phase"
	codeMovePhase   = "move-phase"
	codeRed         = "red"
	codeOccupied    = "occupied"
	codeNotBeside   = "not-beside"
	codeCastle      = "castle"
	codeSameCell    = "same-cell"
	codeNoLine      = "no-line"
	codeGap         = "gap"
	codeLine        = "line"
	codeAttack      = "attack"
	codeNoEnemy     = "no-enemy"
	codeOwnPiece    = "own-piece"
	codeNoSupport   = "no-support"
	codeNoPhalanx   = "no-phalanx"
	codeBehind      = "behind"
	codeDistance    = "distance"
	codeNotAdjacent = "not-adjacent"
	codeNotTogether = "not-together"
	codeNoAttack    = "no-attack"
)

// explain says why t is none of the legal plies of a game that goes on.
func (p position) explain(t typed) *rules.MoveError {
	cells := make([]cell, len(t.cells))
	for i, name := range t.cells {
		c, ok := cellNamed(name)
		if !ok {
			return rules.ErrNoCell(t.text, name)
		}
		cells[i] = c
	}
	var l plies
	switch p.plies(&l); {
	case l.ply[0].kind == pass:
		return rules.Illegalf(t.text, codeMustPass, "you have no legal action here and can only pass")
	case len(cells) == 0:
		return rules.Illegalf(t.text, codePass, "you can pass only when you have no legal action, and you have one")
	case p.dropping() && len(cells) > 1:
		return rules.Illegalf(t.text, codeDropPhase,
			"nothing moves before all eight soldiers are on the board; until then name one cell for a soldier, such as %s", p.Legal()[0])
	case len(cells) == 1 && !p.dropping():
		return rules.Illegalf(t.text, codeMovePhase,
			"there is nothing more to drop; a move names the cell that is left and the cell that is entered, such as %s", p.Legal()[0])
	case len(cells) == 1:
		return p.explainDrop(t, cells[0])
	case len(cells) == 4:
		return p.explainTranslation(t, cells)
	case t.joint == "x" || t.joint == "" && p.enemyOn(cells[1]):
		return p.explainAttack(t, cells[0], cells[1])
	}
	return p.explainLine(t, cells[0], cells[1])
}

// enemyOn reports whether an enemy soldier or castle stands on c.
func (p position) enemyOn(c cell) bool {
	return p.foe.has(c) || c == castleOf(p.turn.side.Opponent())
}

// explainDrop is explain for one cell in the drop phase.
func (p position) explainDrop(t typed, c cell) *rules.MoveError {
	switch {
	case !p.empty().has(c):
		return rules.Illegalf(t.text, codeOccupied, "%s is occupied", c)
	case c.isRed():
		return rules.Illegalf(t.text, codeRed, "%s is a red cell, and no soldier may be dropped there", c)
	}
	return rules.Illegalf(t.text, codeNotBeside, "%s is not next to a piece of yours", c)
}

// explainMover refuses a cell without a soldier of the side to move; nil if there is one.
func (p position) explainMover(t typed, c cell) *rules.MoveError {
	switch {
	case p.own.has(c):
		return nil
	case p.enemyOn(c):
		return rules.ErrNotYours(t.text, c.String())
	case castles.has(c):
		return rules.Illegalf(t.text, codeCastle, "your castle on %s never moves", c)
	}
	return rules.ErrEmpty(t.text, c.String())
}

// explainWay refuses two cells that are not on a line; nil if they are.
func (p position) explainWay(t typed, from, to cell) *rules.MoveError {
	if e := p.explainMover(t, from); e != nil {
		return e
	}
	if from == to {
		return rules.Illegalf(t.text, codeSameCell, "%s is named twice; nothing would move", from)
	}
	if _, n := between(from, to); n == 0 {
		return rules.Illegalf(t.text, codeNoLine, "%s and %s are not on one straight line", from, to)
	}
	return nil
}

// explainLine is explain for two cells of which the second is to be entered.
func (p position) explainLine(t typed, rear, to cell) *rules.MoveError {
	if e := p.explainWay(t, rear, to); e != nil {
		return e
	}
	d, n := between(rear, to)
	switch {
	case p.enemyOn(to) && p.legal(ply{attack, rear, to, d}):
		return rules.Illegalf(t.text, codeAttack, "an enemy piece stands on %s, and an attack is written %s", to,
			ply{attack, rear, to, d}.text())
	case p.enemyOn(to):
		return p.explainAttack(t, rear, to)
	case !p.empty().has(to):
		for c := to; whole.has(c); c = c.plus(d) {
			if m := (ply{line, rear, c, d}); p.legal(m) {
				return rules.Illegalf(t.text, codeLine, "a piece of yours stands on %s; the line from %s moves as %s",
					to, rear, m.text())
			}
		}
		return rules.Illegalf(t.text, codeOccupied, "a piece of yours stands on %s", to)
	}
	// The line is not all own soldiers: name the first cell that is not.
	gap := rear
	for p.own.has(gap) {
		gap = gap.plus(d)
	}
	return rules.Illegalf(t.text, codeGap,
		"a soldier moves one cell; to enter %s from %s a line of %d soldiers of yours must stand there, and %s holds none", to, rear, n, gap)
}

// explainAttack is explain for two cells of which the second is to be attacked.
func (p position) explainAttack(t typed, from, to cell) *rules.MoveError {
	if e := p.explainWay(t, from, to); e != nil {
		return e
	}
	d, n := between(from, to)
	switch {
	case p.empty().has(to) && p.legal(ply{line, from, to, d}):
		return rules.Illegalf(t.text, codeNoEnemy, "there is no enemy on %s, and a move is written %s", to,
			ply{line, from, to, d}.text())
	case p.empty().has(to):
		return rules.Illegalf(t.text, codeNoEnemy, "there is no enemy on %s to attack", to)
	case !p.enemyOn(to):
		return rules.Illegalf(t.text, codeOwnPiece, "the piece on %s is your own", to)
	case n > 2:
		return rules.Illegalf(t.text, codeDistance,
			"%s is %d cells from %s; an attack starts one cell away with support, or two cells away with a phalanx",
			to, n, from)
	case n == 2 && !p.own.has(from.plus(d)):
		return rules.Illegalf(t.text, codeNoPhalanx,
			"a phalanx needs two soldiers of yours in line, and there is none on %s", from.plus(d))
	case n == 1 && castles.has(to):
		return rules.Illegalf(t.text, codeCastle,
			"a castle can be attacked by a phalanx only: two soldiers in line with it")
	case n == 1 && !p.own.twiceAround().has(to):
		return rules.Illegalf(t.text, codeNoSupport, "no second soldier of yours is next to %s to support the attack",
			to)
	}
	return rules.Illegalf(t.text, codeBehind, "the cell behind %s, %s, is occupied, so that the attack is blocked",
		to, to.plus(d))
}

// explainTranslation is explain for four cells: two soldiers and their new cells.
func (p position) explainTranslation(t typed, cells []cell) *rules.MoveError {
	from, to := cells[:2], cells[2:]
	slices.Sort(from)
	slices.Sort(to)
	for _, c := range from {
		if e := p.explainMover(t, c); e != nil {
			return e
		}
	}
	if from[0] == from[1] {
		return rules.Illegalf(t.text, codeSameCell, "%s is named twice; a translation moves two soldiers", from[0])
	}
	axis, n := between(from[0], from[1])
	if n != 1 {
		return rules.Illegalf(t.text, codeNotAdjacent, "%s and %s are not next to each other", from[0], from[1])
	}
	d, n := between(from[0], to[0])
	if other, steps := between(from[1], to[1]); n != 1 || steps != 1 || other != d {
		return rules.Illegalf(t.text, codeNotTogether,
			"in a translation both soldiers go one cell in the same direction")
	}
	if d == axis || d == -axis {
		m := ply{line, from[0], to[1], d}
		if d == -axis {
			m = ply{line, from[1], to[0], d}
		}
		if p.legal(m) {
			return rules.Illegalf(t.text, codeLine, "%s and %s would move along their own line, which is written %s",
				from[0], from[1], m.text())
		}
		return p.explainLine(t, m.a, m.b)
	}
	for _, c := range to {
		if !p.empty().has(c) {
			return rules.Illegalf(t.text, codeOccupied, "%s is occupied", c)
		}
	}
	return rules.Illegalf(t.text, codeNoAttack, "a translation is no attack, and is written %s",
		ply{translation, from[0], from[1], d}.text())
}

// legal reports whether m is a legal ply.
func (p position) legal(m ply) bool {
	var l plies
	p.plies(&l)
	return slices.Contains(l.all(), m)
}

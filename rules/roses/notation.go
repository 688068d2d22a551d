package roses

import (
	"cmp"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// typed is a text that has the form of a ply: the cells in its order, and what joins the old cells and
// the new ones.
type typed struct {
	text  string   // as it was typed
	cells []string // one, two or four; none for a pass
	joint string   // "-", "x" or ""
}

// read reads the form of a ply: a pass, a drop, a step or line or attack, or a translation. A cell is
// any letter and number, so that one that does not exist is refused as such. ok is false for anything
// else, prose in particular.
func read(text string) (t typed, ok bool) {
	t.text = text
	clean := rules.Clean(text)
	if _, isPass := rules.Typed(words(), clean); isPass {
		return t, true
	}
	found, ok := board.ReadCells(clean, pairJoints)
	if !ok {
		return t, false
	}
	t.cells = found.Cells
	switch joints := found.Joints; len(t.cells) {
	case 1:
		return t, true
	case 2:
		t.joint = joints[0]
	case 4:
		if t.joint = joints[1]; strings.ContainsAny(joints[0]+joints[2], "-x") {
			return t, false
		}
	default:
		return t, false
	}
	// "d 4 - c 3" is a ply, and "b 4" alone; but "a 4 b 5" may be English.
	return t, !strings.Contains(pairJoints, t.joint) || t.joint == "" && !found.Spaced
}

// pairJoints are the signs that may stand between the two soldiers of a translation.
const pairJoints = ",+&"

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := read(text)
	return ok
}

// means reports whether t can be read as m. The soldiers of a translation, and their new cells, may be
// named in either order. A dash may stand for the sign of an attack: no other ply ends on an enemy.
func (t typed) means(m ply) bool {
	separator := "-"
	if m.kind == attack {
		separator = "x"
	}
	return (t.joint == "" || t.joint == "-" || t.joint == separator) && t.names(m)
}

// names reports whether t names the cells of m, with any joint.
func (t typed) names(m ply) bool {
	cells := m.cells()
	if len(cells) != len(t.cells) {
		return false
	}
	same := func(i, j int) bool { return t.cells[i] == cells[i].String() && t.cells[j] == cells[j].String() }
	crossed := func(i, j int) bool { return t.cells[i] == cells[j].String() && t.cells[j] == cells[i].String() }
	switch len(cells) {
	case 1:
		return same(0, 0)
	case 2:
		return same(0, 1)
	case 4:
		return (same(0, 1) || crossed(0, 1)) && (same(2, 3) || crossed(2, 3))
	}
	return true
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	if m, ok := p.find(text); ok {
		return m.text(), nil
	}
	t, ok := read(text)
	if !ok {
		return "", rules.ErrUnreadable(text, p.examples()...)
	}
	if p.over() {
		return "", rules.ErrOver(text)
	}
	var l plies
	p.plies(&l)
	for _, m := range l.all() {
		if t.means(m) {
			return m.text(), nil
		}
	}
	e := p.refuse(t)
	e.Near = p.near(t)
	return "", e
}

// examples is one legal ply of each kind, or plies from the rules if the game is over.
func (p position) examples() []rules.Move {
	var examples []rules.Move
	for _, group := range p.Groups() {
		examples = append(examples, group.Moves[0])
	}
	if examples == nil {
		return []rules.Move{"b4", "d4-c3", "d4xf6"}
	}
	return examples
}

// near lists a few legal plies that are most similar to t: the one that differs only in its separator, or
// otherwise those with the same cells in the same places, of the same form first.
func (p position) near(t typed) []rules.Move {
	type candidate struct {
		move  rules.Move
		score int
	}
	var (
		l          plies
		candidates []candidate
	)
	p.plies(&l)
	for _, m := range l.all() {
		if t.names(m) {
			return []rules.Move{m.text()}
		}
		score, cells := 0, m.cells()
		sameForm := len(cells) == len(t.cells)
		for i, c := range cells {
			switch at := slices.Index(t.cells, c.String()); {
			case at == i && (i == 0 || sameForm):
				score += 4
			case at >= 0:
				score++
			}
		}
		if sameForm {
			score *= 2
		}
		if score >= 4 || p.dropping() || l.n <= 5 {
			candidates = append(candidates, candidate{m.text(), score})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.move, b.move))
	})
	var near []rules.Move
	for _, c := range candidates {
		near = append(near, c.move)
	}
	return rules.FewMoves(near)
}

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

// refuse says why t is none of the legal plies of a game that goes on.
func (p position) refuse(t typed) *rules.MoveError {
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
		return p.refuseDrop(t, cells[0])
	case len(cells) == 4:
		return p.refuseTranslation(t, cells)
	case t.joint == "x" || t.joint == "" && p.enemyOn(cells[1]):
		return p.refuseAttack(t, cells[0], cells[1])
	}
	return p.refuseLine(t, cells[0], cells[1])
}

// enemyOn reports whether an enemy soldier or castle stands on c.
func (p position) enemyOn(c cell) bool {
	return p.foe.has(c) || c == castleOf(p.turn.side.Opponent())
}

// refuseDrop is refuse for one cell in the drop phase.
func (p position) refuseDrop(t typed, c cell) *rules.MoveError {
	switch {
	case !p.empty().has(c):
		return rules.Illegalf(t.text, codeOccupied, "%s is occupied", c)
	case c.isRed():
		return rules.Illegalf(t.text, codeRed, "%s is a red cell, and no soldier may be dropped there", c)
	}
	return rules.Illegalf(t.text, codeNotBeside, "%s is not next to a piece of yours", c)
}

// refuseMover refuses a cell without a soldier of the side to move; nil if there is one.
func (p position) refuseMover(t typed, c cell) *rules.MoveError {
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

// refuseWay refuses two cells that are not on a line; nil if they are.
func (p position) refuseWay(t typed, from, to cell) *rules.MoveError {
	if e := p.refuseMover(t, from); e != nil {
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

// refuseLine is refuse for two cells of which the second is to be entered.
func (p position) refuseLine(t typed, rear, to cell) *rules.MoveError {
	if e := p.refuseWay(t, rear, to); e != nil {
		return e
	}
	d, n := between(rear, to)
	switch {
	case p.enemyOn(to) && p.legal(ply{attack, rear, to, d}):
		return rules.Illegalf(t.text, codeAttack, "an enemy piece stands on %s, and an attack is written %s", to,
			ply{attack, rear, to, d}.text())
	case p.enemyOn(to):
		return p.refuseAttack(t, rear, to)
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

// refuseAttack is refuse for two cells of which the second is to be attacked.
func (p position) refuseAttack(t typed, from, to cell) *rules.MoveError {
	if e := p.refuseWay(t, from, to); e != nil {
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

// refuseTranslation is refuse for four cells: two soldiers and their new cells.
func (p position) refuseTranslation(t typed, cells []cell) *rules.MoveError {
	from, to := cells[:2], cells[2:]
	slices.Sort(from)
	slices.Sort(to)
	for _, c := range from {
		if e := p.refuseMover(t, c); e != nil {
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
		return p.refuseLine(t, m.a, m.b)
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

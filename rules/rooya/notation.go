package rooya

import (
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The codes of this game's own refusals.
const (
	codePlacing      = "placing"       // a move or a turn during placing
	codePlaced       = "placed"        // a pawn is placed after the last one
	codeInnerPlate   = "inner-plate"   // a pawn is placed on the outer plate only
	codeOccupied     = "occupied"      // a pawn is placed on a free cell only
	codeNoCapture    = "no-capture"    // an exchange is written with a dash
	codeTooLong      = "too-long"      // more than two steps
	codeNotBeside    = "not-beside"    // a step goes to a neighbour
	codeOwnPawn      = "own-pawn"      // a step onto an own pawn
	codeSamePlate    = "same-plate"    // a second step without a change of plates
	codeExchangeEnds = "exchange-ends" // a second step after an exchange
	codePlateAgain   = "plate-again"   // a second step that changes plates again
)

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := readTyped(rules.Clean(text))
	return ok
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	m, err := p.parse(text)
	if err != nil {
		return "", err
	}
	return m.text(), nil
}

func (p position) parse(text string) (ply, error) {
	t, ok := readTyped(rules.Clean(text))
	if !ok {
		if p.placing() {
			return ply{}, rules.ErrUnreadable(text, "a1")
		}
		return ply{}, rules.ErrUnreadable(text, "a2-b2", "a2-b2-c2", textClockwise, textAnticlockwise, textHalfTurn)
	}
	if p.end != goesOn {
		return ply{}, rules.ErrOver(text)
	}
	if m, ok := t.ply(); ok && p.isLegal(m) {
		return m, nil
	}
	refusal := p.refuse(text, t)
	refusal.Near = p.near(t)
	return ply{}, refusal
}

// typed is a text that has the form of a ply: cells, or the name of a turn. Neither the ply nor its
// cells need exist.
type typed struct {
	board.TypedCells
	turn kind // clockwise, anticlockwise, halfTurn, or nothing
}

// capture is whether an "x" stood between cells.
func (t typed) capture() bool { return slices.Contains(t.Joints, "x") }

// ply is the ply of the text; ok is false if a cell does not exist or there are too many.
func (t typed) ply() (m ply, ok bool) {
	if t.turn != nothing {
		return ply{kind: t.turn}, true
	}
	var way [3]cell
	if t.capture() || len(t.Cells) > len(way) {
		return ply{}, false
	}
	for i, name := range t.Cells {
		c, ok := parseCell(name)
		if !ok {
			return ply{}, false
		}
		way[i] = c
	}
	switch len(t.Cells) {
	case 1:
		return ply{kind: place, to: way[0]}, true
	case 2:
		return ply{kind: move, from: way[0], via: way[0], to: way[1]}, true
	}
	// Without the comparison, a path that begins by standing still would pass for a
	// single step.
	return ply{kind: move, from: way[0], via: way[1], to: way[2]}, way[0] != way[1]
}

// readTyped reads text from rules.Clean. It reports whether the text has the form of a ply: the
// name of a turn, or cells with a dash, an x, spaces or nothing between them.
func readTyped(text string) (t typed, ok bool) {
	if t.turn = readTurn(text); t.turn != nothing {
		return t, true
	}
	t.TypedCells, ok = board.ReadCells(text, "")
	return t, ok
}

// readTurn reads the name of a turn: the canonical one, or one in any language.
func readTurn(text string) kind {
	name, _ := rules.Typed(words(), strings.TrimPrefix(text, "turn "))
	switch name {
	case textClockwise:
		return clockwise
	case textAnticlockwise:
		return anticlockwise
	case textHalfTurn:
		return halfTurn
	}
	return nothing
}

// refuse says why t cannot be played here.
func (p position) refuse(text string, t typed) *rules.MoveError {
	var cells []cell
	for _, name := range t.Cells {
		c, ok := parseCell(name)
		if !ok {
			return rules.ErrNoCell(text, name)
		}
		cells = append(cells, c)
	}
	switch {
	case t.turn != nothing:
		return rules.Illegalf(text, codePlacing, "the plate cannot turn before all sixteen pawns are placed")
	case p.placing():
		return p.refusePlacing(text, cells)
	case len(cells) == 1:
		return rules.Illegalf(text, codePlaced,
			"all pawns are placed; a move names the cell that a pawn leaves and the cell that it reaches, such as a2-b2")
	}
	return p.refuseMove(text, t, cells)
}

// refusePlacing is refuse in phase 1, in which a pawn is placed on a free cell of the outer
// plate.
func (p position) refusePlacing(text string, cells []cell) *rules.MoveError {
	switch c := cells[0]; {
	case len(cells) > 1:
		return rules.Illegalf(text, codePlacing,
			"no pawn can move before all sixteen are placed; name one free cell of the outer plate")
	case inner.has(c):
		return rules.Illegalf(text, codeInnerPlate, "pawns are placed on the outer plate, and %s is on the inner one",
			c)
	default:
		return rules.Illegalf(text, codeOccupied, "%s is occupied; pawns are placed on free cells", c)
	}
}

// refuseMove is refuse in phase 2. It follows the pawn along its path and names the first
// fault.
func (p position) refuseMove(text string, t typed, cells []cell) *rules.MoveError {
	from, to := cells[0], cells[1]
	taken := p.own | p.other
	switch {
	case !taken.has(from):
		return rules.ErrEmpty(text, from.String())
	case p.other.has(from):
		return rules.ErrNotYours(text, from.String())
	case t.capture():
		return rules.Illegalf(text, codeNoCapture,
			"there is no capture in this game; pawns change places, and that is written %s", strings.Join(t.Cells, "-"))
	case len(cells) > 3:
		return rules.Illegalf(text, codeTooLong, "a pawn takes two steps at most, and this would be %d", len(cells)-1)
	}
	switch {
	case !neighbours[from].has(to):
		return refuseDistance(text, from, to)
	case p.own.has(to):
		return rules.Illegalf(text, codeOwnPawn, "%s holds a pawn of your own", to)
	}
	// The first step is right, so the second one is at fault. Its plate is checked before
	// its cell: a pawn that returns to its first cell is not blocked by itself.
	on := cells[2]
	switch {
	case plateName(from) == plateName(to):
		return rules.Illegalf(text, codeSamePlate,
			"only a pawn that has changed plates may go on, and %s and %s are both on the %s plate", from, to,
			plateName(to))
	case taken.has(to):
		return rules.Illegalf(text, codeExchangeEnds, "a pawn that changes places with another stops there, on %s", to)
	case !neighbours[to].has(on):
		return refuseDistance(text, to, on)
	case plateName(to) != plateName(on):
		return rules.Illegalf(text, codePlateAgain,
			"the second step must stay on the %s plate, and %s is on the %s one", plateName(to), on, plateName(on))
	}
	return rules.Illegalf(text, codeOwnPawn, "%s holds a pawn of your own", on)
}

func refuseDistance(text string, from, to cell) *rules.MoveError {
	return rules.Illegalf(text, codeNotBeside, "%s is not beside %s; a step goes one cell up, down, left or right",
		to, from)
}

// near lists a few legal plies that may have been meant: those that begin and end where t does, and
// those with which t begins; otherwise those of the same pawn.
func (p position) near(t typed) []rules.Move {
	if len(t.Cells) == 0 || p.placing() {
		return nil
	}
	first, last := t.Cells[0], t.Cells[len(t.Cells)-1]
	typed := strings.Join(t.Cells, "-")
	var near, same []rules.Move
	for _, m := range p.Legal() {
		text := string(m)
		switch {
		case !strings.HasPrefix(text, first+"-"):
		case strings.HasSuffix(text, "-"+last), typed == text, strings.HasPrefix(typed, text+"-"):
			near = append(near, m)
		default:
			same = append(same, m)
		}
	}
	if len(near) == 0 && len(t.Cells) == 1 {
		return rules.MovesOf(same)
	}
	if len(near) == 0 {
		near = same
	}
	return rules.FewMoves(near)
}

// plateName is "inner" or "outer".
func plateName(c cell) rules.Word {
	if inner.has(c) {
		return rules.Word("inner")
	}
	return rules.Word("outer")
}

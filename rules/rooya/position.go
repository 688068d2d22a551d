package rooya

import (
	"fmt"

	"turnpost/rules"
	"turnpost/rules/board"
)

// setup is where the pawns of the side to act and of the other side stand. The pawns that are
// missing are in hand, so a setup knows its phase.
type setup struct{ own, other set }

// placing reports whether pawns are in hand (phase 1).
func (b setup) placing() bool { return (b.own | b.other).count() < 2*pawns }

// blocked reports whether the side to act can move none of its pawns: each has only own pawns
// beside it, since a pawn can step to a free cell and change places with an enemy pawn. Eight
// pawns are too few for this.
func (b setup) blocked() bool { return b.own.beside()&^b.own == 0 }

// ending is whether and how a ply ended the game.
type ending uint8

const (
	goesOn       ending = iota
	actorAligned        // the side that acted made a line for itself
	otherAligned        // the side that acted made a line for the other side only
	sideBlocked         // the side to act next cannot move
)

// reread is the ending that the board alone shows; the package documentation says why a line at
// the edge does not count.
func (b setup) reread() ending {
	switch {
	case b.placing():
		return goesOn
	case b.other.alignedWithin():
		return actorAligned
	case b.own.alignedWithin():
		return otherAligned
	case b.blocked():
		return sideBlocked
	}
	return goesOn
}

// position is a setup with everything that messages need.
type position struct {
	setup
	// side is the side to act, or the one that would be if the game were not over.
	side rules.Side
	// end is how the last ply ended the game. The board does not always show it.
	end ending
	// last is the last ply, for the diagram. It is not part of the position string.
	last ply
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.end != goesOn {
		return rules.None
	}
	return p.side
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome { return outcome(p.end, p.side) }

// Reread implements rules.TextOutcomer: String does not show whether a line at the edge is old or
// was made by the last ply.
func (p position) Reread() rules.Outcome { return outcome(p.reread(), p.side) }

// outcome is the outcome of an ending; next is the side after the one that acted.
func outcome(end ending, next rules.Side) rules.Outcome {
	switch end {
	case actorAligned:
		return rules.Outcome{Result: rules.Wins(next.Opponent()), Reason: reasonAligned}
	case otherAligned:
		return rules.Outcome{Result: rules.Wins(next), Reason: reasonAligned}
	case sideBlocked:
		return rules.Outcome{Result: rules.Wins(next.Opponent()), Reason: reasonBlocked}
	}
	return rules.Outcome{}
}

// men are the pawns of one side.
func (p position) men(side rules.Side) set {
	if side == p.side {
		return p.own
	}
	return p.other
}

// String is the position string: the rows from 5 down to 1, the side to act, and the number of
// pawns in hand of Black and White.
func (p position) String() string {
	black, white := p.men(rules.Black), p.men(rules.White)
	rows := grid.Text("", func(c board.Cell) string { return p.owner(cellOf(c), "bw.") })
	return fmt.Sprintf("%s %s %d %d", rows, p.side.Letter(), pawns-black.count(), pawns-white.count())
}

// owner is the sign of what stands on a cell. signs are those of Black's pawn, White's pawn, and an
// empty cell.
func (p position) owner(c cell, signs string) string {
	switch {
	case p.men(rules.Black).has(c):
		return signs[:1]
	case p.men(rules.White).has(c):
		return signs[1:2]
	}
	return signs[2:]
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	fields, err := board.Fields(text, "rows", "side", "Black's hand", "White's hand")
	if err != nil {
		return nil, err
	}
	var p position
	if p.side, err = board.ParseTurn(fields[1]); err != nil {
		return nil, err
	}
	err = grid.Read(fields[0], "", func(at board.Cell, letter string) error {
		switch c := cellOf(at); {
		case letter == p.side.Letter():
			p.own |= c.bit()
		case letter == p.side.Opponent().Letter():
			p.other |= c.bit()
		case letter != ".":
			return fmt.Errorf("%q on %s is not b, w or a dot", letter, c)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	black, white := p.men(rules.Black), p.men(rules.White)
	for i, side := range []rules.Side{rules.Black, rules.White} {
		count := p.men(side).count()
		if count > pawns {
			return nil, fmt.Errorf("%s has %d pawns on the board, but only %d in all", side, count, pawns)
		}
		if hand := fmt.Sprint(pawns - count); fields[2+i] != hand {
			return nil, fmt.Errorf("%s has %d of %d pawns on the board, so its hand is %s, not %q", side, count,
				pawns, hand, fields[2+i])
		}
	}
	if p.placing() {
		if (black|white)&inner != 0 {
			return nil, fmt.Errorf("a pawn is on the inner plate while others are still in hand")
		}
		if turn := parity(black, white); turn != p.side {
			return nil, fmt.Errorf(
				"while placing, black and white take turns: with hands of %s and %s it cannot be %s's", fields[2],
				fields[3], p.side)
		}
	}
	p.end = p.reread()
	return p, nil
}

// parity is the side that places next, or None if the numbers of pawns do not fit.
func parity(black, white set) rules.Side {
	switch black.count() - white.count() {
	case 0:
		return rules.Black
	case 1:
		return rules.White
	}
	return rules.None
}

// Equivalents implements rules.Symmetric: the board turned and mirrored in eight ways, each also with
// the colours exchanged. A mirror keeps the rules, because the plate may turn both ways; a turn
// of the plate alone does not. Colours are not exchanged during placing: Black begins, so the
// hands say whose turn it is.
func (p position) Equivalents() []string {
	texts := make([]string, 0, 16)
	for n := range 8 {
		q := position{setup: setup{own: p.own.like(n), other: p.other.like(n)}}
		for _, q.side = range []rules.Side{rules.Black, rules.White} {
			if q.side == p.side || !p.placing() {
				texts = append(texts, q.String())
			}
		}
	}
	return texts
}

// like is s after the n-th symmetry of the grid.
func (s set) like(n int) (to set) {
	for ; s != 0; s &= s - 1 {
		to |= cellOf(grid.Symmetric(s.first().on(), n)).bit()
	}
	return to
}

var _ rules.Symmetric = position{}

package tourrosa

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// Codes of Tourrosa's own refusals.
const (
	codeNoDirection = "no-direction" // a stack without a complete direction
	codeTooHigh     = "too-high"     // the first enemy has more pieces
	codeNoRoom      = "no-room"      // the cell behind the enemy is not empty
	codeNoChange    = "no-change"    // the turn leaves the board unchanged
	codeNoPass      = "no-pass"      // another ply is legal
)

// refuse says why a ply is not legal; nil if it is.
func (p position) refuse(text string, choice ply) *rules.MoveError {
	if p.outcome().Over() {
		return rules.ErrOver(text)
	}
	if choice == pass {
		if p.legal()[0] != pass {
			return rules.Illegalf(text, codeNoPass, "you can pass only when you have no other move")
		}
		return nil
	}
	t := typed{text: text, cell: choice.from().String()}
	if err := p.refuseStack(t); err != nil {
		return err
	}
	next := p.state
	if _, ok := next.choose(choice); ok {
		return nil
	}
	err := p.refuseNull(text, choice)
	err.Near = p.nearest(t.cell, "")
	return err
}

// refuseStack refuses a cell without a stack of the side to move; nil if there is one.
func (p position) refuseStack(t typed) *rules.MoveError {
	var err *rules.MoveError
	if c := slices.Index(names[:], t.cell); c < 0 {
		err = rules.ErrNoCell(t.text, t.cell)
	} else if own := p.cells[c] * sign(p.side); own == 0 {
		err = rules.ErrEmpty(t.text, t.cell)
	} else if own < 0 {
		err = rules.ErrNotYours(t.text, t.cell)
	} else {
		return nil
	}
	err.Near = p.nearest(t.cell, t.tail())
	return err
}

// refuseUnfinished asks for the rest of a direction, even if only one legal ply fits: half a
// direction is more likely a mistake than a choice.
func (p position) refuseUnfinished(t typed) *rules.MoveError {
	var fit []rules.Move
	for _, m := range p.Legal() {
		tail, ok := strings.CutPrefix(string(m), t.cell)
		if !ok || !strings.Contains(tail, t.sense) || !strings.Contains(tail, t.heading) {
			continue
		}
		if strings.HasSuffix(tail, "+") == (t.plus == "+") && rules.LeadingCell(string(m)) == t.cell {
			fit = append(fit, m)
		}
	}
	if len(fit) > 1 {
		return rules.ErrAmbiguous(t.text, fit...)
	}
	err := rules.Illegalf(t.text, codeNoDirection,
		"%s needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)", t.cell)
	err.Near = fit
	if len(fit) == 0 {
		err.Near = p.nearest(t.cell, "")
	}
	return err
}

// refuseNull says why a ply leaves the board unchanged. Either the first cell has an enemy that
// cannot be jumped, or a single piece has gone all the way round.
func (p position) refuseNull(text string, choice ply) *rules.MoveError {
	from, next := choice.from(), choice.place().next()
	over, behind := rose.cell[next], rose.cell[next.next()]
	hand, height := int8(1), -p.cells[over]*sign(p.side)
	if !choice.stacking() {
		hand = p.cells[from] * sign(p.side)
	}
	switch {
	case height > hand:
		return rules.Illegalf(text, codeTooHigh,
			"the stack of %d on %s, the first cell on the way, is too high to be jumped by %d from %s",
			height, over, hand, from)
	case height > 0:
		return rules.Illegalf(text, codeNoRoom,
			"the stack on %s, the first cell on the way, cannot be jumped because %s behind it is not empty",
			over, behind)
	}
	return rules.Illegalf(text, codeNoChange, "the piece would come round to %s again and leave the board as it was",
		from)
}

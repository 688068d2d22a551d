package rooya

import (
	"strings"

	"turnpost/rules"
)

// Describe implements rules.Describer. The pawns are listed plate by plate, because those on
// the inner plate turn together.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	told := []string{p.describeTurn(say)}
	for _, side := range []rules.Side{view.Near(), view.Near().Opponent()} {
		told = append(told, p.describePawns(side, say)...)
	}
	told = append(told, p.linesOfFive(say)...)
	return append(told, p.Legend(say)...)
}

// Legend implements rules.LegendWriter: the last ply.
func (p position) Legend(say rules.SayFunc) []string {
	if p.last.kind == nothing {
		return nil
	}
	exchange := p.own.has(p.last.via)
	return []string{say("Last move by %s: %s.", p.side.Opponent().Word(), p.last.phrase(exchange))}
}

// describeTurn says what the side to move has to do.
func (p position) describeTurn(say rules.SayFunc) string {
	switch {
	case p.end != goesOn:
		return rules.DescribeTurn(p, say)
	case p.placing():
		return say("%s to place a pawn on the outer plate.", p.side.Word())
	}
	return say("%s to move a pawn or turn the inner plate.", p.side.Word())
}

// describePawns lists the pawns of one side. No pawn can be on the inner plate during placing,
// so that plate is not mentioned then.
func (p position) describePawns(side rules.Side, say rules.SayFunc) []string {
	men, actor := p.men(side), side.Word()
	var told []string
	switch on := men & outer; on.count() {
	case 0:
		told = append(told, say("%s has no pawns on the outer plate.", actor))
	case 1:
		told = append(told, say("%s has one pawn on the outer plate: %s.", actor, on))
	default:
		told = append(told, say("%s has %d pawns on the outer plate: %s.", actor, on.count(), on))
	}
	if p.placing() {
		switch hand := pawns - men.count(); hand {
		case 0:
			return append(told, say("%s has no pawns left in hand.", actor))
		case 1:
			return append(told, say("%s has one pawn left in hand.", actor))
		default:
			return append(told, say("%s has %d pawns in hand.", actor, hand))
		}
	}
	switch on := men & inner; on.count() {
	case 0:
		return append(told, say("%s has no pawns on the inner plate.", actor))
	case 1:
		return append(told, say("%s has one pawn on the inner plate: %s.", actor, on))
	default:
		return append(told, say("%s has %d pawns on the inner plate: %s.", actor, on.count(), on))
	}
}

// String lists the cells row by row from row 1: "a1, b1, a2".
func (s set) String() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, s.first().String())
	}
	return strings.Join(names, ", ")
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	action, err := p.parse(string(m))
	if err != nil {
		return string(m)
	}
	said := action.phrase(action.kind == move && p.other.has(action.to))
	return say(said.Format, said.Args...)
}

// phrase describes the ply. exchange is whether the moving pawn changes places with an enemy
// pawn.
func (m ply) phrase(exchange bool) rules.Phrase {
	switch m.kind {
	case place:
		return rules.Phrasef("a new pawn on %s", m.to)
	case clockwise:
		return rules.Phrasef("a quarter turn of the inner plate, clockwise")
	case anticlockwise:
		return rules.Phrasef("a quarter turn of the inner plate, anticlockwise")
	case halfTurn:
		return rules.Phrasef("a half turn of the inner plate")
	}
	switch direct := m.via == m.from; {
	case direct && exchange:
		return rules.Phrasef("from %s to %s, changing places with the enemy pawn there", m.from, m.to)
	case direct:
		return rules.Phrasef("from %s to %s", m.from, m.to)
	case exchange:
		return rules.Phrasef("from %s by way of %s to %s, from where the enemy pawn goes to %s", m.from, m.via, m.to,
			m.via)
	}
	return rules.Phrasef("from %s by way of %s to %s", m.from, m.via, m.to)
}

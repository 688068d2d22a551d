package turro

import (
	"strings"

	"turnpost/rules"
)

// Describe implements rules.Describer: the side to move, the stones of view's side from its own
// rows onward, those of the other side, the height that counts, and the last turn. Every stack is
// described with all its stones.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	first := colour(view.Near() - rules.Black)
	list := []string{p.describeTurn(say)}
	for _, c := range [2]colour{first, first.other()} {
		list = append(list, p.describeTurro(c, say))
		if single := p.describeSingle(c, say); single != "" {
			list = append(list, single)
		}
		list = append(list, p.describeStacks(c, 2, say)...)
	}
	if p.ending == none {
		list = append(list,
			say("When this turn began the tallest tower was %d high; a taller one at its end gives %s two moves.",
				p.height, p.side.other().word()))
	}
	if last := p.describeLast(say); last != "" {
		list = append(list, last)
	}
	return list
}

// Legend implements rules.LegendWriter: the towers of which the picture does not show all stones, and
// the last turn.
func (p position) Legend(say rules.SayFunc) []string {
	const hides = 3
	list := append(p.describeStacks(black, hides, say), p.describeStacks(white, hides, say)...)
	if last := p.describeLast(say); last != "" {
		list = append(list, last)
	}
	return list
}

// describeTurn says which side is to move, or which has won and how.
func (p position) describeTurn(say rules.SayFunc) string {
	if p.ending != none {
		return p.describeEnding(say)
	}
	if moves := p.describeMoves(say); moves != "" {
		return moves
	}
	return rules.DescribeTurn(p, say)
}

func (p position) describeEnding(say rules.SayFunc) string {
	winner, loser := p.winner.word(), p.winner.other().word()
	switch p.ending {
	case crossed:
		return say("The game is over. %s has won: its Turro has reached the far end.", winner)
	case captured:
		return say("The game is over. %s has won: it has captured the Turro of %s.", winner, loser)
	}
	return say("The game is over. %s has won: %s had no legal move.", winner, loser)
}

// describeTurro says where a side's Turro is and which stones lie under it.
func (p position) describeTurro(c colour, say rules.SayFunc) string {
	f := p.turro[c].first()
	switch h := p.towers[f].height(); {
	case !p.free[c].has(f):
		return say("The Turro of %s lies captured on %s.", c.word(), f)
	case h == 1:
		return say("The Turro of %s stands on %s.", c.word(), f)
	default:
		return say("The Turro of %s stands on %s, on top of a stack of %s. Under it, next first: %s.", c.word(), f,
			count(h), p.pile(f, say))
	}
}

// describeSingle lists a side's pawns that stand alone: three or more beside each other in a row as
// "a2 to g2".
func (p position) describeSingle(c colour, say rules.SayFunc) string {
	var parts []string
	for _, r := range fromHome(c) {
		alone := func(column int) bool {
			f := fieldAt(column, r)
			return p.towers[f].height() == 1 && p.free[c].has(f) && !p.turro[c].has(f)
		}
		for i := 0; i < size; i++ {
			if !alone(i) {
				continue
			}
			j := i
			for j+1 < size && alone(j+1) {
				j++
			}
			if j-i < 2 {
				j = i
				parts = append(parts, fieldAt(i, r).String())
			} else {
				parts = append(parts, say("%s to %s", fieldAt(i, r), fieldAt(j, r)))
			}
			i = j
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return say("Single pawns of %s: %s.", c.word(), strings.Join(parts, ", "))
}

// describeStacks describes each stack of a height or more with a pawn of a side on top.
func (p position) describeStacks(c colour, least int, say rules.SayFunc) []string {
	var list []string
	for _, r := range fromHome(c) {
		for column := range size {
			f := fieldAt(column, r)
			if h := p.towers[f].height(); h >= least && p.free[c].has(f) && !p.turro[c].has(f) {
				list = append(list,
					say("On %s a stack of %s with %s on top. Under it, next first: %s.", f, count(h), c.word(),
						p.pile(f, say)))
			}
		}
	}
	return list
}

// fromHome is the rows from a side's own end row to the other end row.
func fromHome(c colour) []int {
	rows := make([]int, size)
	for i := range rows {
		rows[i] = grid.At(0, size-1-i, c.side()).Row
	}
	return rows
}

// pile lists the stones under the free one from the top down, three or more equal ones together.
func (p position) pile(f field, say rules.SayFunc) string {
	var parts []string
	t := p.towers[f]
	for n := 1; n < t.height(); {
		if p.isTurro(f, n) {
			parts = append(parts, say("the Turro of %s", t.under(n).word()))
			n++
			continue
		}
		alike := 1
		for n+alike < t.height() && t.under(n+alike) == t.under(n) {
			alike++
		}
		if alike < 3 {
			alike = 1
			parts = append(parts, say("%s", t.under(n).word()))
		} else {
			parts = append(parts, say("%s times %s", count(alike), t.under(n).word()))
		}
		n += alike
	}
	return strings.Join(parts, ", ")
}

// describeLast describes the plies that the diagram marks.
func (p position) describeLast(say rules.SayFunc) string {
	one, other := p.last[0], p.last[1]
	switch {
	case one == noPly:
		return ""
	case other != noPly:
		return say("Last turn: from %s to %s, then from %s to %s.", one.from(), one.to(), other.from(), other.to())
	case p.moves == second && p.ending == none:
		return say("First move of this turn: from %s to %s.", one.from(), one.to())
	}
	return say("Last turn: from %s to %s.", one.from(), one.to())
}

// DescribeMove implements rules.MoveDescriber: the cells, what the stone lands on, and which stone
// it frees.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	q, ok := readPly(m)
	if !ok || !p.legal(q) {
		return string(m)
	}
	if q == pass {
		return say("pass, without a second move")
	}
	way := rules.Phrasef("from %s to %s", q.from(), q.to())
	if p.turro[p.side].has(q.from()) {
		way = rules.Phrasef("the Turro from %s to %s", q.from(), q.to())
	}
	said := say("%s, %s", way, p.landing(q))
	if left := p.towers[q.from()].pop(); left != ground && !p.wins(q) {
		said = say("%s, freeing a stone of %s", said, left.top().word())
	}
	return said
}

// wins reports whether a legal ply of the side to move ends the game for it.
func (b *setup) wins(q ply) bool {
	return b.crosses(q) || b.turro[b.side.other()].has(q.to())
}

// crosses reports whether a legal ply takes the Turro to the far end.
func (b *setup) crosses(q ply) bool {
	end := [2]fields{row7, row1}[b.side]
	return b.turro[b.side].has(q.from()) && end.has(q.to())
}

// landing is what a ply lands on, and whether it wins.
func (p position) landing(q ply) rules.Phrase {
	t := p.towers[q.to()]
	switch {
	case p.crosses(q):
		return rules.Phrasef("the far end of the board, and wins")
	case p.wins(q):
		return rules.Phrasef("onto the Turro of %s, and wins", p.side.other().word())
	case t == ground:
		return rules.Phrasef("an empty field")
	case t.height() == 1:
		return rules.Phrasef("onto a single stone of %s", t.top().word())
	}
	return rules.Phrasef("onto a stack of %s with %s on top", count(t.height()), t.top().word())
}

package roses

import (
	"strings"

	"turnpost/rules"
)

// Describe implements rules.Describer: the turn, the pieces of view's side, those of the other side,
// the restriction of drops, a pass, and the last ply.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	near := view.Near()
	told := []string{p.describeTurn(say), p.describeSide(near, say), p.describeSide(near.Opponent(), say)}
	if p.dropping() && !p.over() {
		told = append(told, say("No soldier may be dropped on the red cells c4 and d4."))
	}
	if p.turn.passes == 1 && !p.over() {
		told = append(told,
			say("%s has just passed; a second pass in a row makes a draw.", p.turn.side.Opponent().Word()))
	}
	return append(told, p.Legend(say)...)
}

// Legend implements rules.LegendWriter: the last ply.
func (p position) Legend(say rules.SayFunc) []string {
	if p.last.kind == none {
		return nil
	}
	return []string{say("Last move, by %s: %s.", p.turn.side.Opponent().Word(), p.last.describe())}
}

// describeTurn says which side is to play and in which phase, or how the game ended.
func (p position) describeTurn(say rules.SayFunc) string {
	switch {
	case p.captured(rules.Black), p.captured(rules.White):
		winner := rules.White
		if p.captured(rules.White) {
			winner = rules.Black
		}
		return say("The game is over: %s has captured the castle on %s and wins.",
			winner.Word(), castleOf(winner.Opponent()))
	case p.bare():
		return say("The game is over, a draw: neither side has two soldiers left.")
	case p.over():
		return say("The game is over, a draw: both sides had to pass, one after the other.")
	case p.dropping():
		return say("%s is to play. Soldiers are still being dropped; nothing moves yet.", p.turn.side.Word())
	}
	return say("%s is to play. All soldiers have been dropped; they move and attack.", p.turn.side.Word())
}

// describeSide lists the pieces of a side on the board and, during the drops, in hand.
func (p position) describeSide(side rules.Side, say rules.SayFunc) string {
	castle := rules.Phrasef("castle on %s", castleOf(side))
	if p.captured(side) {
		castle = rules.Phrasef("castle captured")
	}
	placed, hand := p.of(side)
	var troops rules.Phrase
	switch placed.count() {
	case 0:
		troops = rules.Phrasef("no soldier on the board")
	case 1:
		troops = rules.Phrasef("one soldier, on %s", placed.list())
	default:
		troops = rules.Phrasef("%d soldiers, on %s", placed.count(), placed.list())
	}
	switch {
	case !p.dropping():
		return say("%s: %s; %s.", side.Word(), castle, troops)
	case hand == 0:
		return say("%s: %s; %s; none in hand.", side.Word(), castle, troops)
	}
	return say("%s: %s; %s; %d in hand.", side.Word(), castle, troops, hand)
}

// list is the members in alphabetical order: "b4, c3, d3".
func (s set) list() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, s.first().String())
	}
	return strings.Join(names, ", ")
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	legal, ok := p.find(string(m))
	if !ok {
		return string(m)
	}
	told := legal.describe()
	return say(told.Format, told.Args...)
}

// describe describes a ply as a clause. A pushed piece lands directly behind its cell, and is captured
// if the board ends there.
func (m ply) describe() rules.Phrase {
	switch m.kind {
	case drop:
		return rules.Phrasef("a soldier is dropped on %s", m.a)
	case line:
		return m.describeLine()
	case translation:
		return rules.Phrasef("the two soldiers on %s and %s shift sideways to %s and %s",
			m.a, m.b, m.a.plus(m.dir), m.b.plus(m.dir))
	case attack:
		return m.describeAttack()
	}
	return rules.Phrasef("a pass, since nothing else is possible")
}

// describeLine is describe for a step or a line, whose soldiers are named from the front.
func (m ply) describeLine() rules.Phrase {
	_, n := between(m.a, m.b)
	if n == 1 {
		return rules.Phrasef("the soldier on %s steps to %s", m.a, m.b)
	}
	var names []string
	for c := m.b.plus(-m.dir); ; c = c.plus(-m.dir) {
		names = append(names, c.String())
		if c == m.a {
			break
		}
	}
	return rules.Phrasef("the line of %d soldiers %s advances one cell, to %s", n, strings.Join(names, ", "), m.b)
}

// describeAttack is describe for both kinds of attack.
func (m ply) describeAttack() rules.Phrase {
	behind := m.b.plus(m.dir)
	pushed := whole.has(behind)
	if middle := m.a.plus(m.dir); middle != m.b {
		switch {
		case castles.has(m.b):
			return rules.Phrasef("the phalanx %s, %s runs over the castle on %s and wins", m.a, middle, m.b)
		case pushed:
			return rules.Phrasef("the phalanx %s, %s attacks %s and pushes the soldier there to %s", m.a, middle, m.b,
				behind)
		}
		return rules.Phrasef("the phalanx %s, %s attacks %s and captures the soldier there", m.a, middle, m.b)
	}
	if pushed {
		return rules.Phrasef("the soldier on %s, with support, attacks %s and pushes the soldier there to %s", m.a,
			m.b, behind)
	}
	return rules.Phrasef("the soldier on %s, with support, attacks %s and captures the soldier there", m.a, m.b)
}

package roses

import "turnpost/rules"

// kind is what a ply does.
type kind uint8

const (
	none kind = iota // the zero ply: no ply
	drop
	line // a step is a line of one
	translation
	attack // by phalanx from two cells away, by support from one
	pass
)

// passText is the canonical text of a pass.
const passText = "pass"

// ply is one ply in four bytes. The meaning of a and b depends on the kind:
//
//	drop         a is the cell
//	line         a is the rear cell, b the cell that the front enters
//	translation  a and b are the two soldiers, in alphabetical order
//	attack       a is the rear cell or the supported attacker, b the enemy's cell
type ply struct {
	kind kind
	a, b cell
	dir  direction
}

// cells are the cells that the text names, in its order.
func (m ply) cells() []cell {
	switch m.kind {
	case drop:
		return []cell{m.a}
	case line, attack:
		return []cell{m.a, m.b}
	case translation:
		return []cell{m.a, m.b, m.a.plus(m.dir), m.b.plus(m.dir)}
	}
	return nil
}

// text is the canonical text.
func (m ply) text() rules.Move { return rules.Move(m.append(nil)) }

// append appends the canonical text, to compare plies with a text without allocating strings.
func (m ply) append(b []byte) []byte {
	switch m.kind {
	case drop:
		return m.a.append(b)
	case line:
		return m.b.append(append(m.a.append(b), '-'))
	case translation:
		b = append(m.b.append(m.a.append(b)), '-')
		return m.b.plus(m.dir).append(m.a.plus(m.dir).append(b))
	case attack:
		return m.b.append(append(m.a.append(b), 'x'))
	case pass:
		return append(b, passText...)
	}
	return b
}

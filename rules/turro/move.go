package turro

import "turnpost/rules"

// ply is the field that a stone leaves and the one that it reaches, or pass.
type ply uint16

const (
	// noPly is from a1 to a1, which is never legal.
	noPly ply = 0
	// pass declines the second of two moves.
	pass ply = 1<<16 - 1
)

const passText = "pass"

// isPass reports whether text from rules.Clean declines a move, in any language of the rules.
func isPass(clean string) bool {
	m, ok := rules.Typed(words(), clean)
	return clean == passText || ok && m == passText
}

func move(from, to field) ply { return ply(from)<<8 | ply(to) }

func (p ply) from() field { return field(p >> 8) }
func (p ply) to() field   { return field(p & 0xff) }

// text is the canonical text.
func (p ply) text() rules.Move {
	if p == pass {
		return passText
	}
	return rules.Move(p.from().String() + "-" + p.to().String())
}

// readPly is the inverse of text. The ply need not be legal.
func readPly(m rules.Move) (ply, bool) {
	if m == passText {
		return pass, true
	}
	if len(m) != 5 || m[2] != '-' {
		return noPly, false
	}
	from, ok1 := readField(string(m[:2]))
	to, ok2 := readField(string(m[3:]))
	return move(from, to), ok1 && ok2 && from != to
}

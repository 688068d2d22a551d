package turro

import "turnpost/rules"

// ply is one ply: the field it leaves and the field it reaches, or pass.
type ply uint16

const (
	// noPly would go from a1 to a1.
	noPly ply = 0
	// pass declines the second of two moves.
	pass ply = 1<<16 - 1
)

const passText = "pass"

// isPass reports whether cleaned text declines a move. Whoever reads the rules
// in another language types the word that stands there.
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

// readPly reads exactly what text writes, be it legal or not.
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

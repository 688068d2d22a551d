package tourrosa

import (
	"slices"

	"turnpost/rules"
)

// ply is the place of a stack, which is its cell and a direction, and whether it stacks or sows.
type ply uint16

const (
	stacks ply = 1 << 8
	pass   ply = 1 << 9
)

// passText is the canonical text of a pass.
const passText rules.Move = "pass"

func sow(p place) ply   { return ply(p) }
func stack(p place) ply { return ply(p) | stacks }

func (p ply) place() place   { return place(p) }
func (p ply) stacking() bool { return p&stacks != 0 }
func (p ply) from() cell     { return rose.cell[p.place()] }

// texts are the canonical texts of all plies.
var texts = write()

func write() *[pass + 1]rules.Move {
	var t [pass + 1]rules.Move
	for i := range place(routes) {
		text := rules.Move(rose.cell[i].String() + i.direction())
		t[sow(i)], t[stack(i)] = text, text+"+"
	}
	t[pass] = passText
	return &t
}

// direction is the sense and the heading: co, ci, ao or ai.
func (p place) direction() string {
	text := [...]string{"ai", "ao", "ci", "co"}
	return text[startIndex(p.clockwise(), rose.outward[p])]
}

// words is the direction in words.
func (p place) words() rules.Term {
	text := [...]rules.Term{
		rules.Term("anticlockwise inward"), rules.Term("anticlockwise outward"),
		rules.Term("clockwise inward"), rules.Term("clockwise outward"),
	}
	return text[startIndex(p.clockwise(), rose.outward[p])]
}

// text is the canonical text: cell, sense and heading, and + when it stacks.
func (p ply) text() rules.Move { return texts[p] }

// plyOf is the inverse of text.
func plyOf(m rules.Move) (p ply, ok bool) {
	if m == "" {
		return 0, false
	}
	i := slices.Index(texts[:], m)
	return ply(i), i >= 0
}

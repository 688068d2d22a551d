package rooya

import (
	"strings"

	"turnpost/rules"
)

// kind is what a ply does.
type kind uint8

const (
	nothing kind = iota // no ply: the zero value
	place
	move
	clockwise
	halfTurn
	anticlockwise
)

// ply is one action.
type ply struct {
	kind kind
	// from, via and to are the path of a pawn. via is the cell that its last step
	// leaves, which is from if there is only one step. After an exchange the other
	// side's pawn is on via. A placed pawn has only to; a turn of the plate has no
	// cells.
	from, via, to cell
}

// The texts of the three turns.
const (
	textClockwise     = "cw"
	textAnticlockwise = "ccw"
	textHalfTurn      = "180"
)

// text is the canonical text.
func (m ply) text() rules.Move {
	switch m.kind {
	case place:
		return rules.Move(m.to.String())
	case move:
		if m.via == m.from {
			return rules.Move(m.from.String() + "-" + m.to.String())
		}
		return rules.Move(m.from.String() + "-" + m.via.String() + "-" + m.to.String())
	case clockwise:
		return textClockwise
	case anticlockwise:
		return textAnticlockwise
	case halfTurn:
		return textHalfTurn
	}
	return ""
}

// typed is a text that has the form of a ply. Neither the ply nor its cells need exist.
type typed struct {
	turn kind // clockwise, anticlockwise, halfTurn, or nothing
	// cells are the names in the order of the text.
	cells []string
	// capture is whether an "x" stood between cells.
	capture bool
}

// ply is the ply of the text; ok is false if a cell does not exist or there are too many.
func (t typed) ply() (m ply, ok bool) {
	if t.turn != nothing {
		return ply{kind: t.turn}, true
	}
	var way [3]cell
	if t.capture || len(t.cells) > len(way) {
		return ply{}, false
	}
	for i, name := range t.cells {
		c, ok := parseCell(name)
		if !ok {
			return ply{}, false
		}
		way[i] = c
	}
	switch len(t.cells) {
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
func readTyped(s string) (typed, bool) {
	if turn := readTurn(s); turn != nothing {
		return typed{turn: turn}, true
	}
	var t typed
	for {
		name, rest := readCell(s)
		if name == "" {
			return typed{}, false
		}
		t.cells = append(t.cells, name)
		if rest == "" {
			return t, true
		}
		s = strings.TrimPrefix(rest, "-")
		if s == rest {
			// An x before a digit is the column of a cell, not a capture.
			if after := strings.TrimLeft(strings.TrimPrefix(rest, "x"), " "); len(after) < len(rest) &&
				!startsWithDigit(after) {
				s, t.capture = after, true
			}
		}
		s = strings.TrimLeft(s, " ")
	}
}

// readTurn reads the name of a turn: the canonical one, or one in any language.
func readTurn(s string) kind {
	name := rules.Move(strings.TrimPrefix(s, "turn "))
	if m, ok := rules.Typed(words(), string(name)); ok {
		name = m
	}
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

// readCell cuts a letter and one or two digits from the front of s. The name is "" if s does
// not begin with them; rest has no leading spaces.
func readCell(s string) (name, rest string) {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return "", s
	}
	number := strings.TrimLeft(s[1:], " ")
	rest = strings.TrimLeft(number, "0123456789")
	digits := number[:len(number)-len(rest)]
	if digits == "" || len(digits) > 2 {
		return "", s
	}
	return s[:1] + digits, strings.TrimLeft(rest, " ")
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

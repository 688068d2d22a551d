package board

import "strings"

// TypedCells is a ply that names cells, as a person types it: "d3-d4", "d3 x d4", "b4c5-b3c4".
type TypedCells struct {
	// Cells are the names in their order, without spaces. The cells need not exist.
	Cells []string
	// Joints are what stands between two cells, without spaces: "", "-", "x", or a sign of extra.
	Joints []string
	// Spaced is whether a name was written with a space, as in "d 4".
	Spaced bool
}

// ReadCells reads a text from rules.Clean that consists of names of cells. extra lists the signs
// that may stand between two cells besides a dash and an x. ok is false for any other text.
func ReadCells(text, extra string) (t TypedCells, ok bool) {
	for {
		name, rest := CutCell(text)
		if name == "" {
			return TypedCells{}, false
		}
		t.Cells = append(t.Cells, name)
		t.Spaced = t.Spaced || text[1] == ' '
		if rest == "" {
			return t, true
		}
		var joint string
		joint, text = cutJoint(strings.TrimLeft(rest, " "), extra)
		t.Joints = append(t.Joints, joint)
	}
}

// cutJoint cuts what stands between two cells, and the spaces behind it, from the front of a text.
func cutJoint(text, extra string) (joint, rest string) {
	after := strings.TrimLeft(text[min(1, len(text)):], " ")
	switch {
	case strings.HasPrefix(text, "-"):
		return "-", strings.TrimLeft(after, "- ")
	case strings.HasPrefix(text, "x") && !startsWithDigit(after): // else it is the column of a cell
		return "x", after
	case text != "" && strings.IndexByte(extra, text[0]) >= 0:
		return text[:1], after
	}
	return "", text
}

// CutCell cuts the name of a cell, a letter and one or two digits, from the front of a text. The
// name is "" if the text does not begin with one. A space may stand between letter and digits; it
// is not part of the name.
func CutCell(text string) (name, rest string) {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return "", text
	}
	number := strings.TrimPrefix(text[1:], " ")
	rest = strings.TrimLeft(number, "0123456789")
	digits := number[:len(number)-len(rest)]
	if digits == "" || len(digits) > 2 {
		return "", text
	}
	return text[:1] + digits, rest
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

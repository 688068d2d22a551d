package turro

import (
	"regexp"

	"turnpost/rules"
)

// form is a ply as people type it, after rules.Clean: two cells, on the board or not, with nothing,
// spaces, dashes, or the "x" of other games between them. The "x" has no meaning of its own.
var form = regexp.MustCompile(`^([a-z]) ?([0-9]{1,2})([- ]*| ?x ?)([a-z]) ?([0-9]{1,2})$`)

// typed is a text that has the form of a ply: a pass, or two cells, which need not be on the board.
type typed struct {
	pass     bool
	from, to string
}

// readTyped reads the form of a ply; ok is false if text does not have it.
func readTyped(text string) (t typed, ok bool) {
	clean := rules.Clean(text)
	if isPass(clean) {
		return typed{pass: true}, true
	}
	parts := form.FindStringSubmatch(clean)
	if parts == nil {
		return typed{}, false
	}
	return typed{from: parts[1] + parts[2], to: parts[4] + parts[5]}, true
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := readTyped(text)
	return ok
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	t, ok := readTyped(text)
	switch {
	case !ok:
		return "", p.refuseForm(text)
	case t.pass && !p.legal(pass):
		return "", p.refusePass(text)
	case t.pass:
		return passText, nil
	}
	m := rules.Move(t.from + "-" + t.to)
	q, ok := readPly(m)
	if !ok || !p.legal(q) {
		return "", p.refuse(text, t.from, t.to)
	}
	return m, nil
}

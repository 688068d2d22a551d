package tourrosa

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/rules"
)

// form is a ply as people type it, after rules.Clean: a cell, then a sense and a heading in either
// order, or one of them, or neither, then an optional plus. Spaces and dashes between these have no
// meaning. Words may stand for the letters: see inLetters.
var form = regexp.MustCompile(`^([a-z]) ?([0-9]{1,2})[ -]*(?:([ca])?[ -]*([oi])?|([oi])[ -]*([ca]))[ -]*(\+?)$`)

// typed is a text that has the form of a ply.
type typed struct {
	text    string // as it was typed
	cell    string // a name, which need not be on the board
	sense   string // "c", "a" or ""
	heading string // "o", "i" or ""
	plus    string // "+" or ""
}

// tail is the text after the cell.
func (t typed) tail() string { return t.sense + t.heading + t.plus }

// finished reports whether the whole direction was typed.
func (t typed) finished() bool { return t.sense != "" && t.heading != "" }

// read reads the form of a ply. A cell of the Rose without a direction has the form, too, so that it is
// refused with a better reason than "unreadable".
func read(text string) (t typed, ok bool) {
	clean := rules.Clean(text)
	f := form.FindStringSubmatch(clean)
	if f == nil {
		f = form.FindStringSubmatch(inLetters(clean))
	}
	if f == nil {
		return typed{}, false
	}
	t = typed{text, f[1] + f[2], f[3] + f[6], f[4] + f[5], f[7]}
	return t, t.finished() || t.cell[0] < 'a'+rings
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := read(text)
	return ok || isPass(text)
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	m, err := p.parse(text)
	if err != nil {
		return "", err
	}
	return m, nil
}

func (p position) parse(text string) (rules.Move, *rules.MoveError) {
	if isPass(text) {
		return passText, p.refuse(text, pass)
	}
	t, ok := read(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "b12co", "b12co+")
	case p.outcome().Over():
		return "", rules.ErrOver(text)
	}
	if err := p.refuseStack(t); err != nil {
		return "", err
	}
	if !t.finished() {
		return "", p.refuseUnfinished(t)
	}
	choice, _ := plyOf(rules.Move(t.cell + t.tail()))
	return choice.text(), p.refuse(text, choice)
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	choice, ok := plyOf(m)
	if !ok {
		return nil, rules.CheckCanonical(p, m)
	}
	if err := p.refuse(string(m), choice); err != nil {
		return nil, err
	}
	next := p.state
	at, _ := next.choose(choice)
	return position{next, trail{p.state, choice, at}}, nil
}

// isPass reports whether a text is a pass, in any language of the rules.
func isPass(text string) bool {
	clean := rules.Clean(text)
	m, ok := rules.Typed(words(), clean)
	return clean == string(passText) || ok && m == passText
}

// nearest lists at most five legal plies that may have been meant: those of the same stack, or
// otherwise those with the same ending.
func (p position) nearest(cell, tail string) []rules.Move {
	const few = 5
	legal := p.Legal()
	near := slices.DeleteFunc(slices.Clone(legal), func(m rules.Move) bool {
		return rules.LeadingCell(string(m)) != cell
	})
	if len(near) == 0 {
		near = slices.DeleteFunc(legal, func(m rules.Move) bool {
			return !strings.HasSuffix(string(m), tail)
		})
	}
	return near[:min(few, len(near))]
}

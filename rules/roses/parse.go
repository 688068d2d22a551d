package roses

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/rules"
)

// typed is a text that has the form of a ply: the cells that it names, in its
// order, and how it joins where from and where to.
type typed struct {
	text  string   // what was typed
	cells []string // one, two or four; none for a pass
	joint string   // "-", "x", or "" if none was typed
}

// forms are a drop, a step or line or attack, and a translation. The name of a
// cell is any letter and number, so that a cell that does not exist is refused
// as such.
var forms = func() [3]*regexp.Regexp {
	const (
		name  = `([a-z] ?[0-9]{1,2})`
		joint = ` ?(-|x|) ?`
		and   = ` ?[ ,+&]? ?`
	)
	return [...]*regexp.Regexp{
		regexp.MustCompile(`^` + name + `()$`),
		regexp.MustCompile(`^` + name + joint + name + `$`),
		regexp.MustCompile(`^` + name + and + name + joint + name + and + name + `$`),
	}
}()

// read reads the form of a ply. It reports false for anything else, prose above
// all.
func read(text string) (typed, bool) {
	t := typed{text: text}
	clean := rules.Clean(text)
	if clean == "pass" {
		return t, true
	}
	for _, form := range forms {
		for i, found := range form.FindStringSubmatch(clean) {
			switch {
			case i == 0:
			case found != "" && found != "-" && found != "x":
				t.cells = append(t.cells, found)
			default:
				t.joint += found
			}
		}
		if t.cells != nil {
			break
		}
	}
	for i, name := range t.cells {
		t.cells[i] = strings.ReplaceAll(name, " ", "")
		// "d 4 - c 3" is a ply, but who writes "b 4" may have written English.
		if t.joint == "" && t.cells[i] != name {
			return t, false
		}
	}
	return t, t.cells != nil
}

// means reports whether t can be read as m. The soldiers of a translation, and
// their new cells, may be named in either order.
func (t typed) means(m ply) bool {
	separator := "-"
	if m.kind == attack {
		separator = "x"
	}
	if t.joint != "" && t.joint != separator {
		return false
	}
	switch m.kind {
	case pass:
		return len(t.cells) == 0
	case drop:
		return len(t.cells) == 1 && t.cells[0] == m.a.String()
	case line, attack:
		return len(t.cells) == 2 && t.cells[0] == m.a.String() && t.cells[1] == m.b.String()
	case translation:
		return len(t.cells) == 4 &&
			samePair(t.cells[:2], m.a, m.b) && samePair(t.cells[2:], m.a.plus(m.dir), m.b.plus(m.dir))
	}
	return false
}

// samePair reports whether two names are those of a and b, in either order.
func samePair(names []string, a, b cell) bool {
	first, second := a.String(), b.String()
	return names[0] == first && names[1] == second || names[0] == second && names[1] == first
}

// Parse reads one ply as a person types it.
func (p position) Parse(text string) (rules.Move, error) {
	if m, ok := p.find(text); ok {
		return m.text(), nil
	}
	t, ok := read(text)
	if !ok {
		return "", rules.ErrUnreadable(text, p.examples()...)
	}
	if p.over() {
		return "", rules.ErrOver(text)
	}
	var l plies
	p.plies(&l)
	for _, m := range l.all() {
		if t.means(m) {
			return m.text(), nil
		}
	}
	e := p.explain(t)
	e.Near = p.near(t)
	return "", e
}

// examples shows one legal ply of each kind, or plies from the rules when the
// game is over.
func (p position) examples() []rules.Move {
	var examples []rules.Move
	for _, group := range p.Groups() {
		examples = append(examples, group.Moves[0])
	}
	if examples == nil {
		return []rules.Move{"b4", "d4-c3", "d4xf6"}
	}
	return examples
}

// nearest is how many plies are offered for one that is refused.
const nearest = 5

// near lists the legal plies that are most like t: those that begin on its
// first cell and name others of its cells come first.
func (p position) near(t typed) []rules.Move {
	type candidate struct {
		move  rules.Move
		score int
	}
	var candidates []candidate
	for _, m := range p.Legal() {
		score := 0
		for i, name := range t.cells {
			if strings.Contains(string(m), name) {
				score += 2
			}
			if i == 0 && strings.HasPrefix(string(m), name) {
				score++
			}
		}
		// Of plies with the same cells, the one that names no others.
		score = 8*score - len(m)
		if score > 0 {
			candidates = append(candidates, candidate{m, score})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return b.score - a.score })
	var near []rules.Move
	for _, c := range candidates[:min(nearest, len(candidates))] {
		near = append(near, c.move)
	}
	if all := p.Legal(); near == nil && (len(all) <= nearest || p.dropping()) {
		near = all[:min(nearest, len(all))]
	}
	return near
}

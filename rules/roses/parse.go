package roses

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"turnpost/rules"
)

// typed is a text that has the form of a ply: the cells in its order, and what joins the old cells and
// the new ones.
type typed struct {
	text  string   // as it was typed
	cells []string // one, two or four; none for a pass
	joint string   // "-", "x" or ""
}

// forms are a drop, a step or line or attack, and a translation. A cell is any letter and number, so
// that one that does not exist is refused as such.
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

// read reads the form of a ply; ok is false for anything else, prose in particular.
func read(text string) (t typed, ok bool) {
	t.text = text
	clean := rules.Clean(text)
	if m, ok := rules.Typed(words(), clean); clean == passText || ok && m == passText {
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
		// "d 4 - c 3" is a ply, and "b 4" alone; but "a 4 b 5" may be English.
		if t.joint == "" && t.cells[i] != name && len(t.cells) > 1 {
			return t, false
		}
	}
	return t, t.cells != nil
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := read(text)
	return ok
}

// means reports whether t can be read as m. The soldiers of a translation, and their new cells, may be
// named in either order. A dash may stand for the sign of an attack: no other ply ends on an enemy.
func (t typed) means(m ply) bool {
	separator := "-"
	if m.kind == attack {
		separator = "x"
	}
	return (t.joint == "" || t.joint == "-" || t.joint == separator) && t.names(m)
}

// names reports whether t names the cells of m, with any joint.
func (t typed) names(m ply) bool {
	cells := m.cells()
	if len(cells) != len(t.cells) {
		return false
	}
	same := func(i, j int) bool { return t.cells[i] == cells[i].String() && t.cells[j] == cells[j].String() }
	crossed := func(i, j int) bool { return t.cells[i] == cells[j].String() && t.cells[j] == cells[i].String() }
	switch len(cells) {
	case 1:
		return same(0, 0)
	case 2:
		return same(0, 1)
	case 4:
		return (same(0, 1) || crossed(0, 1)) && (same(2, 3) || crossed(2, 3))
	}
	return true
}

// Parse implements rules.Position.
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

// examples is one legal ply of each kind, or plies from the rules if the game is over.
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

// nearest is the greatest number of plies that a refusal offers.
const nearest = 5

// near lists the legal plies that are most similar to t: the one that differs only in its separator, or
// otherwise those with the same cells in the same places, of the same form first.
func (p position) near(t typed) []rules.Move {
	type candidate struct {
		move  rules.Move
		score int
	}
	var (
		l          plies
		candidates []candidate
	)
	p.plies(&l)
	for _, m := range l.all() {
		if t.names(m) {
			return []rules.Move{m.text()}
		}
		score, cells := 0, m.cells()
		sameForm := len(cells) == len(t.cells)
		for i, c := range cells {
			switch at := slices.Index(t.cells, c.String()); {
			case at == i && (i == 0 || sameForm):
				score += 4
			case at >= 0:
				score++
			}
		}
		if sameForm {
			score *= 2
		}
		if score >= 4 || p.dropping() || l.n <= nearest {
			candidates = append(candidates, candidate{m.text(), score})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.move, b.move))
	})
	var near []rules.Move
	for _, c := range candidates[:min(nearest, len(candidates))] {
		near = append(near, c.move)
	}
	return near
}

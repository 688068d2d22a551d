package turro

import (
	"cmp"
	"slices"
	"strconv"

	"turnpost/rules"
	"turnpost/rules/board"
)

// readTyped reads the form of a ply: a pass, or two cells, on the board or not, with nothing,
// spaces, dashes, or the "x" of other games between them. The "x" has no meaning of its own. cells
// is empty for a pass; ok is false if text does not have the form.
func readTyped(text string) (cells []string, ok bool) {
	clean := rules.Clean(text)
	if _, isPass := rules.Typed(words(), clean); isPass {
		return nil, true
	}
	t, ok := board.ReadCells(clean, "")
	return t.Cells, ok && len(t.Cells) == 2
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := readTyped(text)
	return ok
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	cells, ok := readTyped(text)
	switch {
	case !ok:
		return "", p.refuseForm(text)
	case cells == nil && !p.legal(pass):
		return "", p.refusePass(text)
	case cells == nil:
		return passText, nil
	}
	m := rules.Move(cells[0] + "-" + cells[1])
	q, ok := readPly(m)
	if !ok || !p.legal(q) {
		return "", p.refuse(text, cells[0], cells[1])
	}
	return m, nil
}

// The codes of Turro's own refusals.
const (
	codePass     = "pass"         // a pass that is not the second of two moves
	codeSame     = "same-field"   // from a field to itself
	codeUnder    = "captured"     // the stone is not free
	codeFixed    = "fixed"        // no stone can leave a stack of that height on that field
	codeLine     = "not-straight" // in none of the eight directions
	codeOne      = "one-field"    // a single stone, and more than one field
	codeDistance = "distance"     // not as far as the stack is high
	codeOwnTurro = "own-turro"    // onto the own Turro
)

// refuseForm says that text does not have the form of a ply. If text is one field, the error names
// plies that reach or leave it.
func (p position) refuseForm(text string) error {
	var near []rules.Move
	if f, ok := readField(rules.Clean(text)); ok {
		near = p.near(func(q ply) bool { return q.from() == f || q.to() == f }, f)
	}
	examples := near
	if len(examples) == 0 {
		examples = []rules.Move{"d3-d4"}
	}
	err := rules.ErrUnreadable(text, examples...)
	err.Near = near
	return err
}

func (b *setup) refusePass(text string) error {
	switch {
	case b.ending != none:
		return rules.ErrOver(text)
	case b.moves == two:
		return rules.Illegalf(text, codePass,
			"only the second of your two moves can be declined; the first must be made")
	}
	return rules.Illegalf(text, codePass, "you can pass only instead of the second of two moves, and this turn has one")
}

// refuse says why there is no legal ply between two named cells.
func (p position) refuse(text, from, to string) error {
	if p.ending != none {
		return rules.ErrOver(text)
	}
	f, okFrom := readField(from)
	t, okTo := readField(to)
	switch {
	case okFrom && okTo:
		err := p.refuseFields(text, f, t)
		if err.Near = p.near(leaves(f), t); len(err.Near) == 0 {
			err.Near = p.near(reaches(t), f)
		}
		return err
	case okFrom:
		err := rules.ErrNoCell(text, to)
		err.Near = p.near(leaves(f), f)
		return err
	}
	err := rules.ErrNoCell(text, from)
	if okTo {
		err.Near = p.near(reaches(t), t)
	}
	return err
}

// refuseFields says why the side to move cannot go from one field to another. It checks the stone first, then
// the way, then the last field.
func (p position) refuseFields(text string, from, to field) *rules.MoveError {
	tower := p.towers[from]
	far := max(abs(to.column()-from.column()), abs(to.row()-from.row()))
	switch h := tower.height(); {
	case h == 0:
		return rules.ErrEmpty(text, from.String())
	case tower.top() != p.side && p.hasStone(from):
		return rules.Illegalf(text, codeUnder, "the stone on top of %s is not yours, and yours under it is captured",
			from)
	case tower.top() != p.side:
		return rules.ErrNotYours(text, from.String())
	case from == to:
		return rules.Illegalf(text, codeSame, "a move cannot end on %s, where it begins", from)
	case reach[min(h, size)][from] == 0:
		return rules.Illegalf(text, codeFixed,
			"%s fields are needed from a stack of %s, and from %s no line is so long", count(h), count(h), from)
	case !straight(from, to):
		return rules.Illegalf(text, codeLine, "%s is not in a straight line from %s", to, from)
	case far != h && h == 1:
		return rules.Illegalf(text, codeOne, "a single stone moves one field, and from %s to %s it is %s", from, to,
			count(far))
	case far != h:
		return rules.Illegalf(text, codeDistance,
			"%s fields are needed from a stack of %s, and from %s to %s it is %s", count(h), count(h), from, to,
			count(far))
	case p.turro[p.side].has(to):
		return rules.Illegalf(text, codeOwnTurro, "on %s stands your own Turro, on which you may not land", to)
	}
	return rules.Illegalf(text, rules.CodeIllegal, "%s-%s is not legal here", from, to)
}

// hasStone reports whether a stone of the side to move is in the tower on f.
func (b *setup) hasStone(f field) bool {
	for n := range b.towers[f].height() {
		if b.towers[f].under(n) == b.side {
			return true
		}
	}
	return false
}

// near lists a few of the wanted legal plies, ordered by the distance of both their fields from f.
func (p position) near(wanted func(ply) bool, f field) []rules.Move {
	var near []ply
	p.plies(func(q ply) {
		if q != pass && wanted(q) {
			near = append(near, q)
		}
	})
	far := func(q ply) int { return distance(q.from(), f) + distance(q.to(), f) }
	slices.SortStableFunc(near, func(q, r ply) int { return cmp.Compare(far(q), far(r)) })
	var moves []rules.Move
	for _, q := range near {
		moves = append(moves, q.text())
	}
	return rules.FewMoves(moves)
}

func leaves(f field) func(ply) bool  { return func(q ply) bool { return q.from() == f } }
func reaches(f field) func(ply) bool { return func(q ply) bool { return q.to() == f } }

// distance is the square of the Euclidean distance.
func distance(f, g field) int {
	c, r := f.column()-g.column(), f.row()-g.row()
	return c*c + r*r
}

func straight(f, g field) bool {
	c, r := abs(f.column()-g.column()), abs(f.row()-g.row())
	return c == 0 || r == 0 || c == r
}

func abs(n int) int { return max(n, -n) }

// count is a number in words, or in digits if it is large. In languages with genders, "one" counts
// fields.
func count(n int) rules.Word {
	words := [...]rules.Word{
		rules.Word("one"), rules.Word("two"), rules.Word("three"), rules.Word("four"), rules.Word("five"),
		rules.Word("six"),
		rules.Word("seven"), rules.Word("eight"), rules.Word("nine"), rules.Word("ten"), rules.Word("eleven"),
		rules.Word("twelve"),
	}
	if 1 <= n && n <= len(words) {
		return words[n-1]
	}
	return rules.Word(strconv.Itoa(n))
}

package draughts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

// form is numbers of squares with dashes or signs of taking between.
var form = regexp.MustCompile(`^\d{1,2}(?: ?[-x:/] ?\d{1,2})+$`)

var number = regexp.MustCompile(`\d+`)

// readTyped reads the form of a ply: two or more squares, "11-15" or "15x22x31". They need not
// exist, unless a slash separates them as in "50/50". A number alone, or two with only a space
// between, may be anything.
func readTyped(text string) (way []square, ok bool) {
	clean := rules.Clean(text)
	if !form.MatchString(clean) {
		return nil, false
	}
	for _, digits := range number.FindAllString(clean, -1) {
		n, _ := strconv.Atoi(digits)
		if digits[0] == '0' || n > int(nowhere) && strings.Contains(clean, "/") {
			return nil, false
		}
		way = append(way, square(n-1))
	}
	return way, len(way) <= 10
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := readTyped(text)
	return ok
}

// Parse implements rules.Position. Of several jumps, the first and the last square suffice if they
// fit only one ply.
func (p position) Parse(text string) (rules.Move, error) {
	typed, ok := readTyped(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "11-15", "15x22")
	case p.ending != none:
		return "", rules.ErrOver(text)
	}
	for _, s := range typed {
		if s >= nowhere {
			return "", rules.ErrNoCell(text, s.String())
		}
	}
	var found []rules.Move
	for _, q := range p.plies() {
		way, _ := q.way()
		if slices.Equal(way, typed) {
			return q.text(), nil
		}
		if len(typed) == 2 && way[0] == typed[0] && way[len(way)-1] == typed[1] {
			found = append(found, q.text())
		}
	}
	switch len(found) {
	case 0:
		return "", p.refuse(text, typed)
	case 1:
		return found[0], nil
	}
	return "", rules.ErrAmbiguous(text, found...)
}

// The codes of the refusals of draughts.
const (
	codeMust     = "must-take" // a capture is possible
	codeOn       = "go-on"     // the capture goes on
	codeBackward = "backward"  // a man does not go back
	codeReach    = "reach"     // the piece does not go there
)

// refuse says why no legal ply fits.
func (p position) refuse(text string, typed []square) error {
	from, to := typed[0], typed[len(typed)-1]
	var all, near []rules.Move
	var longer bool
	for _, q := range p.plies() {
		way, _ := q.way()
		all = append(all, q.text())
		if way[0] == from {
			near = append(near, q.text())
		}
		longer = longer || len(way) > len(typed) && slices.Equal(way[:len(typed)], typed)
	}
	takes := strings.Contains(string(all[0]), "x")
	forward := to.row() > from.row() == (p.side == black)
	var err *rules.MoveError
	switch {
	case longer:
		err = rules.Illegalf(text, codeOn, "the capture goes on from %s", to)
	case !(p.of[black] | p.of[white]).has(from):
		err = rules.ErrEmpty(text, from.String())
	case !p.of[p.side].has(from):
		err = rules.ErrNotYours(text, from.String())
	case takes && slices.Contains(beside4(from), to):
		err = rules.Illegalf(text, codeMust, "you can take, and so you must: %s", rules.MovesInWords(rules.FewMoves(all)))
	case !p.kings.has(from) && !forward:
		err = rules.Illegalf(text, codeBackward, "on %s stands a man, and men do not go back", from)
	default:
		err = rules.Illegalf(text, codeReach, "the piece on %s cannot go to %s", from, to)
	}
	if len(near) == 0 && takes {
		near = all
	}
	if err.Near = near; len(near) == 0 {
		for _, m := range all {
			if strings.HasSuffix(string(m), "-"+to.String()) {
				err.Near = append(err.Near, m)
			}
		}
	}
	err.Near = rules.FewMoves(err.Near)
	return err
}

// beside4 is the squares next to q.
func beside4(q square) []square {
	return []square{beside[0][q], beside[1][q], beside[2][q], beside[3][q]}
}

// Groups implements rules.MoveGrouper: a group for each piece.
func (p position) Groups() []rules.MoveGroup {
	all := p.plies()
	slices.SortStableFunc(all, func(q, r ply) int { return int(q.from()) - int(r.from()) })
	title := func(q ply) rules.Phrase {
		if p.kings.has(q.from()) {
			return rules.Phrasef("king %s", q.from())
		}
		return rules.Phrasef("man %s", q.from())
	}
	return rules.GroupBy(all, title, ply.text)
}

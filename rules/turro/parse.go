package turro

import (
	"regexp"
	"strings"

	"turnpost/rules"
)

// form is a ply as people type it, after rules.Clean: two cells, on the board
// or not, and between them nothing, a space, a dash, or the "x" of other games.
var form = regexp.MustCompile(`^([a-z]) ?([0-9]{1,2})([- ]*| ?x ?)([a-z]) ?([0-9]{1,2})$`)

// Parse reads one ply as a person types it.
func (p position) Parse(text string) (rules.Move, error) {
	clean := rules.Clean(text)
	if isPass(clean) {
		if !p.legal(pass) {
			return "", p.refusePass(text)
		}
		return passText, nil
	}
	parts := form.FindStringSubmatch(clean)
	if parts == nil {
		return "", p.refuseForm(text, clean)
	}
	from, sign, to := parts[1]+parts[2], parts[3], parts[4]+parts[5]
	m := rules.Move(from + "-" + to)
	q, ok := readPly(m)
	if !ok || !p.legal(q) {
		return "", p.refuse(text, from, to)
	}
	if strings.Contains(sign, "x") {
		return "", refuseSign(text, m)
	}
	return m, nil
}

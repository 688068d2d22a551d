package roses

import (
	"cmp"
	"slices"

	"turnpost/rules"
)

// titles are the titles of the kinds of plies, in the order in which a player should look at them.
var titles = []groupTitle{
	{attack, rules.Term("attack")},
	{line, rules.Term("step or line")},
	{translation, rules.Term("translation")},
	{drop, rules.Term("drop")},
	{pass, rules.Term("pass")},
}

type groupTitle struct {
	kind  kind
	title rules.Term
}

// Groups implements rules.Grouper: a group for each kind of ply.
func (p position) Groups() []rules.Group {
	var l plies
	p.plies(&l)
	rank := func(m ply) int {
		return slices.IndexFunc(titles, func(t groupTitle) bool { return t.kind == m.kind })
	}
	slices.SortFunc(l.all(), func(a, b ply) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.text(), b.text()))
	})
	return rules.GroupBy(l.all(),
		func(m ply) rules.Phrase { return rules.Phrase{Format: string(titles[rank(m)].title)} }, ply.text)
}

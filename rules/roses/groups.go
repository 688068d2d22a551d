package roses

import (
	"slices"

	"turnpost/rules"
)

// titles name the groups of plies by their kind, in the order in which a player
// should look at them.
var titles = []struct {
	kind  kind
	title rules.Term
}{
	{attack, rules.Term("attack")},
	{line, rules.Term("step or line")},
	{translation, rules.Term("translation")},
	{drop, rules.Term("drop")},
	{pass, rules.Term("pass")},
}

// Groups puts the legal plies into one group a kind.
func (p position) Groups() []rules.Group {
	var l plies
	p.plies(&l)
	var groups []rules.Group
	for _, t := range titles {
		var moves []rules.Move
		for _, m := range l.all() {
			if m.kind == t.kind {
				moves = append(moves, m.text())
			}
		}
		if moves != nil {
			slices.Sort(moves)
			groups = append(groups, rules.Group{Title: rules.Phrase{Format: string(t.title)}, Moves: moves})
		}
	}
	return groups
}

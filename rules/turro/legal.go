package turro

import "turnpost/rules"

// plies calls each with every legal ply in the order of their texts.
func (b *setup) plies(each func(ply)) {
	if b.ending != none {
		return
	}
	for own := b.free[b.side]; own != 0; own = own.rest() {
		from := own.first()
		for to := b.targets(from); to != 0; to = to.rest() {
			each(move(from, to.first()))
		}
	}
	if b.moves == second {
		each(pass)
	}
}

// legal reports whether p is a legal ply.
func (b *setup) legal(p ply) bool {
	switch {
	case b.ending != none:
		return false
	case p == pass:
		return b.moves == second
	}
	return b.free[b.side].has(p.from()) && b.targets(p.from()).has(p.to())
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	if p.ending != none {
		return nil
	}
	legal := make([]rules.Move, 0, 128)
	p.plies(func(q ply) { legal = append(legal, q.text()) })
	return legal
}

// Groups implements rules.Grouper: a group for each field that plies leave, the Turro's first,
// because it decides the game, and pass last.
func (p position) Groups() []rules.Group {
	var turro, others []ply
	p.plies(func(q ply) {
		if q != pass && p.turro[p.side].has(q.from()) {
			turro = append(turro, q)
		} else {
			others = append(others, q)
		}
	})
	return rules.GroupBy(append(turro, others...), p.title, ply.text)
}

// title names the group of q: "d1, Turro", "c4, tower of 3", "d3".
func (b *setup) title(q ply) rules.Phrase {
	if q == pass {
		return rules.Phrasef("no second move")
	}
	h := b.towers[q.from()].height()
	switch turro := b.turro[b.side].has(q.from()); {
	case turro && h > 1:
		return rules.Phrasef("%s, Turro, tower of %d", q.from(), h)
	case turro:
		return rules.Phrasef("%s, Turro", q.from())
	case h > 1:
		return rules.Phrasef("%s, tower of %d", q.from(), h)
	}
	return rules.Phrasef("%s", q.from())
}

package turro

import "turnpost/rules"

// walker walks over boards.
type walker struct{ rules.Stack[setup] }

// Walk begins a walk at the position (rules.Walkable).
func (p position) Walk() rules.Walker { return &walker{rules.NewStack(p.setup)} }

// Turn is the side to move.
func (w *walker) Turn() rules.Side {
	if w.Now().ending != none {
		return rules.None
	}
	return w.Now().side.side()
}

// Result is how the game stands.
func (w *walker) Result() rules.Result {
	if w.Now().ending == none {
		return rules.Undecided
	}
	return rules.Wins(w.Now().winner.side())
}

// Plies appends the legal plies. What wins at once is loud.
func (w *walker) Plies(to []rules.Ply) []rules.Ply {
	b := w.Now()
	if b.ending != none {
		return to
	}
	me := b.side
	goal, enemy := ends[me], b.turro[me.other()]
	for own := b.free[me]; own != 0; own = own.rest() {
		from := own.first()
		isTurro := b.turro[me].has(from)
		for targets := b.targets(from); targets != 0; targets = targets.rest() {
			at := targets.first()
			hint := uint8(rules.Quiet)
			switch {
			case enemy.has(at), isTurro && goal.has(at):
				hint = rules.MostHint
			case isTurro:
				hint = 32
			case b.free[me.other()].has(at):
				hint = 16
			}
			to = append(to, rules.NewPly(uint32(move(from, at)), hint))
		}
	}
	if b.moves == second {
		to = append(to, rules.NewPly(uint32(pass), rules.Quiet))
	}
	return to
}

// ends is the row that each side's Turro must reach.
var ends = [2]fields{black: row7, white: row1}

// Play makes a ply.
func (w *walker) Play(p rules.Ply) { w.Push().play(ply(p.Number())) }

// Text is the text of a ply.
func (w *walker) Text(p rules.Ply) rules.Move { return ply(p.Number()).text() }

// Hash is a hash of the state.
func (w *walker) Hash() uint64 {
	b := w.Now()
	hash := uint64(b.side)<<16 | uint64(b.moves)<<8 | uint64(b.height)
	for _, t := range b.towers {
		// A sum of products would do, but a field alone must not cancel another.
		hash = (hash ^ uint64(t)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return rules.Mix(rules.Mix(hash, uint64(b.turro[black])), uint64(b.turro[white]))
}

// Evaluate is how far the Turros have come and what they threaten, and how many
// stones are free (rules.Evaluator).
func (w *walker) Evaluate() int {
	b := w.Now()
	me := b.side
	if b.strikes(me) {
		return 9000
	}
	sum := b.standing(me) - b.standing(me.other())
	if b.moves == two {
		sum += 60
	}
	if b.strikes(me.other()) {
		sum -= 80
	}
	return sum
}

// strikes reports whether a side wins with one ply if it is to move.
func (b *setup) strikes(me colour) bool {
	own, enemy := b.turro[me], b.turro[me.other()]
	if b.reach(own.first())&ends[me] != 0 {
		return true
	}
	// A stone reaches the enemy's Turro from a tower as high as it is away.
	for free := b.free[me] &^ own; free != 0; free = free.rest() {
		if b.reach(free.first())&enemy != 0 {
			return true
		}
	}
	return b.reach(own.first())&enemy != 0
}

// standing is how well a side stands.
func (b *setup) standing(me colour) int {
	turro := b.turro[me].first()
	row := turro.row()
	if me == white {
		row = size - 1 - row
	}
	sum := 12 * row
	moves := 0
	for free := b.free[me]; free != 0; free = free.rest() {
		f := free.first()
		if b.reach(f) != 0 {
			moves++
		}
		if b.towers[f].height() > 1 {
			sum += 3
		}
	}
	return sum + 10*moves
}

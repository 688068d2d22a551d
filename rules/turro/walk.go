package turro

import "turnpost/rules"

// walker implements rules.Walker.
type walker struct {
	rules.Stack[setup]
	notes  []note // one for each board of the walk
	worths []int16
}

// Walk implements rules.Walkable.
func (p position) Walk() rules.Walker {
	return &walker{Stack: rules.NewStack(p.setup), notes: make([]note, 1)}
}

// Turn implements rules.Walker.
func (w *walker) Turn() rules.Side {
	if w.Now().ending != none {
		return rules.None
	}
	return w.Now().side.side()
}

// Result implements rules.Walker.
func (w *walker) Result() rules.Result {
	if w.Now().ending == none {
		return rules.Undecided
	}
	return rules.Wins(w.Now().winner.side())
}

// Plies implements rules.Walker. Plies that win at once are loud.
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

// ends are the rows that the sides' Turros must reach.
var ends = [2]fields{black: row7, white: row1}

// Loud implements rules.Louder: the plies that win at once.
func (w *walker) Loud(to []rules.Ply) []rules.Ply {
	b := w.Now()
	if b.ending != none {
		return to
	}
	me := b.side
	goal, enemy := ends[me], b.turro[me.other()]
	for own := b.strikers(me, &w.note().high); own != 0; own = own.rest() {
		from := own.first()
		targets := b.reach(from) & enemy
		if b.turro[me].has(from) {
			targets = b.reach(from) & (enemy | goal)
		}
		for ; targets != 0; targets = targets.rest() {
			to = append(to, rules.NewPly(uint32(move(from, targets.first())), rules.MostHint))
		}
	}
	return to
}

// Play implements rules.Walker.
func (w *walker) Play(p rules.Ply) {
	q := ply(p.Number())
	w.Push().play(q)
	w.notes = append(w.notes, note{ply: q})
}

// Back implements rules.Walker.
func (w *walker) Back() {
	w.Stack.Back()
	w.notes = w.notes[:len(w.notes)-1]
}

// Text implements rules.Walker.
func (w *walker) Text(p rules.Ply) rules.Move { return ply(p.Number()).text() }

// Hash implements rules.Walker.
func (w *walker) Hash() uint64 {
	b := w.Now()
	turros := uint64(b.turro[black].first())<<32 | uint64(b.turro[white].first())<<24
	return rules.Mix(w.note().hash, turros|uint64(b.side)<<16|uint64(b.moves)<<8|uint64(b.height))
}

// Evaluate implements rules.Evaluator: it values the progress of the Turros, threats, and stones that
// can move.
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
	// A stone reaches the enemy's Turro from a tower whose height is the distance.
	for free := b.free[me] &^ own; free != 0; free = free.rest() {
		if b.reach(free.first())&enemy != 0 {
			return true
		}
	}
	return b.reach(own.first())&enemy != 0
}

// standing is the value of a side's Turro and free stones.
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

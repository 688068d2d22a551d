package turro

// What is learned of Turro (rules.Patterned), as the side to move sees the board: where
// free stones stand and how high, how they stand to both Turros, how many can move,
// and who strikes. Left and right are alike.

// The groups of patterns, one behind the other.
const (
	heights = 7 // 7 and more, which never move, are one
	folded  = 4 // columns

	patternState  = 1 // behind the one that every position shows
	patternMovers = patternState + 3*4
	patternTall   = patternMovers + 2*patternMost
	patternMost   = 22 // stones of a side
	patternPlace  = patternTall + heights + 1
	patternTurro  = patternPlace + 2*places
	places        = heights * size * folded
	patternNear   = patternTurro + 2*places
	relations     = size * (2*size - 1) * heights
	patternKinds  = patternNear + 4*relations
)

// Patterns lists them, first those of the side to move.
func (w *walker) Patterns(to []uint16) []uint16 {
	b := w.Now()
	me := b.side
	state := patternState + 4*uint16(b.moves)
	if b.strikes(me) {
		state++
	}
	if b.strikes(me.other()) {
		state += 2
	}
	to = append(to, 0, state, patternTall+uint16(min(b.tallest, heights)))
	for i, side := range [...]colour{me, me.other()} {
		to = b.patterns(to, side, me, uint16(i))
	}
	return to
}

// PatternKinds is how many there are.
func (w *walker) PatternKinds() int { return patternKinds }

// patterns appends those of the stones of a side; i is 0 if it is to move.
func (b *setup) patterns(to []uint16, side, me colour, i uint16) []uint16 {
	enemy, own := b.turro[side.other()].first(), b.turro[side].first()
	movers := uint16(0)
	for free := b.free[side]; free != 0; free = free.rest() {
		f := free.first()
		h := uint16(min(b.towers[f].height(), heights) - 1)
		if b.reach(f)&^b.turro[side] != 0 {
			movers++
		}
		place := (h*size+uint16(f.rowOf(me)))*folded + uint16(min(f.column(), size-1-f.column()))
		if f == own {
			to = append(to, patternTurro+i*places+place, patternNear+i*relations+f.relation(enemy, h, me))
			continue
		}
		to = append(to, patternPlace+i*places+place,
			patternNear+i*relations+f.relation(enemy, h, me),
			patternNear+(2+i)*relations+f.relation(own, h, me))
	}
	return append(to, patternMovers+i*patternMost+min(movers, patternMost-1))
}

// rowOf is the row of a field, counted from a side's own.
func (f field) rowOf(side colour) int {
	if side == white {
		return size - 1 - f.row()
	}
	return f.row()
}

// relation is how a tower so high stands to another field.
func (f field) relation(g field, h uint16, me colour) uint16 {
	across := max(f.column(), g.column()) - min(f.column(), g.column())
	up := g.rowOf(me) - f.rowOf(me) + size - 1
	return (uint16(across)*(2*size-1)+uint16(up))*heights + h
}

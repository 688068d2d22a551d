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
	to = append(to, 0, b.statePattern(b.strikes(me), b.strikes(me.other())), b.tallPattern())
	for _, side := range [...]colour{me, me.other()} {
		movers := 0
		for free := b.free[side]; free != 0; free = free.rest() {
			f := free.first()
			if b.reach(f)&^b.turro[side] != 0 {
				movers++
			}
			place, toEnemy, toOwn := b.shows(f, b.towers[f].height(), side, me)
			to = append(to, place, toEnemy)
			if toOwn != 0 {
				to = append(to, toOwn)
			}
		}
		to = append(to, moversPattern(side^me, movers))
	}
	return to
}

// PatternKinds is how many there are.
func (w *walker) PatternKinds() int { return patternKinds }

// statePattern is that of the turn's moves, and of who strikes.
func (b *setup) statePattern(own, enemy bool) uint16 {
	state := patternState + 4*uint16(b.moves)
	if own {
		state++
	}
	if enemy {
		state += 2
	}
	return state
}

// tallPattern is that of the tallest tower.
func (b *setup) tallPattern() uint16 { return patternTall + uint16(min(b.tallest, heights)) }

// moversPattern is that of how many stones of a side can move; i is 0 if the side is to move,
// and else 1.
func moversPattern(i colour, movers int) uint16 {
	return patternMovers + uint16(i)*patternMost + uint16(min(movers, patternMost-1))
}

// shows is the patterns of a side's stone, free on top of so many on a field: where it is,
// and how it stands to the enemy's Turro and to its own; 0 if it is that itself.
func (b *setup) shows(f field, height int, side, me colour) (place, toEnemy, toOwn uint16) {
	i, h := uint16(side^me)&1, uint16(min(height, heights)-1)
	own, enemy := b.turro[side&1].first(), b.turro[side&1^1].first()
	relation := &relationOf[me&1][f]
	place = patternPlace + i*places + h*size*folded + placeOf[me&1][f]
	toEnemy = patternNear + i*relations + relation[enemy] + h
	if f == own {
		return place + patternTurro - patternPlace, toEnemy, 0
	}
	return place, toEnemy, patternNear + (2+i)*relations + relation[own] + h
}

// placeOf is each field as a side sees it, left and right alike, and relationOf how each
// stands to each other one, both without the height.
var placeOf, relationOf = seenBySides()

func seenBySides() (place [2][size * size]uint16, relation [2][size * size][size * size]uint16) {
	for me := black; me <= white; me++ {
		for f := range field(size * size) {
			place[me][f] = uint16(f.rowOf(me)*folded + min(f.column(), size-1-f.column()))
			for g := range field(size * size) {
				across := max(f.column(), g.column()) - min(f.column(), g.column())
				up := g.rowOf(me) - f.rowOf(me) + size - 1
				relation[me][f][g] = uint16((across*(2*size-1) + up) * heights)
			}
		}
	}
	return place, relation
}

// rowOf is the row of a field, counted from a side's own.
func (f field) rowOf(side colour) int {
	if side == white {
		return size - 1 - f.row()
	}
	return f.row()
}

package turro

// The patterns of Turro (rules.Patterned) from the point of view of the side to move: where free
// stones stand and how high, where they are relative to both Turros, how many can move, and
// which sides could win at once. Left and right are equal.

// The first numbers of the groups of patterns.
const (
	heights = 7 // 7 is also for higher towers, which never move
	folded  = 4 // columns, left and right being equal

	patternState  = 1 // pattern 0 is in every position
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

// Patterns implements rules.Patterned.
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

// PatternKinds implements rules.Patterned.
func (w *walker) PatternKinds() int { return patternKinds }

// statePattern is the pattern of the turn's moves and of which sides could win at once.
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

// tallPattern is the pattern of the tallest tower.
func (b *setup) tallPattern() uint16 { return patternTall + uint16(min(b.tallest, heights)) }

// moversPattern is the pattern of the number of a side's stones that can move; i is 0 for the side
// to move and 1 for the other.
func moversPattern(i colour, movers int) uint16 {
	return patternMovers + uint16(i)*patternMost + uint16(min(movers, patternMost-1))
}

// shows is the patterns of a side's free stone on a tower of a height: its field, and its relations
// to the enemy's Turro and to its own, which is 0 for the Turro itself.
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

// placeOf numbers the fields as a side sees them, left and right being equal, and relationOf the
// relations between two fields, both without the height.
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

// rowOf is the row of a field counted from a side's own end row.
func (f field) rowOf(side colour) int {
	if side == white {
		return size - 1 - f.row()
	}
	return f.row()
}

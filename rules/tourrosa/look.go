package tourrosa

import (
	"math/bits"

	"turnpost/rules"
)

// The stacks as bits, so that the next one along the line is found at once, however far away it is.

// stacks are the cells of the stacks of the side to move and of the other, a bit each.
func (s *state) stacks() (own, enemy uint64) {
	const highest = 0x8080_8080_8080_8080 // of each of eight cells
	var taken, white uint64
	for i := 0; i < cells; i += 8 {
		eight := s.eight(i)
		taken |= gather((eight&^highest+^uint64(highest)|eight)&highest) << i // the bit of a cell that is not 0
		white |= gather(eight&highest) << i
	}
	if s.side == rules.White {
		return white, taken &^ white
	}
	return taken &^ white, white
}

// eight is the heights on eight cells, the first in the lowest bits. It is one load.
func (s *state) eight(i int) uint64 {
	v := (*[8]int8)(s.cells[i:])
	return uint64(uint8(v[0])) | uint64(uint8(v[1]))<<8 | uint64(uint8(v[2]))<<16 | uint64(uint8(v[3]))<<24 |
		uint64(uint8(v[4]))<<32 | uint64(uint8(v[5]))<<40 | uint64(uint8(v[6]))<<48 | uint64(uint8(v[7]))<<56
}

// gather moves the highest bits of eight bytes, without the others, to the lowest byte.
func gather(highest uint64) uint64 { return highest >> 7 * 0x0102_0408_1020_4080 >> 56 }

// places is a set of cells with a bit for each place: a word for each half of each tour, in its lower 48
// bits. The upper bits repeat the sixteen places that come next, so that one word has all places up to
// sixteen steps ahead of a place.
type places [routes / half]uint64

const (
	half = lap / 2
	// far is how many steps a word looks ahead from any place.
	far = 64 - half
	// againAfter is the least number of steps from a cell to itself: of ring b inward and of ring c
	// outward. The next least is 39.
	againAfter = 19
)

// placesOf is the places of a set of cells.
func placesOf(set uint64) places {
	var a, b, c, d uint64
	for ; set != 0; set &= set - 1 {
		on := &tours.places[first(set)%64]
		a, b, c, d = a|on[0], b|on[1], c|on[2], d|on[3]
	}
	return places{a, b, c, d}
}

// ahead has a bit for a place and each of the sixteen places ahead of it, the lowest for the place itself.
func (s *places) ahead(p place) uint64 {
	at := tours.bit[p]
	return s[at.word%4] >> (at.bit % 64) & (1<<(far+1) - 1)
}

// first is the index of the lowest bit, 64 if there is none.
func first(set uint64) uint { return uint(bits.TrailingZeros64(set)) }

// tours are tables of the places ahead.
var tours = lookAhead()

type tourTables struct {
	// ahead is the place after each number of steps.
	ahead [256][far + 1]place
	// places are the bits of each cell, and bit is the word and the bit of each place.
	places [64]places
	bit    [256]struct{ word, bit uint8 }
	// again has a bit for each place up to sixteen steps ahead whose cell comes again in againAfter
	// steps.
	again [256]uint64
}

func lookAhead() (t tourTables) {
	for p := range place(routes) {
		at := p
		for k := range t.ahead[p] {
			t.ahead[p][k] = at
			if ring := rose.cell[at].ring(); ring == 1 && !rose.outward[at] || ring == 2 && rose.outward[at] {
				t.again[p] |= 1 << k
			}
			at = at.next()
		}
		word, bit := p/half, p%half
		t.bit[p].word, t.bit[p].bit = uint8(word), uint8(bit)
		on := &t.places[rose.cell[p]]
		on[word] |= 1 << bit
		if bit < far {
			other := word ^ 1 // the half before it, which is also the one after it
			on[other] |= 1 << (half + bit)
		}
	}
	return t
}

// look finds the effect of the two plies of a stack in one direction by the stacks ahead: how many pieces
// it captures, and whether it changes the board, without which it is not legal. It plays a ply on a copy
// of the state only if that goes further than 32 steps.
type look struct {
	*view
	place place
	// own and enemy are the stacks at the place and ahead of it, a bit for each step.
	own, enemy uint64
}

// view is a state and the places of the stacks of the side to move and of the other.
type view struct {
	*state
	own, enemy places
}

// safe reports whether neither sowing nor stacking a stack of a height can jump the nearest enemy, which is
// so many steps ahead.
func (l look) safe(over, height uint) bool {
	gathered := first(^(l.own >> 1))
	return (l.own|l.enemy)>>(over+1)&1 != 0 || l.height(over) > max(height+1-min(over, height), 1+gathered)
}

// sow is the effect of sowing a stack of a height.
func (l look) sow(height uint) (captured uint, changed bool) {
	l.own &^= 1
	return l.run(sow(l.place), 1, height)
}

// stack is the effect of stacking.
func (l look) stack(height uint) (captured uint, changed bool) {
	if height == 1 {
		l.own &^= 1
	}
	gathered := first(^(l.own >> 1))
	if gathered == far {
		return l.played(stack(l.place))
	}
	for i := uint(1); i <= gathered; i++ {
		if l.height(i) == 1 {
			l.own &^= 1 << i
		}
	}
	return l.run(stack(l.place), 1+gathered, 1+gathered)
}

// run goes on with some pieces in hand when the next step is the from-th. No cell comes twice within
// the first sixteen steps, so the turn has not changed one before it comes there.
func (l look) run(p ply, from, hand uint) (captured uint, changed bool) {
	sowing, seen := !p.stacking(), uint(far)
	back := uint(0) // the step that brings a single piece back to its cell, which leaves the board as it was
	if hand == 1 && tours.again[l.place]&1 != 0 {
		back = againAfter
	}
	for {
		over := from + first(l.enemy>>from)
		if sowing && from+hand <= min(over, seen+1) {
			// The last piece is sown before the nearest enemy.
			l.own |= 1<<(from+hand-1) - 1<<from
			from, hand, sowing = from+hand, 1, false
		}
		if end := from + first(l.own>>from); !sowing && end < over {
			return captured, captured > 0 || end != back
		}
		if over >= seen {
			if seen > far || sowing { // what is sown further on may come again
				return l.played(p)
			}
			l = l.further()
			seen = 2 * far
			continue
		}
		if sowing {
			l.own |= 1<<over - 1<<from
			hand -= over - from
		}
		height := l.height(over)
		if height > hand || (l.own|l.enemy)>>(over+1)&1 != 0 {
			return captured, captured > 0 || over > 1 && over-1 != back
		}
		captured += height
		if captured == uint(l.pieces[index(-sign(l.side))]) {
			return captured, true
		}
		l.enemy &^= 1 << over
		from = over + 2
		if sowing && hand > 1 {
			l.own |= 1 << (over + 1)
			hand--
		} else {
			sowing = false
		}
	}
}

// height is the height of the stack a number of steps ahead.
func (l look) height(steps uint) uint {
	v := l.cells[rose.cell[l.after(steps)]]
	return uint(max(v, -v))
}

// after is the place a number of steps ahead.
func (l look) after(steps uint) place {
	if steps > far {
		return tours.ahead[tours.ahead[l.place][far]][steps-far]
	}
	return tours.ahead[l.place][steps]
}

// further looks sixteen steps further. Cells that come again there are as they are now.
func (l look) further() look {
	next, again := l.after(far), tours.again[l.place]&(1<<(2*far-againAfter+1)-1)
	l.own = (l.own|l.view.own.ahead(next)<<far)&^(again<<againAfter) | l.own&again<<againAfter
	l.enemy = (l.enemy|l.view.enemy.ahead(next)<<far)&^(again<<againAfter) | l.enemy&again<<againAfter
	return l
}

// played is the effect of a ply by playing it on a copy.
func (l look) played(p ply) (captured uint, changed bool) {
	next := *l.state
	_, changed = next.choose(p)
	enemy := index(-sign(l.side))
	return uint(l.pieces[enemy] - next.pieces[enemy]), changed
}

package tourrosa

import "sync"

// weigher holds the sum of the worths of all patterns of every three consecutive cells.
type weigher struct {
	worths []int16
	// windows is indexed by the ring kind of the last place and the three classes, four bits
	// each.
	windows [ringKinds << window]int32
}

// window is the number of bits of three classes.
const window = 12

// learnedWeigher is the weigher of the learned worths.
var learnedWeigher = sync.OnceValue(func() *weigher { return newWeigher(weights()) })

func newWeigher(worths []int16) *weigher {
	g := &weigher{worths: worths}
	var list []uint16
	for kind := range uint16(ringKinds) {
		for a := range uint16(classes) {
			for b := range uint16(classes) {
				for c := range uint16(classes) {
					list = triple(list[:0], kind, a, b, c)
					for _, n := range list {
						g.windows[kind<<window|a<<8|b<<4|c] += int32(worths[n])
					}
				}
			}
		}
	}
	return g
}

// Weigh implements rules.Weigher.
func (w *walker) Weigh(worths []int16) func() int {
	g := learnedWeigher()
	if &worths[0] != &g.worths[0] {
		g = newWeigher(worths)
	}
	return func() int { return g.weight(w.Now()) }
}

func (g *weigher) weight(s *state) int {
	sum := 0
	for _, n := range s.counts() {
		sum += int(g.worths[n])
	}
	classOf := &classesOf[index(sign(s.side))]
	stacks := g.worths[patternStacks:]
	var on [cells]uint8
	for c, v := range s.cells {
		if v != 0 {
			class := classOf[uint8(v)]
			on[c] = class
			sum += int(stacks[c/hours*classes+int(class)])
		}
	}
	three := uint16(on[rose.cell[lap-2]])<<4 | uint16(on[rose.cell[lap-1]])
	for p, at := range rose.cell[:lap] {
		three = (three<<4 | uint16(on[at])) & (1<<window - 1)
		sum += int(g.windows[placeKind[p]<<window|three])
	}
	return sum
}

// classesOf is the class of every height from the point of view of each side.
var classesOf = classesBySides()

func classesBySides() (of [2][256]uint8) {
	for v := -127; v < 128; v++ {
		of[index(1)][uint8(v)] = uint8(class(int8(v)))
		of[index(-1)][uint8(v)] = uint8(class(int8(-v)))
	}
	return of
}

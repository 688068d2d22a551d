package tourrosa

import (
	"strconv"
)

// The Rose has rings a, b, c and d of twelve cells each. Clock hours and half-hours are counted
// modulo twelve and modulo twenty-four, with hour 12 as 0.
const (
	rings     = 4
	hours     = 12
	halfHours = 2 * hours
	cells     = rings * hours
)

// cell numbers the cells in the order of a position string: ring by ring, each from hour 12.
type cell uint8

func cellAt(ring, hour int) cell { return cell(ring*hours + hour%hours) }

func (c cell) ring() int { return int(c) / hours }

// hour is 1 to 12, as on a clock.
func (c cell) hour() int {
	if h := int(c) % hours; h > 0 {
		return h
	}
	return hours
}

// bearing is the place of the cell on its ring, in half-hours from the top: rings b and d are on
// their hour, rings a and c half an hour after it.
func (c cell) bearing() int {
	h := 2 * c.hour()
	if c.onTheHalf() {
		h++
	}
	return h % halfHours
}

func (c cell) onTheHalf() bool { return c.ring()%2 == 0 }

// String is the name: ring and hour, as in b12.
func (c cell) String() string { return names[c] }

var names = name()

func name() *[cells]string {
	var n [cells]string
	for c := range cell(cells) {
		n[c] = string(rune('a'+c.ring())) + strconv.Itoa(c.hour())
	}
	return &n
}

// cellBearing is the cell of a ring at a bearing of that ring.
func cellBearing(ring, bearing int) cell {
	return cellAt(ring, (bearing+halfHours)%halfHours/2)
}

// Each of the two senses of rotation makes one single tour of the whole line,
// and passes every cell twice: once outward and once inward.
const (
	lap    = 2 * cells
	routes = 2 * lap
)

// place is a cell and a direction in one number, the position of a mover on its tour. The clockwise
// tour is 0 to lap-1, the anticlockwise tour lap to routes-1. A step goes to the next number; the
// last is followed by the first of the same tour.
type place uint8

func (p place) clockwise() bool { return p < lap }

// next is one step along the tour.
func (p place) next() place { return rose.next[p] }

// line is the course of the line: the cell at each place, and the places of
// each cell.
type line struct {
	cell    [256]cell // 256, so that an index needs no bounds check
	next    [256]place
	outward [routes]bool
	// starts are the four directions of a cell in the order of their names:
	// ai, ao, ci, co.
	starts [cells][4]place
}

var rose = trace()

// trace follows the whole line in each sense, from b12 outward.
func trace() line {
	var l line
	for _, sense := range []int{1, -1} {
		at, outward := cellAt(1, 12), true
		first := place(0)
		if sense < 0 {
			first = lap
		}
		for i := range place(lap) {
			p := first + i
			l.next[p] = first + (i+1)%lap
			l.cell[p], l.outward[p] = at, outward
			l.starts[at][startIndex(sense > 0, outward)] = p
			at, outward = along(at, sense, outward)
		}
	}
	return l
}

// along is one step in a direction, as in the rules: to the next ring and half an hour onward; or,
// around the tip of a petal and past the centre, to the same ring, a whole hour onward, with the
// other heading. The sense never changes.
func along(from cell, sense int, outward bool) (cell, bool) {
	ring, bearing := from.ring(), from.bearing()
	switch {
	case outward && ring == rings-1, !outward && ring == 0:
		return cellBearing(ring, bearing+2*sense), !outward
	case outward:
		return cellBearing(ring+1, bearing+sense), true
	default:
		return cellBearing(ring-1, bearing+sense), false
	}
}

func startIndex(clockwise, outward bool) int {
	i := 0
	if clockwise {
		i += 2
	}
	if outward {
		i++
	}
	return i
}

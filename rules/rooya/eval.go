package rooya

import (
	"turnpost/rules"
)

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[walked] }

// walked is a position without the parts that only messages need.
type walked struct {
	setup
	side rules.Side
	end  ending
}

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker {
	return &walker{rules.NewWalkStack(walked{p.setup, p.side, p.end})}
}

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side {
	if w.Now().end != goesOn {
		return rules.None
	}
	return w.Now().side
}

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return outcome(w.Now().end, w.Now().side).Result }

// Plies implements rules.SearchWalker. Exchanges have a slightly higher hint than steps.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	if s.end != goesOn {
		return to
	}
	var list [maxPlies]ply
	for _, m := range list[:s.plies(&list)] {
		hint := uint8(rules.Quiet)
		if m.kind == move && s.other.has(m.to) {
			hint = 16
		}
		to = append(to, rules.NewPlyNumber(uint32(m.kind)<<15|uint32(m.from)<<10|uint32(m.via)<<5|uint32(m.to), hint))
	}
	return to
}

// plyNumbered is the ply with a number.
func plyNumbered(n uint32) ply {
	return ply{kind(n >> 15), cell(n >> 10 & 31), cell(n >> 5 & 31), cell(n & 31)}
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) {
	s := w.Push()
	s.setup, s.end = s.play(plyNumbered(p.Number()))
	s.side = s.side.Opponent()
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return plyNumbered(p.Number()).text() }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	return rules.Mix(rules.Mix(0, uint64(s.own)<<32|uint64(s.other)), uint64(s.side))
}

// Evaluate implements rules.Evaluator: it values pawns in the same line.
func (w *walker) Evaluate() int {
	s := w.Now()
	sum := 8
	for i := range size {
		for _, line := range lines[at(i, i)] {
			sum += filled[(s.own&line).count()] - filled[(s.other&line).count()]
		}
	}
	// Pawns in the middle can go everywhere.
	return sum + 6*((s.own&inner).count()-(s.other&inner).count())
}

// filled is the value of a line by the number of a side's pawns in it.
var filled = [size + 1]int{0, 2, 8, 25, 70, 70}

// The patterns of Le Rooya (rules.Patterned) are the fillings of each line, as it is and as it
// would be after each turn of the plate, and the fillings of the plate. Fillings that are equal
// by a symmetry of the board are one pattern.

// The kinds of lines. Each kind has a pattern for each filling of five cells.
const (
	lineEdge  = iota // rows 1 and 5, columns a and e
	lineNext         // rows 2 and 4, columns b and d
	lineInner        // row 3 and column c
	lineNextQuarter
	lineInnerQuarter
	lineNextHalf
	lineInnerHalf
	lineKinds
)

const (
	fillings      = 3 * 3 * 3 * 3 * 3
	plateFillings = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3

	patternLines  = 1 // pattern 0 is in every position
	patternPhase  = lineKinds * fillings
	patternPlates = patternLines + 2*patternPhase
)

// pattern is the tables by which patterns are found.
var pattern = buildPatterns()

type patternTables struct {
	base3  [1 << 9]uint16           // a set of cells as digits in base 3
	line   [fillings]uint16         // the filling that represents one and its reverse
	plate  [plateFillings]uint16    // the pattern of each filling of the plate
	spread [1 << size]set           // a row moved into column a
	ofLine [size]uint16             // the kind of a row or column
	turned [len(turns)][size]uint16 // its kind after a turn
	plates int
}

func buildPatterns() *patternTables {
	t := &patternTables{}
	for s := range t.base3 {
		for bit, power := 0, uint16(1); bit < 9; bit, power = bit+1, 3*power {
			if s>>bit&1 == 1 {
				t.base3[s] += power
			}
		}
	}
	for s := range t.spread {
		for column := range size {
			if s>>column&1 == 1 {
				t.spread[s] |= at(0, column).bit()
			}
		}
	}
	for f := range t.line {
		reversed, rest := 0, f
		for range size {
			reversed, rest = 3*reversed+rest%3, rest/3
		}
		t.line[f] = uint16(min(f, reversed))
	}
	t.ofLine = [size]uint16{lineEdge, lineNext, lineInner, lineNext, lineEdge}
	quarter := [size]uint16{0, lineNextQuarter, lineInnerQuarter, lineNextQuarter}
	t.turned = [...][size]uint16{quarter, {0, lineNextHalf, lineInnerHalf, lineNextHalf}, quarter}
	t.numberPlates()
	return t
}

// numberPlates numbers the fillings of the plate. The eight that are equal by symmetry share
// one number.
func (t *patternTables) numberPlates() {
	for f := range t.plate {
		var cells [9]int
		for i, rest := 0, f; i < 9; i, rest = i+1, rest/3 {
			cells[i] = rest % 3
		}
		least := f
		for range 2 {
			for range 4 {
				var turned [9]int
				number := 0
				for i := range turned {
					turned[i] = cells[3*(i%3)+2-i/3]
				}
				cells = turned
				for i := 8; i >= 0; i-- {
					number = 3*number + cells[i]
				}
				least = min(least, number)
			}
			for row := range 3 {
				cells[3*row], cells[3*row+2] = cells[3*row+2], cells[3*row]
			}
		}
		if least == f {
			t.plate[f] = uint16(patternPlates + t.plates)
			t.plates++
		} else {
			t.plate[f] = t.plate[least]
		}
	}
}

// across is s with rows and columns exchanged.
func (t *patternTables) across(s set) set {
	return t.spread[s&31] | t.spread[s>>5&31]<<1 | t.spread[s>>10&31]<<2 | t.spread[s>>15&31]<<3 | t.spread[s>>20&31]<<4
}

// lines appends the patterns of the rows and columns from first to last.
func (t *patternTables) lines(to []uint16, own, other set, kinds *[size]uint16, first, last int,
	phase uint16) []uint16 {
	ownAcross, otherAcross := t.across(own), t.across(other)
	for i := first; i <= last; i++ {
		base := phase + kinds[i]*fillings
		shift := size * i
		to = append(to,
			base+t.line[t.base3[own>>shift&31]+2*t.base3[other>>shift&31]],
			base+t.line[t.base3[ownAcross>>shift&31]+2*t.base3[otherAcross>>shift&31]])
	}
	return to
}

// Patterns implements rules.Patterned.
func (w *walker) Patterns(to []uint16) []uint16 {
	s, t := w.Now(), pattern
	to = append(to, 0)
	if s.placing() {
		return t.lines(to, s.own, s.other, &t.ofLine, 0, size-1, patternLines)
	}
	const phase = patternLines + patternPhase
	to = t.lines(to, s.own, s.other, &t.ofLine, 0, size-1, phase)
	for i := range turns {
		to = t.lines(to, turns[i].of(s.own), turns[i].of(s.other), &t.turned[i], 1, size-2, phase)
	}
	return append(to, t.plate[t.base3[onPlate(s.own)]+2*t.base3[onPlate(s.other)]])
}

// PatternKinds implements rules.Patterned.
func (w *walker) PatternKinds() int { return patternPlates + pattern.plates }

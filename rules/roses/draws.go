package roses

import (
	"math"

	"turnpost/rules"
)

// A drawn state of the move phase is more or less hard to hold. If h(s) is how likely the side to move
// loses it, and the other side plays for that,
//
//	h(s) = sum of w(p) x(p) / sum of w(p), over the plies p of s
//
// where w(p) is 1 for a ply that draws, and [rules.Overlooked] for one that loses; x(p) is 1 for a ply that
// loses, and for a ply that draws [rules.LaterError] times the greatest h to which a ply of the other side
// leads, or 0 if the game ends. The values are found by iteration over all drawn states: as the later errors
// count less, each round brings them nearer.
//
// They are kept in steps of a sixteenth, 0 to 15.

// hardRounds is the number of rounds. They leave less than 0.0005 of the first error.
const hardRounds = 36

// drawGraph is the drawn states and their plies.
type drawGraph struct {
	first []uint32 // of the plies of each drawn state, followed by their number
	// plies are indices of drawn states; -1 for one that ends the game, and -1-n for one that loses in n plies.
	plies []int32
}

func (t *table) drawGraph() *drawGraph {
	g := &drawGraph{first: []uint32{0}}
	index, n := make([]int32, len(t.values)), int32(0)
	for number, v := range t.values {
		if v == 0 {
			index[number] = n
			n++
		}
	}
	walk := &graph{numbering: t.numbering}
	for number, v := range t.values {
		if v != 0 {
			continue
		}
		s := walk.find(uint32(number))
		var l plies
		s.plies(&l)
		for _, m := range l.all() {
			next := s.after(m)
			to := int32(-1)
			if !next.over() && !(m.kind == pass && next.mustPass()) {
				number := t.number(next)
				if to = index[number]; t.values[number] != 0 {
					to = -1 - int32(t.values[number])
				}
			}
			g.plies = append(g.plies, to)
		}
		g.first = append(g.first, uint32(len(g.plies)))
	}
	return g
}

// hardness is how hard each drawn state is to hold, in the order of their numbers.
func (g *drawGraph) hardness() []byte {
	n := len(g.first) - 1
	hard, most := make([]float32, n), make([]float32, n)
	var overlooked [math.MaxUint8 + 1]float32
	for plies := range overlooked {
		overlooked[plies] = float32(rules.Overlooked(plies))
	}
	for range hardRounds {
		for s := range most {
			most[s] = 0
			for _, to := range g.plies[g.first[s]:g.first[s+1]] {
				if to >= 0 {
					most[s] = max(most[s], hard[to])
				}
			}
		}
		for s := range hard {
			var lost, drawn, plies float32
			for _, to := range g.plies[g.first[s]:g.first[s+1]] {
				switch {
				case to >= 0:
					drawn += most[to]
					plies++
				case to == -1:
					plies++
				default:
					lost += overlooked[-1-to]
				}
			}
			if plies > 0 { // it is not bare
				hard[s] = (lost + float32(rules.LaterError*drawn)) / (lost + plies)
			}
		}
	}
	steps := make([]byte, n)
	for s, h := range hard {
		steps[s] = byte(16 * min(h, 15.0/16))
	}
	return steps
}

// Hardness implements rules.HardDraws.
func (w *walker) Hardness() (h float64, known bool) {
	s := *w.Now()
	if s.dropping() || s.over() || s.turn.passes == 1 && s.mustPass() {
		return 0, !s.dropping()
	}
	t := solved()
	number := t.number(s)
	if t.values[number] != 0 {
		return 0, true
	}
	return (float64(t.hard[number]) + 0.5) / 16, true
}

package engine

import (
	"math"

	"turnpost/rules"
)

// arisenTwice lists the states that have arisen twice in a game so far: the next time, the game is
// drawn. The keys are hashes of a walk.
func arisenTwice(r *rules.Record) map[uint64]rules.Position {
	_, path := walk(r)
	times := make(map[uint64]int, len(path))
	twice := map[uint64]rules.Position{}
	for n, hash := range path {
		if times[hash]++; times[hash] == rules.Drawn-1 {
			twice[hash] = r.At(n)
		}
	}
	return twice
}

// mostVisits limits the work for the value of one game so far, to well below a second.
const mostVisits = 1 << 18

// pastValues is a walk through a solved game from the end of a game so far. It has the values of
// the table, corrected by that game: a state that has arisen twice draws the game the next time.
//
// A draw of the table stays one. A side that wins by the table can only lose the win by the game so
// far, and wins if it can avoid all states that have arisen twice. If it plays a shortest win, the
// distance falls with each ply, so only such states nearer to the end matter.
type pastValues struct {
	rules.SearchWalker
	table rules.Solved
	// drawn has the states that have arisen twice, and nearest the least distance of one that a
	// side wins by the table.
	drawn   map[uint64]bool
	nearest map[rules.Side]int
	// spoilt is whether a state has another value than in the table, as far as it is known.
	spoilt map[uint64]bool
	visits int
}

// newPastValues begins a walk. ok is false if the game is not solved by a table that ships with it.
func newPastValues(r *rules.Record) (v *pastValues, ok bool) {
	w := walkFrom(r.Position())
	table, ok := w.(rules.Solved)
	if !ok {
		return nil, false
	}
	v = &pastValues{SearchWalker: w, table: table, drawn: map[uint64]bool{},
		nearest: map[rules.Side]int{rules.Black: math.MaxInt, rules.White: math.MaxInt}, spoilt: map[uint64]bool{}}
	for hash, p := range arisenTwice(r) {
		v.drawn[hash] = true
		value := p.(rules.Solved).Value()
		if winner := winner(p.Turn(), value); winner != rules.None {
			v.nearest[winner] = min(v.nearest[winner], value.Plies)
		}
	}
	return v, true
}

// winner is the side that wins a state with a value; None for a draw.
func winner(turn rules.Side, v rules.Value) rules.Side {
	switch {
	case v.Sign > 0:
		return turn
	case v.Sign < 0:
		return turn.Opponent()
	}
	return rules.None
}

// now is the value for the side to move in the present state, which has just arisen without ending
// the game. ok is false if it is too much work to find.
func (v *pastValues) now() (value rules.Value, ok bool) {
	value = v.table.Value()
	if value.Sign == 0 || v.Result() != rules.Undecided || !v.spoils(value) {
		return value, v.visits < mostVisits
	}
	value.Plies = v.longer()
	if value.Plies == math.MaxInt {
		value = rules.Value{}
	}
	return value, v.visits < mostVisits
}

// after is the value for the side that would move next after a ply.
func (v *pastValues) after(p rules.PlyNumber) (value rules.Value, ok bool) {
	v.Play(p)
	defer v.Back()
	if v.drawn[v.Hash()] {
		return rules.Value{}, true
	}
	return v.now()
}

// spoils reports whether the present state, which has a winner by the table, has another value
// because of the game so far. It follows the shortest wins only: if one of them avoids the states
// that have arisen twice, whatever the loser plays, the value is that of the table.
func (v *pastValues) spoils(value rules.Value) bool {
	if value.Plies <= v.nearest[winner(v.Turn(), value)] || v.Result() != rules.Undecided {
		return false
	}
	hash := v.Hash()
	if known, ok := v.spoilt[hash]; ok {
		return known
	}
	if v.visits++; v.visits >= mostVisits {
		return false
	}
	wins := value.Sign > 0
	spoilt := wins
	for _, p := range v.Plies(nil) {
		v.Play(p)
		if next := v.table.Value(); !wins || keeps(value, next) {
			if bad := v.drawn[v.Hash()] || v.spoils(next); bad != wins {
				spoilt = bad
			}
		}
		v.Back()
		if spoilt != wins {
			break
		}
	}
	v.spoilt[hash] = spoilt
	return spoilt
}

// detour is a spoilt state in the search for a longer win.
type detour struct {
	wins  bool
	plies []*detour // to other spoilt states
	// the distance of the best ply to a state that is not spoilt: the least if wins, otherwise the greatest
	known  int
	drawn  bool // the loser can draw at once
	length int  // the distance of the end; MaxInt: none is known
}

// longer is the distance of the end from the present state, which is spoilt: MaxInt if the winner
// cannot win any more.
func (v *pastValues) longer() int {
	found := map[uint64]*detour{}
	root := v.explore(found)
	for changed := true; changed; {
		changed = false
		for _, d := range found {
			if n := d.next(); n != d.length {
				d.length, changed = n, true
			}
		}
	}
	return root.length
}

// explore finds the spoilt states that can be reached from the present one through spoilt states.
func (v *pastValues) explore(found map[uint64]*detour) *detour {
	hash := v.Hash()
	if d, ok := found[hash]; ok {
		return d
	}
	d := &detour{wins: v.table.Value().Sign > 0, length: math.MaxInt}
	if d.wins {
		d.known = math.MaxInt
	}
	found[hash] = d
	if v.visits++; v.visits >= mostVisits {
		return d
	}
	for _, p := range v.Plies(nil) {
		v.Play(p)
		switch next := v.table.Value(); {
		case d.wins && next.Sign >= 0: // the ply gives the win away
		case v.drawn[v.Hash()]:
			d.drawn = d.drawn || !d.wins
		case v.spoils(next):
			d.plies = append(d.plies, v.explore(found))
		case d.wins:
			d.known = min(d.known, next.Plies+1)
		default:
			d.known = max(d.known, next.Plies+1)
		}
		v.Back()
	}
	return d
}

// next is the distance of the end by the distances of the following states.
func (d *detour) next() int {
	best := d.known
	if d.drawn {
		return math.MaxInt
	}
	for _, next := range d.plies {
		n := next.length
		if n < math.MaxInt {
			n++
		}
		if d.wins {
			best = min(best, n)
		} else {
			best = max(best, n)
		}
	}
	return best
}

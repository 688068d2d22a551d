package turro

import (
	"slices"

	"turnpost/rules"
)

// walker implements rules.SearchWalker.
type walker struct {
	rules.WalkStack[setup]
	notes   []note // one for each board of the walk
	weights *rules.Weights
}

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker {
	return &walker{WalkStack: rules.NewWalkStack(p.setup), notes: make([]note, 1)}
}

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side {
	if w.Now().ending != none {
		return rules.None
	}
	return w.Now().side.side()
}

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result {
	if w.Now().ending == none {
		return rules.Undecided
	}
	return rules.Wins(w.Now().winner.side())
}

// Plies implements rules.SearchWalker. Plies that win at once are loud.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
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
			to = append(to, rules.NewPlyNumber(uint32(move(from, at)), hint))
		}
	}
	if b.moves == second {
		to = append(to, rules.NewPlyNumber(uint32(pass), rules.Quiet))
	}
	return to
}

// ends are the rows that the sides' Turros must reach.
var ends = [2]fields{black: row7, white: row1}

// Loud implements rules.LoudLister: the plies that win at once.
func (w *walker) Loud(to []rules.PlyNumber) []rules.PlyNumber {
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
			to = append(to, rules.NewPlyNumber(uint32(move(from, targets.first())), rules.MostHint))
		}
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) {
	q := ply(p.Number())
	w.Push().play(q)
	if len(w.notes) == cap(w.notes) {
		w.notes = slices.Grow(w.notes, len(w.notes))
	}
	// Only what says that the note is not known is reset: the note is large.
	w.notes = w.notes[:len(w.notes)+1]
	s := &w.notes[len(w.notes)-1]
	s.ply, s.known, s.summed = q, false, [2]bool{}
}

// Back implements rules.SearchWalker.
func (w *walker) Back() {
	w.WalkStack.Back()
	w.notes = w.notes[:len(w.notes)-1]
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return ply(p.Number()).text() }

// Hash implements rules.SearchWalker.
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
			stone := stone{f, b.towers[f].height(), side, b.turro[side].has(f)}
			to = append(to, stone.place(me), stone.near(b, side.other(), me))
			if !stone.turro {
				to = append(to, stone.near(b, side, me))
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

// stone is a side's free stone on a tower of a height.
type stone struct {
	field  field
	height int
	side   colour
	turro  bool
}

// place is the pattern of its field and height as a side sees it.
func (s stone) place(me colour) uint16 {
	i, h := uint16(s.side^me)&1, uint16(min(s.height, heights)-1)
	place := i*places + h*size*folded + placeOf[me&1][s.field]
	if s.turro {
		return patternTurro + place
	}
	return patternPlace + place
}

// near is the pattern of where it stands relative to a side's Turro, which it is not itself.
func (s stone) near(b *setup, owner, me colour) uint16 {
	i, h := uint16(s.side^me)&1, uint16(min(s.height, heights)-1)
	if owner == s.side {
		i += 2
	}
	return patternNear + i*relations + relationOf[me&1][s.field][b.turro[owner&1].first()] + h
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

// note is what a walk derives from one of its boards. It is computed from the note before and the
// ply between, which changes two fields of 49, and only when it is first needed: a search leaves
// most boards before that.
type note struct {
	ply    ply
	known  bool    // hash and high
	summed [2]bool // stones
	stones [2]stonesSum
	hash   uint64
	high   heightSets
}

// stonesSum is the sums of the patterns of all free stones, from one side's point of view: of their places, and
// of where they stand relative to each Turro.
type stonesSum struct {
	place rules.PatternSum
	near  [2]rules.PatternSum
}

// heightSets are the fields with towers of each height from 1 to 6. Higher towers never move.
type heightSets [size]fields

// flip adds a field to the set of a height, or removes it.
func (s *heightSets) flip(f field, height int) {
	if height < size {
		s[height] ^= f.only()
	}
}

// low is the greatest height from which a stone can always move to a field other than its own
// Turro's: at least three fields are three fields away from any field.
const low = 3

// note is the note of the board at the end of the walk.
func (w *walker) note() *note { return w.noteAt(len(w.notes) - 1) }

func (w *walker) noteAt(n int) *note {
	s := &w.notes[n]
	switch {
	case s.known:
	case n == 0:
		for f, t := range w.At(0).towers {
			s.hash ^= field(f).hash(t)
			s.high.flip(field(f), t.height())
		}
	default:
		before := w.noteAt(n - 1)
		s.hash, s.high = before.hash, before.high
		if s.ply == pass {
			break
		}
		from, to := s.ply.from(), s.ply.to()
		left, tower := w.At(n).towers[from], w.At(n).towers[to]
		s.hash ^= from.hash(left) ^ from.hash(left.push(tower.top())) ^ to.hash(tower) ^ to.hash(tower.pop())
		s.high.flip(from, left.height())
		s.high.flip(from, left.height()+1)
		s.high.flip(to, tower.height())
		s.high.flip(to, tower.height()-1)
	}
	s.known = true
	return s
}

// hash is the hash of a tower on the field.
func (f field) hash(t tower) uint64 { return rules.Mix(uint64(f)*0x9e3779b97f4a7c15, uint64(t)) }

// strikers are the fields from which a side wins with one ply if it is to move.
func (b *setup) strikers(me colour, high *heightSets) (found fields) {
	own, enemy := b.turro[me], b.turro[me.other()]
	at := enemy.first()
	for h := 1; h <= min(int(b.tallest), size-1); h++ {
		// The distance is the same in both directions.
		found |= reach[h][at] & high[h]
	}
	found &= b.free[me]
	if b.reach(own.first())&ends[me] != 0 {
		found |= own
	}
	return found
}

// movable counts a side's stones that can move.
func (b *setup) movable(side colour, high *heightSets) (n int) {
	stuck := b.free[side] &^ (high[1] | high[2] | high[low])
	n = b.free[side].len() - stuck.len()
	for ; stuck != 0; stuck = stuck.rest() {
		if b.reach(stuck.first())&^b.turro[side] != 0 {
			n++
		}
	}
	return n
}

// Weigh implements rules.PatternWeigher.
func (w *walker) Weigh(weights *rules.Weights) func() int {
	w.weights = weights
	for n := range w.notes {
		w.notes[n].summed = [2]bool{}
	}
	return w.score
}

func (w *walker) score() int {
	b, s := w.Now(), w.note()
	me, enemy := b.side, b.side.other()
	stones := w.stones(len(w.notes)-1, me)
	all := stones.place
	all.AddSum(&stones.near[0])
	all.AddSum(&stones.near[1])
	all.Add(w.weights, 0, b.statePattern(b.strikers(me, &s.high) != 0, b.strikers(enemy, &s.high) != 0), b.tallPattern(),
		moversPattern(0, b.movable(me, &s.high)), moversPattern(1, b.movable(enemy, &s.high)))
	return w.weights.Score(&all)
}

// stones is the sums of the free stones on the board after n plies, from one side's point of view.
func (w *walker) stones(n int, me colour) *stonesSum {
	s, b := &w.notes[n], w.At(n)
	sums := &s.stones[me]
	if s.summed[me] {
		return sums
	}
	s.summed[me] = true
	if n == 0 {
		*sums = stonesSum{}
		for side := black; side <= white; side++ {
			for free := b.free[side]; free != 0; free = free.rest() {
				f := free.first()
				sums.add(w.weights, b, stone{f, b.towers[f].height(), side, b.turro[side].has(f)}, me)
			}
		}
		return sums
	}
	*sums = *w.stones(n-1, me)
	if s.ply == pass {
		return sums
	}
	from, to := s.ply.from(), s.ply.to()
	left, tower := b.towers[from], b.towers[to]
	side := tower.top()
	turro := b.turro[side].has(to)
	sums.remove(w.weights, b, stone{from, left.height() + 1, side, turro}, me)
	sums.add(w.weights, b, stone{to, tower.height(), side, turro}, me)
	if left != ground {
		sums.add(w.weights, b, stone{from, left.height(), left.top(), false}, me)
	}
	if tower.height() > 1 {
		sums.remove(w.weights, b, stone{to, tower.height() - 1, tower.under(1), false}, me)
	}
	if turro {
		// Every stone stands elsewhere relative to it.
		sums.near[side] = w.near(b, side, me)
	}
	return sums
}

// near is the sum of where the free stones stand relative to a side's Turro.
func (w *walker) near(b *setup, owner, me colour) (sum rules.PatternSum) {
	for side := black; side <= white; side++ {
		for free := b.free[side] &^ b.turro[owner]; free != 0; free = free.rest() {
			f := free.first()
			sum.Add(w.weights, stone{f, b.towers[f].height(), side, false}.near(b, owner, me))
		}
	}
	return sum
}

// add adds a stone.
func (s *stonesSum) add(w *rules.Weights, b *setup, t stone, me colour) {
	s.place.Add(w, t.place(me))
	s.near[t.side.other()].Add(w, t.near(b, t.side.other(), me))
	if !t.turro {
		s.near[t.side].Add(w, t.near(b, t.side, me))
	}
}

// remove removes what add added.
func (s *stonesSum) remove(w *rules.Weights, b *setup, t stone, me colour) {
	s.place.Remove(w, t.place(me))
	s.near[t.side.other()].Remove(w, t.near(b, t.side.other(), me))
	if !t.turro {
		s.near[t.side].Remove(w, t.near(b, t.side, me))
	}
}

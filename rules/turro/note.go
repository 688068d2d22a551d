package turro

import "turnpost/rules"

// note is what a walk derives from one of its boards. It is computed from the note before and the
// ply between, which changes two fields of 49, and only when it is first needed: a search leaves
// most boards before that.
type note struct {
	ply    ply
	known  bool    // hash and high
	summed [2]bool // sums
	sums   [2]int32
	hash   uint64
	high   heightSets
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

// Weigh implements rules.Weigher.
func (w *walker) Weigh(worths []int16) func() int {
	w.worths = worths
	for n := range w.notes {
		w.notes[n].summed = [2]bool{}
	}
	return w.weight
}

func (w *walker) weight() int {
	b, s := w.Now(), w.note()
	me := b.side
	sum := int(w.sum(len(w.notes)-1, me)) + int(w.worths[0])
	sum += int(w.worths[b.statePattern(b.strikers(me, &s.high) != 0, b.strikers(me.other(), &s.high) != 0)])
	sum += int(w.worths[b.tallPattern()])
	for _, side := range [...]colour{me, me.other()} {
		sum += int(w.worths[moversPattern(side^me, b.movable(side, &s.high))])
	}
	return sum
}

// sum is the worth of the free stones on the board after n plies, from one side's point of view.
func (w *walker) sum(n int, me colour) int32 {
	s, b := &w.notes[n], w.At(n)
	if s.summed[me] {
		return s.sums[me]
	}
	s.summed[me] = true
	sum := int32(0)
	switch {
	case n == 0, s.ply != pass && b.turro[b.towers[s.ply.to()].top()].has(s.ply.to()):
		// A Turro has moved, which changes the relation of every stone to it.
		for side := black; side <= white; side++ {
			for free := b.free[side]; free != 0; free = free.rest() {
				f := free.first()
				sum += b.worth(w.worths, f, b.towers[f].height(), side, me)
			}
		}
	case s.ply == pass:
		sum = w.sum(n-1, me)
	default:
		sum = w.sum(n-1, me)
		from, to := s.ply.from(), s.ply.to()
		left, tower := b.towers[from], b.towers[to]
		side, height := tower.top(), tower.height()
		sum += b.worth(w.worths, to, height, side, me)
		if height > 1 {
			sum -= b.worth(w.worths, to, height-1, tower.under(1), me)
		}
		sum -= b.worth(w.worths, from, left.height()+1, side, me)
		if left != ground {
			sum += b.worth(w.worths, from, left.height(), left.top(), me)
		}
	}
	s.sums[me] = sum
	return sum
}

// worth is the worth of a side's free stone on a tower of a height on a field.
func (b *setup) worth(worths []int16, f field, height int, side, me colour) int32 {
	place, toEnemy, toOwn := b.shows(f, height, side, me)
	sum := int32(worths[place]) + int32(worths[toEnemy])
	if toOwn != 0 {
		sum += int32(worths[toOwn])
	}
	return sum
}

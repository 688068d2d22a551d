package turro

import "turnpost/rules"

// note is what a walk knows of one of its boards beside the board itself. It comes of the
// one before and of the ply between, which touches two fields of 49, and is worked out when
// it is first asked for: most boards of a search are left again before.
type note struct {
	ply    ply
	known  bool    // hash and high
	summed [2]bool // sums
	sums   [2]int32
	hash   uint64
	high   heightSets
}

// heightSets is on which fields there are so many stones, from 1 to 6. Higher towers never
// move.
type heightSets [size]fields

// flip adds a field to those where so many stones are, or takes it away.
func (s *heightSets) flip(f field, height int) {
	if height < size {
		s[height] ^= f.only()
	}
}

// low is the heights from which a stone can always move, and not only to its own Turro:
// three fields of the board at least are three fields away from any.
const low = 3

// note is that of the board at the end of the walk.
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

// hash is that of a tower on the field.
func (f field) hash(t tower) uint64 { return rules.Mix(uint64(f)*0x9e3779b97f4a7c15, uint64(t)) }

// strikers is where a side's stones are that win with one ply if it is to move; see strikes.
func (b *setup) strikers(me colour, high *heightSets) (found fields) {
	own, enemy := b.turro[me], b.turro[me.other()]
	at := enemy.first()
	for h := 1; h <= min(int(b.tallest), size-1); h++ {
		// To be so far away is mutual.
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

// Weigh returns what weighs the patterns of the board at the end of the walk (rules.Weigher).
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

// sum is what the free stones are worth on the board after n plies, as one side sees them.
func (w *walker) sum(n int, me colour) int32 {
	s, b := &w.notes[n], w.At(n)
	if s.summed[me] {
		return s.sums[me]
	}
	s.summed[me] = true
	sum := int32(0)
	switch {
	case n == 0, s.ply != pass && b.turro[b.towers[s.ply.to()].top()].has(s.ply.to()):
		// A Turro stands elsewhere, and all stones stand otherwise to it.
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

// worth is what a side's stone is worth, free on top of so many on a field.
func (b *setup) worth(worths []int16, f field, height int, side, me colour) int32 {
	place, toEnemy, toOwn := b.shows(f, height, side, me)
	sum := int32(worths[place]) + int32(worths[toEnemy])
	if toOwn != 0 {
		sum += int32(worths[toOwn])
	}
	return sum
}

package roses

import (
	"math/bits"

	"turnpost/rules"
)

// The states of the move phase are numbered without gaps from the point of view of the side to move
// with its castle on b5; a half turn of the board makes White's states Black's. There is no other
// symmetry: left and right look equal, but each row is shifted against the next, and the line from
// castle to castle is not an axis.
//
// A number consists of that of the set of own soldiers, and that of the other side's set among the
// remaining cells. Sets are ordered by size, and those of one size in the colexicographic order of the
// combinatorial number system.

// freeCells is the number of cells without the castles.
const freeCells = 18

// numbering is the tables for numbering states. It never changes, and is made in a millisecond.
type numbering struct {
	// dense numbers the cells that are not castles from 0.
	dense [64]uint8
	cells [freeCells]cell
	// choose[n][k] is n over k, and sets[n][k] is the number of sets of fewer than k
	// members among n cells.
	choose [freeCells + 1][soldiers + 1]uint32
	sets   [freeCells + 1][soldiers + 2]uint32
	// own lists the sets of own soldiers by their rank, and first the number of the first
	// state of each, followed by the number of all states.
	own   []set
	first []uint32
}

func newNumbering() *numbering {
	n := &numbering{}
	next := uint8(0)
	for _, row := range rows {
		for _, c := range row {
			if !castles.has(c) {
				n.cells[next], n.dense[c] = c, next
				next++
			}
		}
	}
	for i := range n.choose {
		n.choose[i][0] = 1
		for k := 1; k <= soldiers && i > 0; k++ {
			n.choose[i][k] = n.choose[i-1][k-1] + n.choose[i-1][k]
		}
		for k := range n.choose[i] {
			n.sets[i][k+1] = n.sets[i][k] + n.choose[i][k]
		}
	}
	first := uint32(0)
	for rank := range n.sets[freeCells][soldiers+1] {
		own := n.unrank(rank, 0)
		n.own = append(n.own, n.unpack(own))
		n.first = append(n.first, first)
		first += n.sets[freeCells-bits.OnesCount32(own)][soldiers+1]
	}
	n.first = append(n.first, first)
	return n
}

// states is the number of numbered states, 343 of which are bare.
func (n *numbering) states() int { return int(n.first[len(n.first)-1]) }

// pack packs a set of cells without castles into 18 bits, in the order of dense.
func (n *numbering) pack(s set) uint32 {
	var packed uint32
	for ; s != 0; s &= s - 1 {
		packed |= 1 << n.dense[s.first()&63]
	}
	return packed
}

// unpack is the inverse of pack.
func (n *numbering) unpack(packed uint32) set {
	var s set
	for ; packed != 0; packed &= packed - 1 {
		s |= n.cells[bits.TrailingZeros32(packed)].only()
	}
	return s
}

// rank is the rank of a set of at most four members among the sets of cells that are not taken,
// ordered by size.
func (n *numbering) rank(packed, taken uint32) uint32 {
	free := freeCells - bits.OnesCount32(taken)
	rank := n.sets[free][bits.OnesCount32(packed)]
	for k := 1; packed != 0; k++ {
		bit := bits.TrailingZeros32(packed)
		rank += n.choose[bit-bits.OnesCount32(taken&(1<<bit-1))][k]
		packed &= packed - 1
	}
	return rank
}

// unrank is the inverse of rank.
func (n *numbering) unrank(rank, taken uint32) uint32 {
	free := freeCells - bits.OnesCount32(taken)
	size := soldiers
	for rank < n.sets[free][size] {
		size--
	}
	rank -= n.sets[free][size]
	var packed uint32
	for k := size; k > 0; k-- {
		at := free - 1
		for rank < n.choose[at][k] {
			at--
		}
		rank -= n.choose[at][k]
		packed |= 1 << n.freeCell(at, taken)
	}
	return packed
}

// freeCell is the dense number of the i-th cell that is not taken.
func (n *numbering) freeCell(i int, taken uint32) int {
	for at := 0; ; at++ {
		if taken>>at&1 != 0 {
			continue
		}
		if i == 0 {
			return at
		}
		i--
	}
}

// number is the number of a state of the move phase in which both castles stand.
func (n *numbering) number(s state) uint32 {
	own, foe := s.own, s.foe
	if s.turn.side == rules.White {
		own, foe = own.halfTurn(), foe.halfTurn()
	}
	packed := n.pack(own)
	return n.first[n.rank(packed, 0)] + n.rank(n.pack(foe), packed)
}

// state is the state with Black to move and a number; i is the rank of its set of own soldiers.
func (n *numbering) state(number uint32, i int) state {
	own := n.own[i]
	foe := n.unrank(number-n.first[i], n.pack(own))
	return state{own: own, foe: n.unpack(foe), turn: turn{side: rules.Black}}
}

// halfTurn is the set after a half turn of the board, which maps letter x to 7-x and number y to 8-y,
// so cell c to 64-c.
func (s set) halfTurn() set { return set(bits.Reverse64(uint64(s)) << 1) }

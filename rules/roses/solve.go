package roses

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// graph implements engine.Graph for the move phase.
type graph struct {
	*numbering
	at int // the rank of the last set of own soldiers
}

// States implements engine.Graph.
func (g *graph) States() int { return g.states() }

// Plies implements engine.Graph.
func (g *graph) Plies(number int, to []int32) []int32 {
	s := g.find(uint32(number))
	if s.bare() {
		return append(to, engine.EndDraws)
	}
	var l plies
	s.plies(&l)
	for _, m := range l.all() {
		next := s.after(m)
		switch {
		case next.captured(rules.White):
			to = append(to, engine.EndWins)
		case next.bare() || m.kind == pass && next.mustPass():
			to = append(to, engine.EndDraws)
		default:
			to = append(to, int32(g.number(next)))
		}
	}
	return to
}

// find is the state with Black to move and a number. It is fast in the order of the numbers.
func (g *graph) find(number uint32) state {
	if number < g.first[g.at] || number >= g.first[g.at+1] {
		at, found := slices.BinarySearch(g.first, number)
		if !found {
			at--
		}
		g.at = at
	}
	return g.state(number, g.at)
}

// Solve implements rules.Solver. The package documentation says what it takes.
func (p position) Solve(report func(format string, args ...any)) (rules.Solution, error) {
	t := &table{numbering: newNumbering()}
	report("the move phase: %d states", t.states())
	values, err := engine.Solve(&graph{numbering: t.numbering})
	if err != nil {
		return rules.Solution{}, err
	}
	t.values = make([]byte, len(values))
	for i, v := range values {
		if t.values[i] = byte(v); v > 255 {
			return rules.Solution{}, fmt.Errorf("a win takes %d plies, and the table has room for 255", v)
		}
	}
	report("the drops")
	t.addDrops()
	report("how hard the draws are to hold")
	packed, err := packTable(t.values, t.drawGraph().hardness())
	if err != nil {
		return rules.Solution{}, fmt.Errorf("packing the table: %w", err)
	}
	return rules.Solution{
		Table:  packed,
		Totals: []rules.SolvedTotals{t.moveTotals(), t.dropTotals()},
		Start:  valueOf(t.value(start().state)),
	}, nil
}

// moveTotals counts the states of the move phase that are not bare, with the castle of the side to
// move on b5.
func (t *table) moveTotals() rules.SolvedTotals {
	sum := counts{SolvedTotals: rules.SolvedTotals{Phase: "moves"}}
	g := &graph{numbering: t.numbering}
	for number, v := range t.values {
		if s := g.find(uint32(number)); !s.bare() {
			sum.count(s, v)
		}
	}
	return sum.SolvedTotals
}

// dropTotals counts the states of the drop phase that can be reached from the start.
func (t *table) dropTotals() rules.SolvedTotals {
	sum := counts{SolvedTotals: rules.SolvedTotals{Phase: "drops"}}
	g := &graph{numbering: t.numbering}
	// In the order of the numbers, so that the example is always the same.
	for number := range uint32(t.states()) {
		v, ok := t.drops[number]
		if !ok {
			continue
		}
		s := g.find(number)
		s.hand = hand{uint8(soldiers - s.own.count()), uint8(soldiers - s.foe.count())}
		sum.count(s, v)
	}
	return sum.SolvedTotals
}

// counts counts totals.
type counts struct{ rules.SolvedTotals }

func (c *counts) count(s state, v byte) {
	switch {
	case v == 0:
		c.Drawn++
	case v%2 == 0:
		c.Lost++
	default:
		c.Won++
		if int(v) > c.LongestWin {
			c.LongestWin = int(v)
			// White is to move after an odd number of drops.
			if s.hand.own > s.hand.foe {
				s = state{s.own.halfTurn(), s.foe.halfTurn(), s.hand, turn{side: rules.White}}
			}
			c.LongestWinExample = position{state: s}.String()
		}
	}
}

// packed is the table of the move phase, deflated: one byte for each numbered state, and half a byte for
// each that is drawn, in the order of their numbers. A byte is 0 for a draw, and otherwise the plies to
// the end, odd if the side to move wins and even if it loses. Half a byte is how hard the draw is to hold.
// `turnpost engine solve roses` makes it.
//
//go:embed table.bin
var packed []byte

// table is the exact values of the game.
type table struct {
	*numbering
	values []byte
	hard   []byte // how hard the drawn ones are to hold, 0 to 15
	// drops are the values of the states of the drop phase that a game can reach, by the number
	// of the same board in the move phase: the hands follow from the board.
	drops map[uint32]byte
}

// solved is the table that ships with the program. It is unpacked when it is first needed.
var solved = sync.OnceValue(func() *table {
	t := &table{numbering: newNumbering()}
	var err error
	t.values, t.hard, err = unpackTable(packed, t.states())
	if err != nil {
		// The table is part of the program, and a test reads it.
		panic("roses: the table of exact values: " + err.Error())
	}
	t.addDrops()
	return t
})

// unpackTable is the values of all states, and how hard each is to hold.
func unpackTable(packed []byte, states int) (values, hard []byte, err error) {
	values, hard = make([]byte, states), make([]byte, states)
	r := flate.NewReader(bytes.NewReader(packed))
	if _, err := io.ReadFull(r, values); err != nil {
		return nil, nil, err
	}
	halves, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, err
	}
	drawn := 0
	for number, v := range values {
		if v == 0 {
			if drawn/2 < len(halves) {
				hard[number] = halves[drawn/2] >> (drawn % 2 * 4) & 15
			}
			drawn++
		}
	}
	if len(halves) != (drawn+1)/2 {
		err = fmt.Errorf("%d states are drawn, and it has %d bytes of how hard they are to hold", drawn, len(halves))
	}
	return values, hard, err
}

// packTable is the inverse of unpackTable; hard is of the drawn states only.
func packTable(values, hard []byte) ([]byte, error) {
	halves := make([]byte, (len(hard)+1)/2)
	for i, h := range hard {
		halves[i/2] |= h << (i % 2 * 4)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range [][]byte{values, halves} {
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}

// Value implements rules.Solved.
func (p position) Value() rules.Value {
	switch {
	case p.captured(p.turn.side):
		return rules.Value{Sign: -1}
	case p.captured(p.turn.side.Opponent()):
		return rules.Value{Sign: +1}
	case p.over():
		return rules.Value{}
	}
	return valueOf(solved().value(p.state))
}

// valueOf is the value of a byte of the table.
func valueOf(b byte) rules.Value {
	switch {
	case b == 0:
		return rules.Value{}
	case b%2 == 1:
		return rules.Value{Sign: +1, Plies: int(b)}
	}
	return rules.Value{Sign: -1, Plies: int(b)}
}

// value is the byte of the table for a state that is not over.
func (t *table) value(s state) byte {
	if !s.dropping() {
		// A second pass in a row draws. No game from the start has one.
		if s.turn.passes == 1 && s.mustPass() {
			return 0
		}
		return t.values[t.number(s)]
	}
	if s.turn.passes == 0 && s.complete() {
		if v, ok := t.drops[t.number(s)]; ok {
			return v
		}
	}
	return t.search(s, map[state]byte{})
}

// complete reports whether both sides have all their soldiers, in hand or on the board, and have
// dropped alternately.
func (s state) complete() bool {
	return s.own.count()+int(s.hand.own) == soldiers && s.foe.count()+int(s.hand.foe) == soldiers &&
		(s.hand.own == s.hand.foe || s.hand.own == s.hand.foe+1)
}

// mustPass reports whether the side to move can only pass.
func (s state) mustPass() bool {
	var l plies
	s.plies(&l)
	return l.n == 1 && l.ply[0].kind == pass
}

// addDrops fills the drops.
func (t *table) addDrops() {
	t.drops = map[uint32]byte{}
	var add func(s state) byte
	add = func(s state) byte {
		if !s.dropping() {
			return t.value(s)
		}
		number := t.number(s)
		v, ok := t.drops[number]
		if !ok {
			v = best(s, add)
			t.drops[number] = v
		}
		return v
	}
	add(start().state)
}

// search is the value of a state of the drop phase by search to the end of the phase. seen holds the
// values found.
func (t *table) search(s state, seen map[state]byte) byte {
	switch {
	case s.over(): // no drop captures a castle
		return 0
	case !s.dropping():
		return t.value(s)
	}
	v, ok := seen[s]
	if !ok {
		v = best(s, func(s state) byte { return t.search(s, seen) })
		seen[s] = v
	}
	return v
}

// best is the value of a state from the values of its successors.
func best(s state, value func(state) byte) byte {
	var l plies
	s.plies(&l)
	won, drawn, lost := byte(0), false, byte(0)
	for _, m := range l.all() {
		switch v := value(s.after(m)); {
		case v == 0:
			drawn = true
		case v%2 == 0 && (won == 0 || v+1 < won):
			won = v + 1
		case v%2 == 1:
			lost = max(lost, v+1)
		}
	}
	switch {
	case won > 0:
		return won
	case drawn:
		return 0
	}
	return lost
}

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

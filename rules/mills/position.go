package mills

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

const (
	points     = 24
	begin      = 9  // pieces of each side
	fiftyPlies = 50 // plies without a capture that draw
)

var grid = board.Grid{Columns: 7, Rows: 7}

// lines are the rows and columns of three points in which a mill can stand.
var lines = [...]string{
	"a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
	"a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
}

// point is one of the points in the order of their names, or nowhere.
type point uint8

const nowhere point = 31

// names are those of the points.
var names = func() (list []string) {
	for _, line := range lines[:8] {
		list = append(list, strings.Fields(line)...)
	}
	slices.Sort(list)
	return list
}()

func (q point) String() string { return names[q] }

func (q point) cell() board.Cell {
	c, _ := grid.Cell(names[q])
	return c
}

// readPoint is the inverse of String.
func readPoint(name string) (point, bool) {
	i := slices.Index(names, name)
	return point(i & 31), i >= 0
}

// pointOf is the point on a cell.
func pointOf(c board.Cell) (point, bool) { return readPoint(c.String()) }

// set is a set of points.
type set uint32

const all set = 1<<points - 1

func (q point) only() set      { return 1 << (q & 31) }
func (s set) has(q point) bool { return s&q.only() != 0 }
func (s set) first() point     { return point(bits.TrailingZeros32(uint32(s))) }
func (s set) rest() set        { return s & (s - 1) }
func (s set) len() int         { return bits.OnesCount32(uint32(s)) }

// mills[q] are the two lines through a point, and next[q] the points beside it.
var mills, next = func() (through [points][2]set, beside [points]set) {
	for _, line := range lines {
		var on [3]point
		var whole set
		for i, name := range strings.Fields(line) {
			on[i], _ = readPoint(name)
			whole |= on[i].only()
		}
		for i, q := range on {
			if through[q][0] == 0 {
				through[q][0] = whole
			} else {
				through[q][1] = whole
			}
			if i > 0 {
				beside[q] |= on[i-1].only()
				beside[on[i-1]] |= q.only()
			}
		}
	}
	return through, beside
}()

// ply is the points that a piece leaves, or nowhere, and reaches, and the one where it takes a
// piece, or nowhere.
type ply uint16

// noPly goes from a1 to a1, which is never legal.
const noPly ply = 0

func newPly(from, to, taken point) ply { return ply(from)<<10 | ply(to)<<5 | ply(taken) }

func (p ply) from() point  { return point(p >> 10) }
func (p ply) to() point    { return point(p >> 5 & 31) }
func (p ply) taken() point { return point(p & 31) }

// text is the canonical text.
func (p ply) text() rules.Move {
	s := p.to().String()
	if p.from() != nowhere {
		s = p.from().String() + "-" + s
	}
	if p.taken() != nowhere {
		s += "x" + p.taken().String()
	}
	return rules.Move(s)
}

// state is a whole state of the game. Of the pairs, the first is White's.
type state struct {
	of    [2]set
	hand  [2]uint8
	side  uint8
	count int
}

func sideOf(side uint8) rules.Side { return rules.White - rules.Side(side) }

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	few
	blocked
	fifty
)

func (e ending) String() string { return [...]string{"", "few", "blocked", "fifty"}[e] }

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	ending ending
	last   ply
}

var start = position{state: state{hand: [2]uint8{begin, begin}}}

// flies reports whether the side to move may go to any empty point.
func (s *state) flies() bool { return s.of[s.side].len() == 3 }

// inMill reports whether a piece of a set stands in a mill of it.
func inMill(q point, own set) bool {
	return own&mills[q][0] == mills[q][0] || own&mills[q][1] == mills[q][1]
}

// takeable is the pieces that a mill of the side to move may take.
func (s *state) takeable() set {
	theirs := s.of[1-s.side]
	var free set
	for rest := theirs; rest != 0; rest = rest.rest() {
		if !inMill(rest.first(), theirs) {
			free |= rest.first().only()
		}
	}
	if free == 0 {
		return theirs
	}
	return free
}

// legal appends the plies of the side to move.
func (s *state) legal(list []ply) []ply {
	own, empty, takeable := s.of[s.side], all&^(s.of[0]|s.of[1]), s.takeable()
	reach := func(from point, own, to set) {
		for ; to != 0; to = to.rest() {
			q := to.first()
			if !inMill(q, own|q.only()) {
				list = append(list, newPly(from, q, nowhere))
				continue
			}
			for taken := takeable; taken != 0; taken = taken.rest() {
				list = append(list, newPly(from, q, taken.first()))
			}
		}
	}
	if s.hand[s.side] > 0 {
		reach(nowhere, own, empty)
		return list
	}
	for rest := own; rest != 0; rest = rest.rest() {
		from := rest.first()
		to := next[from]
		if s.flies() {
			to = all
		}
		reach(from, own&^from.only(), to&empty)
	}
	return list
}

// play plays a legal ply.
func (s *state) play(p ply) {
	if s.hand[0]+s.hand[1] == 0 {
		s.count++
	}
	if p.from() == nowhere {
		s.hand[s.side]--
	} else {
		s.of[s.side] &^= p.from().only()
	}
	s.of[s.side] |= p.to().only()
	s.side = 1 - s.side
	if p.taken() != nowhere {
		s.of[s.side] &^= p.taken().only()
		s.count = 0
	}
}

// ended is the rule that has ended the game, or none.
func (s *state) ended() ending {
	switch {
	case s.of[s.side].len()+int(s.hand[s.side]) < 3:
		return few
	case len(s.legal(nil)) == 0:
		return blocked
	case s.count >= fiftyPlies:
		return fifty
	}
	return none
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.ending != none {
		return rules.None
	}
	return sideOf(p.side)
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	switch p.ending {
	case none:
		return rules.Outcome{}
	case fifty:
		return rules.Outcome{Result: rules.Draw, Reason: fifty.String()}
	}
	return rules.Outcome{Result: rules.Wins(sideOf(1 - p.side)), Reason: p.ending.String()}
}

// plies lists the legal plies; none when the game is over.
func (p position) plies() []ply {
	if p.ending != none {
		return nil
	}
	return p.legal(nil)
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move { return rules.SortedMoves(p.plies(), ply.text) }

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	for _, q := range p.plies() {
		if q.text() == m {
			return p.after(q), nil
		}
	}
	return nil, rules.CheckCanonical(p, m)
}

// after is the position after a legal ply.
func (p position) after(q ply) position {
	p.play(q)
	p.last, p.ending = q, p.ended()
	return p
}

// String is the points in the order of their names, w, b and dots; the side to move; the pieces in
// White's hand and in Black's; and the plies since the last piece was taken.
func (p position) String() string { return fmt.Sprintf("%s %d", p.Uncounted(), p.count) }

// Uncounted implements rules.PlyCounter: the string without the plies.
func (p position) Uncounted() string {
	text := []byte(strings.Repeat(".", points))
	for side := range p.of {
		for rest := p.of[side]; rest != 0; rest = rest.rest() {
			text[rest.first()] = "wb"[side]
		}
	}
	return fmt.Sprintf("%s %s %d %d", text, sideOf(p.side).Letter(), p.hand[0], p.hand[1])
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func read(text string) (p position, err error) {
	fields, err := board.Fields(text, "points", "side to move", "White's hand", "Black's hand", "count")
	if err != nil {
		return p, err
	}
	if len(fields[0]) != points {
		return p, fmt.Errorf("there are 24 points, not %d", len(fields[0]))
	}
	for i, r := range []byte(fields[0]) {
		switch r {
		case 'w':
			p.of[0] |= point(i).only()
		case 'b':
			p.of[1] |= point(i).only()
		case '.':
		default:
			return p, fmt.Errorf("a point is w, b or a dot, not %q", r)
		}
	}
	side, err := board.ParseTurn(fields[1])
	if err != nil {
		return p, err
	}
	p.side = uint8(rules.White - side)
	for i := range p.hand {
		n, err := board.ParseNumber("the number of pieces in hand", fields[2+i], 0, begin-p.of[i].len())
		if err != nil {
			return p, err
		}
		p.hand[i] = uint8(n)
	}
	// White places first.
	if p.hand[p.side] < p.hand[1-p.side] || p.hand[0] > p.hand[1] || p.hand[1]-p.hand[0] > 1 {
		return p, fmt.Errorf("the pieces in hand do not fit the side to move")
	}
	most := fiftyPlies
	if p.hand[1] > 0 {
		most = 0
	}
	if p.count, err = board.ParseNumber("the count", fields[4], 0, most); err != nil {
		return p, err
	}
	p.ending = p.ended()
	return p, nil
}

// form is the points of a ply, one to three cells, which need not exist.
func form(text string) (cells []string, ok bool) {
	t, ok := board.ReadCells(rules.Clean(text), "")
	return t.Cells, ok && len(t.Cells) <= 3
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := form(text)
	return ok
}

// The codes of the refusals of Nine Men's Morris.
const (
	codeTake     = "take"     // which piece the mill takes
	codeNoMill   = "no-mill"  // nothing can be taken
	codeTaken    = "taken"    // the point is not empty
	codePlace    = "place"    // pieces are still to be placed
	codeFrom     = "from"     // a piece has to be moved
	codeBeside   = "beside"   // the point is not the next one
	codeTakeable = "takeable" // that piece cannot be taken
)

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	cells, ok := form(text)
	placing := p.hand[p.side] > 0
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "d6", "d6-d7", "d6-d7xa1")
	case p.ending != none:
		return "", rules.ErrOver(text)
	}
	typed := make([]point, len(cells))
	for i, cell := range cells {
		if typed[i], ok = readPoint(cell); !ok {
			return "", rules.ErrNoCell(text, cell)
		}
	}
	from, taken := nowhere, nowhere
	switch {
	case !placing && len(typed) == 1:
		err := rules.Illegalf(text, codeFrom, "all your pieces have been placed; write which one goes to %s", typed[0])
		err.Near = p.near(func(q ply) bool { return q.to() == typed[0] || q.from() == typed[0] })
		return "", err
	case placing && len(typed) == 3:
		return "", rules.Illegalf(text, codePlace, "you still have pieces to place; write only the point, such as %s",
			typed[1])
	case !placing:
		from, typed = typed[0], typed[1:]
	}
	to := typed[0]
	if len(typed) > 1 {
		taken = typed[1]
	}
	found := p.near(func(q ply) bool {
		return q.from() == from && q.to() == to && (taken == nowhere || q.taken() == taken)
	})
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		err := rules.Illegalf(text, codeTake, "that closes a mill; please write which piece you take: %s",
			rules.MovesInWords(found))
		err.Kind, err.Near = rules.Ambiguous, found
		return "", err
	}
	return "", p.refuse(text, from, to, taken)
}

// near lists the wanted legal plies.
func (p position) near(wanted func(ply) bool) (moves []rules.Move) {
	for _, q := range p.plies() {
		if wanted(q) {
			moves = append(moves, q.text())
		}
	}
	return moves
}

// refuse says why a piece cannot go from one point to another, or take a piece.
func (p position) refuse(text string, from, to, taken point) error {
	own, men := p.of[p.side], p.of[0]|p.of[1]
	var err *rules.MoveError
	switch {
	case from != nowhere && !men.has(from):
		return rules.ErrEmpty(text, from.String())
	case from != nowhere && !own.has(from):
		return rules.ErrNotYours(text, from.String())
	case men.has(to):
		err = rules.Illegalf(text, codeTaken, "a piece stands on %s already", to)
	case from != nowhere && !p.flies() && !next[from].has(to):
		err = rules.Illegalf(text, codeBeside, "%s is not the next point on a line from %s", to, from)
	case !slices.ContainsFunc(p.plies(),
		func(q ply) bool { return q.from() == from && q.to() == to && q.taken() != nowhere }):
		err = rules.Illegalf(text, codeNoMill, "that closes no mill, so nothing is taken")
	default:
		err = rules.Illegalf(text, codeTakeable, "the piece on %s cannot be taken", taken)
	}
	err.Near = rules.FewMoves(p.near(func(q ply) bool { return q.from() == from && (q.to() == to || men.has(to)) }))
	return err
}

// Groups implements rules.MoveGrouper: a group for each piece, or for each point while they are placed.
func (p position) Groups() []rules.MoveGroup {
	title := func(q ply) rules.Phrase {
		if q.from() == nowhere {
			return rules.Phrase{Format: names[q.to()][:1]}
		}
		return rules.Phrase{Format: q.from().String()}
	}
	return rules.GroupBy(p.plies(), title, ply.text)
}

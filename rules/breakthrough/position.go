package breakthrough

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"turnpost/rules"
	"turnpost/rules/board"
)

const size = 8

var grid = board.Grid{Columns: size, Rows: size}

// set is cells of the board: bit size*column+row.
type set uint64

func index(c board.Cell) int        { return size*c.Column + c.Row }
func cellAt(i int) board.Cell       { return board.Cell{Column: i / size, Row: i % size} }
func bit(i int) set                 { return 1 << (i & 63) }
func (s set) has(c board.Cell) bool { return s&bit(index(c)) != 0 }
func (s set) count() int            { return bits.OnesCount64(uint64(s)) }
func (s set) first() int            { return bits.TrailingZeros64(uint64(s)) }

// The rows at the ends.
const (
	row1 set = 0x0101010101010101
	row8     = row1 << (size - 1)
)

// ahead moves a set one row ahead for a side; what leaves the board is lost.
func (s set) ahead(side uint8) set {
	if side == 0 {
		return s &^ row8 << 1
	}
	return s &^ row1 >> 1
}

// beside moves a set one column to both sides.
func (s set) beside() set { return s<<size | s>>size }

// ply is the number of a move: the cell left, and the cell reached.
type ply uint16

func move(from, to int) ply { return ply(from<<6 | to) }
func (p ply) from() int     { return int(p >> 6) }
func (p ply) to() int       { return int(p & 63) }
func (p ply) text() rules.Move {
	return rules.Move(cellAt(p.from()).String() + "-" + cellAt(p.to()).String())
}

// state is a whole state of the game.
type state struct {
	pieces [2]set // Black's and White's
	side   uint8  // 0: Black is to move, 1: White
	ending ending // the side that is not to move has won
}

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	arrived
	taken
)

func (e ending) String() string { return [...]string{"", "arrived", "taken"}[e] }

func start() state { return state{pieces: [2]set{row1 | row1<<1, row8 | row8>>1}} }

// targets is the cells to which a piece of the side to move can go.
func (s *state) targets(from int) set {
	ahead := bit(from).ahead(s.side)
	return ahead&^(s.pieces[0]|s.pieces[1]) | ahead.beside()&^s.pieces[s.side]
}

// plies calls each with the legal plies, in the order of their texts.
func (s *state) plies(each func(ply)) {
	if s.ending != none {
		return
	}
	for own := s.pieces[s.side]; own != 0; own &= own - 1 {
		for to := s.targets(own.first()); to != 0; to &= to - 1 {
			each(move(own.first(), to.first()))
		}
	}
}

func (s *state) isLegal(p ply) bool {
	return s.ending == none && s.pieces[s.side]&bit(p.from()) != 0 && s.targets(p.from())&bit(p.to()) != 0
}

// play makes a legal ply.
func (s *state) play(p ply) {
	s.pieces[s.side] ^= bit(p.from()) | bit(p.to())
	s.side ^= 1
	s.pieces[s.side] &^= bit(p.to())
	s.judge()
}

// judge sets the ending.
func (s *state) judge() {
	if s.pieces[s.side^1]&[2]set{row1, row8}[s.side] != 0 {
		s.ending = arrived
	} else if s.pieces[s.side] == 0 {
		s.ending = taken
	}
}

func (s *state) turn() rules.Side {
	if s.ending != none {
		return rules.None
	}
	return rules.Black + rules.Side(s.side)
}

func (s *state) result() rules.Result {
	if s.ending == none {
		return rules.Undecided
	}
	return rules.Wins(rules.White - rules.Side(s.side))
}

// perft counts the ply sequences of a length.
func (s state) perft(depth int) (n uint64) {
	if depth <= 0 {
		return 1
	}
	if s.ending != none {
		return 0
	}
	for own := s.pieces[s.side]; own != 0; own &= own - 1 {
		for to := s.targets(own.first()); to != 0; to &= to - 1 {
			next := s
			next.play(move(own.first(), to.first()))
			n += next.perft(depth - 1)
		}
	}
	return n
}

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	last  ply
	moved bool // last is a ply
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side { return p.turn() }

// Legal implements rules.Position.
func (p position) Legal() (moves []rules.Move) {
	p.plies(func(q ply) { moves = append(moves, q.text()) })
	return moves
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 { return p.perft(depth) }

// readTyped reads the form of a ply: two cells, on the board or not, with nothing, spaces, a dash or an "x"
// between them.
func readTyped(text string) (cells []string, ok bool) {
	t, ok := board.ReadCells(rules.Clean(text), "")
	return t.Cells, ok && len(t.Cells) == 2
}

func hasForm(text string) bool {
	_, ok := readTyped(text)
	return ok
}

// The codes of this game's own refusals.
const (
	codeStep  = "step"  // not one row ahead, in the same column or the next
	codeOwn   = "own"   // an own piece stands there
	codeAhead = "ahead" // straight ahead the cell must be empty
)

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	cells, ok := readTyped(text)
	if !ok {
		return "", rules.ErrUnreadable(text, "c2-c3")
	}
	if p.ending != none {
		return "", rules.ErrOver(text)
	}
	var at [2]int
	for i, name := range cells {
		c, ok := grid.Cell(name)
		if !ok {
			return "", rules.ErrNoCell(text, name)
		}
		at[i] = index(c)
	}
	if q := move(at[0], at[1]); p.isLegal(q) {
		return q.text(), nil
	}
	return "", p.refuse(text, at[0], at[1])
}

// refuse says why the side to move cannot go from one cell to another.
func (p position) refuse(text string, from, to int) error {
	own, other := p.pieces[p.side], p.pieces[p.side^1]
	var err *rules.MoveError
	ahead := bit(from).ahead(p.side)
	switch {
	case (own|other)&bit(from) == 0:
		err = rules.ErrEmpty(text, cellAt(from).String())
	case own&bit(from) == 0:
		err = rules.ErrNotYours(text, cellAt(from).String())
	case (ahead|ahead.beside())&bit(to) == 0:
		err = rules.Illegalf(text, codeStep,
			"a piece goes one row ahead, straight or diagonally, and %s is not there from %s",
			cellAt(to), cellAt(from))
	case own&bit(to) != 0:
		err = rules.Illegalf(text, codeOwn, "on %s stands a piece of your own", cellAt(to))
	default:
		err = rules.Illegalf(text, codeAhead, "straight ahead nothing can be taken, and %s is not empty", cellAt(to))
	}
	var leaves, reaches []rules.Move
	p.plies(func(q ply) {
		if q.from() == from {
			leaves = append(leaves, q.text())
		}
		if q.to() == to {
			reaches = append(reaches, q.text())
		}
	})
	if err.Near = leaves; len(leaves) == 0 {
		err.Near = reaches
	}
	return err
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	cells, ok := readTyped(string(m))
	if !ok {
		return nil, rules.CheckCanonical(p, m)
	}
	from, ok1 := grid.Cell(cells[0])
	to, ok2 := grid.Cell(cells[1])
	q := move(index(from), index(to))
	if !ok1 || !ok2 || !p.isLegal(q) || q.text() != m {
		return nil, rules.CheckCanonical(p, m)
	}
	p.last, p.moved = q, true // p is a copy
	p.play(q)
	return p, nil
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	return rules.Outcome{Result: p.result(), Reason: p.ending.String()}
}

// on is the side whose piece stands on a cell.
func (s *state) on(c board.Cell) rules.Side {
	switch {
	case s.pieces[0].has(c):
		return rules.Black
	case s.pieces[1].has(c):
		return rules.White
	}
	return rules.None
}

// String is the rows from row 8 down and the side that is to move, or would be.
func (p position) String() string {
	return grid.Text("", func(c board.Cell) string { return p.on(c).Letter() }) + " " +
		(rules.Black + rules.Side(p.side)).Letter()
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	p, err := readPosition(text)
	if err != nil {
		return nil, fmt.Errorf("no Breakthrough position: %w", err)
	}
	return p, nil
}

func readPosition(text string) (p position, err error) {
	fields, err := board.Fields(text, "rows", "side")
	if err != nil {
		return p, err
	}
	err = grid.Read(fields[0], "", func(c board.Cell, letter string) error {
		i := slices.Index([]string{"b", "w", "-"}, letter)
		if i < 0 {
			return fmt.Errorf("%q on %s is none of b, w and -", letter, c)
		}
		if i < 2 {
			p.pieces[i] |= bit(index(c))
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	side, err := board.ParseTurn(fields[1])
	if err != nil {
		return p, err
	}
	p.side = uint8(side - rules.Black)
	if own := p.pieces[p.side]; own&[2]set{row8, row1}[p.side] != 0 || p.pieces[p.side^1] == 0 {
		return p, errors.New("the side to move would have won before")
	}
	p.judge()
	return p, nil
}

// Equivalents implements rules.Symmetric: the position, its mirror image from left to right, and both with the
// colours exchanged and the rows counted from the other end.
func (p position) Equivalents() []string {
	var texts []string
	for n := 0; n < size; n += 2 {
		q := position{state: p.state}
		q.pieces = [2]set{}
		exchange := n >> 1 & 1
		for i, pieces := range p.pieces {
			for ; pieces != 0; pieces &= pieces - 1 {
				q.pieces[i^exchange] |= bit(index(grid.Symmetric(cellAt(pieces.first()), n)))
			}
		}
		q.side ^= uint8(exchange)
		texts = append(texts, q.String())
	}
	return texts
}

// frame is the layout of the board.
var frame = board.Frame{Grid: grid, Width: 5, Lines: 1, Indent: 4}

// square is the content of a cell, for the diagram, the picture and the words.
func (p position) square(c board.Cell) board.Square {
	s := board.Square{Side: p.on(c)}
	switch {
	case p.moved && p.last.to() == index(c):
		s.Mark = board.Reached
	case p.moved && p.last.from() == index(c):
		s.Mark = board.Left
	}
	return s
}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, _ rules.SayFunc) string {
	return frame.Diagram(view, p.square)
}

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	return frame.Scene(view, p.square)
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	return frame.Describe(p, view, say, p.square)
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	next, err := p.Play(m)
	if err != nil {
		return string(m)
	}
	q := next.(position)
	from, to := cellAt(q.last.from()), cellAt(q.last.to())
	switch {
	case q.ending == arrived:
		return say("from %s to %s, the end row, and wins", from, to)
	case q.pieces[q.side] != p.pieces[q.side]:
		return say("from %s to %s, taking a piece", from, to)
	}
	return say("from %s to %s", from, to)
}

var (
	_ rules.Symmetric = position{}
	_ rules.Walkable  = position{}
)

package reversi

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

const size = 8

var grid = board.Grid{Columns: size, Rows: size, Down: true}

// set is cells of the board: bit size*column+row.
type set uint64

func bit(c board.Cell) set          { return 1 << (size*c.Column + c.Row) }
func (s set) has(c board.Cell) bool { return s&bit(c) != 0 }
func (s set) count() int            { return bits.OnesCount64(uint64(s)) }
func (s set) first() int            { return bits.TrailingZeros64(uint64(s)) }

func cellAt(i int) board.Cell { return board.Cell{Column: i / size, Row: i % size} }

// row1 and row8 are the ends of the columns.
const (
	row1 set = 0x0101010101010101
	row8     = row1 << (size - 1)
)

// directions is the number of ways in which a line of discs can go.
const directions = 8

// step moves a set one cell in a direction; what leaves the board is lost.
func (s set) step(direction int) set {
	switch direction {
	case 0:
		return s << size
	case 1:
		return s >> size
	case 2:
		return s &^ row8 << 1
	case 3:
		return s &^ row1 >> 1
	case 4:
		return s &^ row8 << (size + 1)
	case 5:
		return s &^ row1 >> (size + 1)
	case 6:
		return s &^ row1 << (size - 1)
	}
	return s &^ row8 >> (size - 1)
}

// state is a whole state of the game.
type state struct {
	discs [2]set // Black's and White's
	side  uint8  // 0: Black is to move, 1: White
	over  bool
}

func start() state {
	var s state
	for i, name := range [4]string{"d5", "e4", "d4", "e5"} {
		c, _ := grid.Cell(name)
		s.discs[i/2] |= bit(c)
	}
	return s
}

// moves is the cells on which a side can place a disc.
func (s *state) moves(side uint8) (to set) {
	own, other := s.discs[side], s.discs[side^1]
	empty := ^(own | other)
	for d := range directions {
		line := own.step(d) & other
		for range size - 3 {
			line |= line.step(d) & other
		}
		to |= line.step(d) & empty
	}
	return to
}

// turned is the discs that a disc on a cell turns.
func (s *state) turned(at set) (all set) {
	own, other := s.discs[s.side], s.discs[s.side^1]
	for d := range directions {
		var line set
		next := at.step(d)
		for next&other != 0 {
			line |= next
			next = next.step(d)
		}
		if next&own != 0 {
			all |= line
		}
	}
	return all
}

// play places a disc on a legal cell.
func (s *state) play(at set) {
	turned := s.turned(at)
	s.discs[s.side] |= at | turned
	s.discs[s.side^1] &^= turned
	s.side ^= 1
	s.settle()
}

// settle passes over a side that cannot move, and ends the game if neither can.
func (s *state) settle() {
	if s.moves(s.side) != 0 {
		return
	}
	if s.side ^= 1; s.moves(s.side) == 0 {
		s.side, s.over = 0, true
	}
}

// turn is the side to move.
func (s *state) turn() rules.Side {
	if s.over {
		return rules.None
	}
	return rules.Black + rules.Side(s.side)
}

// legal is the cells on which the side to move can place a disc.
func (s *state) legal() set {
	if s.over {
		return 0
	}
	return s.moves(s.side)
}

func (s *state) result() rules.Result {
	black, white := s.discs[0].count(), s.discs[1].count()
	switch {
	case !s.over:
		return rules.Undecided
	case black > white:
		return rules.BlackWins
	case white > black:
		return rules.WhiteWins
	}
	return rules.Draw
}

// perft counts the ply sequences of a length.
func (s state) perft(depth int) (n uint64) {
	if depth <= 0 {
		return 1
	}
	for rest := s.legal(); rest != 0; rest &= rest - 1 {
		next := s
		next.play(rest & -rest)
		n += next.perft(depth - 1)
	}
	return n
}

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	mover      rules.Side // of the last ply; None: there is none
	at, turned set        // where it placed a disc, and the discs it turned
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side { return p.turn() }

// Legal implements rules.Position.
func (p position) Legal() (moves []rules.Move) {
	for rest := p.legal(); rest != 0; rest &= rest - 1 {
		moves = append(moves, rules.Move(cellAt(rest.first()).String()))
	}
	return moves
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 { return p.perft(depth) }

// read reads the form of a ply: a cell, on the board or not.
func read(text string) (board.Cell, bool) { return board.ParseCell(rules.Clean(text)) }

func hasForm(text string) bool {
	_, ok := read(text)
	return ok
}

// The codes of Reversi's own refusals.
const (
	codeTaken = "taken" // a disc lies there
	codeTurns = "turns-none"
)

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	c, ok := read(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, p.some()...)
	case p.over:
		return "", rules.ErrOver(text)
	case !grid.Has(c):
		return "", rules.ErrNoCell(text, c.String())
	case p.legal().has(c):
		return rules.Move(c.String()), nil
	}
	err := rules.Illegalf(text, codeTurns, "a disc on %s would turn none", c)
	if (p.discs[0] | p.discs[1]).has(c) {
		err = rules.Illegalf(text, codeTaken, "a disc lies on %s already", c)
	}
	err.Near = rules.MovesOf(p.Legal())
	return "", err
}

// some is a few plies as examples.
func (p position) some() []rules.Move {
	if p.over {
		return []rules.Move{"c4"}
	}
	moves := p.Legal()
	return moves[:min(len(moves), 3)]
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	c, ok := grid.Cell(string(m))
	if !ok || !p.legal().has(c) {
		return nil, rules.CheckCanonical(p, m)
	}
	p.mover, p.at, p.turned = p.turn(), bit(c), p.state.turned(bit(c)) // p is a copy
	p.play(p.at)
	return p, nil
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	switch result := p.result(); result {
	case rules.Undecided:
		return rules.Outcome{}
	case rules.Draw:
		return rules.Outcome{Result: result, Reason: "equal"}
	default:
		return rules.Outcome{Result: result, Reason: "more"}
	}
}

// on is the side whose disc lies on a cell.
func (s *state) on(c board.Cell) rules.Side {
	switch {
	case s.discs[0].has(c):
		return rules.Black
	case s.discs[1].has(c):
		return rules.White
	}
	return rules.None
}

// String is the rows from row 1 on and the side to move.
func (p position) String() string {
	return grid.Text("", func(c board.Cell) string { return p.on(c).Letter() }) + " " + p.turn().Letter()
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	p, err := readPosition(text)
	if err != nil {
		return nil, fmt.Errorf("no Reversi position: %w", err)
	}
	return p, nil
}

func readPosition(text string) (p position, err error) {
	fields, err := board.Fields(text, "rows", "side")
	if err != nil {
		return p, err
	}
	err = grid.Read(fields[0], "", func(c board.Cell, letter string) error {
		switch letter {
		case "b":
			p.discs[0] |= bit(c)
		case "w":
			p.discs[1] |= bit(c)
		case "-":
		default:
			return fmt.Errorf("%q on %s is none of b, w and -", letter, c)
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	if fields[1] == rules.White.Letter() {
		p.side = 1
	}
	if p.settle(); p.turn().Letter() != fields[1] {
		return p, errors.New("the side to move is b or w, which can move, or - when neither can")
	}
	return p, nil
}

// Equivalents implements rules.Symmetric: the eight symmetries of the board, each with the colours
// exchanged or not.
func (p position) Equivalents() []string {
	var texts []string
	for n := range 8 {
		q := position{state: state{side: p.side, over: p.over}}
		for i, discs := range p.discs {
			for ; discs != 0; discs &= discs - 1 {
				q.discs[i] |= bit(grid.Symmetric(cellAt(discs.first()), n))
			}
		}
		texts = append(texts, q.String())
		q.discs[0], q.discs[1] = q.discs[1], q.discs[0]
		if !q.over {
			q.side ^= 1
		}
		texts = append(texts, q.String())
	}
	return texts
}

// frame is the layout of the board.
var frame = board.Frame{Grid: grid, Width: 5, Lines: 1, Indent: 4}

// square is the content of a cell, for the diagram and the picture.
func (p position) square(c board.Cell) board.Square {
	s := board.Square{Side: p.on(c)}
	switch {
	case p.at.has(c):
		s.Mark = board.Reached
	case p.turned.has(c):
		s.Mark = board.Left
	}
	return s
}

// Diagram implements rules.Position. Both sides see the same.
func (p position) Diagram(_ rules.Side, say rules.SayFunc) string {
	var b strings.Builder
	b.WriteString(frame.Diagram(rules.Black, p.square) + "\n")
	for _, line := range p.Remarks(say) {
		b.WriteString("    " + line + "\n")
	}
	return b.String()
}

// Scene implements rules.SceneDrawer. Both sides see the same.
func (p position) Scene(rules.Side, rules.SayFunc) rules.Scene {
	return frame.Scene(rules.Black, p.square)
}

// Table implements rules.TableWriter.
func (p position) Table(rules.Side) rules.CellTable { return frame.Table(rules.Black, p.square) }

// Remarks implements rules.Remarker: the numbers of discs, and that a side was passed over.
func (p position) Remarks(say rules.SayFunc) []string {
	remarks := []string{say("Discs: %s %d, %s %d.", rules.Black.Word(), p.discs[0].count(), rules.White.Word(),
		p.discs[1].count())}
	if p.mover != rules.None && p.turn() == p.mover {
		remarks = append(remarks, say("%s cannot move, so %s moves again.", p.mover.Opponent().Word(), p.mover.Word()))
	}
	return remarks
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	list := frame.Describe(p, view, say, func(c board.Cell) board.Square { return board.Square{Side: p.on(c)} })
	list = append(list, p.Remarks(say)...)
	if p.at != 0 {
		list = append(list, say("Last move: %s, turning %s.", cellAt(p.at.first()), p.turned.names()))
	}
	return list
}

// names lists the cells of a set.
func (s set) names() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, cellAt(s.first()).String())
	}
	return strings.Join(names, ", ")
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	c, ok := grid.Cell(string(m))
	if !ok || !p.legal().has(c) {
		return string(m)
	}
	return say("%s, turning %s", c, p.state.turned(bit(c)).names())
}

var (
	_ rules.Symmetric   = position{}
	_ rules.TableWriter = position{}
	_ rules.Walkable    = position{}
)

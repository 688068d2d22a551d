package loa

import (
	"fmt"
	"math/bits"
	"slices"

	"turnpost/rules"
	"turnpost/rules/board"
)

// size is the number of columns and of rows.
const size = 8

var grid = board.Grid{Columns: size, Rows: size}

// square is a square of the board: a1, a2, ... a8, b1, ... h8, in the order of the names.
type square uint8

func squareOf(c board.Cell) square { return square(c.Column*size + c.Row) }
func (q square) cell() board.Cell  { return board.Cell{Column: int(q) / size, Row: int(q) % size} }
func (q square) String() string    { return q.cell().String() }
func readSquare(name string) (square, bool) {
	c, ok := grid.Cell(name)
	return squareOf(c), ok
}

// squares is a set of squares.
type squares uint64

func (q square) only() squares      { return 1 << (q & 63) }
func (s squares) has(q square) bool { return s&q.only() != 0 }
func (s squares) first() square     { return square(bits.TrailingZeros64(uint64(s))) }
func (s squares) rest() squares     { return s & (s - 1) }
func (s squares) len() int          { return bits.OnesCount64(uint64(s)) }

// directions are the steps in columns and rows; each is opposite to the one four places on.
var directions = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// rays[d][q] is the squares from q to the edge in a direction, the nearest first.
var rays = func() (t [8][size * size][]square) {
	for d, step := range directions {
		for q := range square(size * size) {
			c := q.cell()
			for {
				c = board.Cell{Column: c.Column + step[0], Row: c.Row + step[1]}
				if !grid.Has(c) {
					break
				}
				t[d][q] = append(t[d][q], squareOf(c))
			}
		}
	}
	return t
}()

// line[d][q] is all squares of the line through q in direction d, and near[q] the squares around q.
var line, near = func() (t [4][size * size]squares, around [size * size]squares) {
	for q := range square(size * size) {
		for d := range rays {
			t[d%4][q] |= q.only()
			for i, r := range rays[d][q] {
				t[d%4][q] |= r.only()
				if i == 0 {
					around[q] |= r.only()
				}
			}
		}
	}
	return t, around
}()

// ply is the squares that a piece leaves and reaches.
type ply uint16

// noPly goes from a1 to a1, which is never legal.
const noPly ply = 0

func move(from, to square) ply { return ply(from)<<8 | ply(to) }
func (p ply) from() square     { return square(p >> 8) }
func (p ply) to() square       { return square(p & 0xff) }
func (p ply) text() rules.Move { return rules.Move(p.from().String() + "-" + p.to().String()) }

// state is a whole state of the game.
type state struct {
	of   [2]squares // Black's and White's
	side int        // 0 is Black's turn
}

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	connected
	both
	stuck
)

func (e ending) String() string { return [...]string{"", "connected", "both", "stuck"}[e] }

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	ending ending
	winner rules.Side
	passed bool // the other side has just been passed over
	last   ply
}

var start = func() position {
	p, err := read(".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b")
	if err != nil {
		panic(err)
	}
	return p
}()

func sideOf(side int) rules.Side { return rules.Side(side) + rules.Black }

// target is where a piece goes from a square in a direction; ok is false if it cannot.
func (s *state) target(q square, d int) (to square, ok bool) {
	n := (line[d%4][q] & (s.of[0] | s.of[1])).len()
	ray := rays[d][q]
	if n > len(ray) || s.of[s.side].has(ray[n-1]) {
		return 0, false
	}
	for _, between := range ray[:n-1] {
		if s.of[1-s.side].has(between) {
			return 0, false
		}
	}
	return ray[n-1], true
}

// legal appends the plies of the side to move.
func (s *state) legal(list []ply) []ply {
	for own := s.of[s.side]; own != 0; own = own.rest() {
		for d := range directions {
			if to, ok := s.target(own.first(), d); ok {
				list = append(list, move(own.first(), to))
			}
		}
	}
	return list
}

// canMove reports whether the side to move has a ply.
func (s *state) canMove() bool {
	for own := s.of[s.side]; own != 0; own = own.rest() {
		for d := range directions {
			if _, ok := s.target(own.first(), d); ok {
				return true
			}
		}
	}
	return false
}

// play plays a legal ply.
func (s *state) play(p ply) {
	s.of[s.side] = s.of[s.side]&^p.from().only() | p.to().only()
	s.side = 1 - s.side
	s.of[s.side] &^= p.to().only()
}

// joined reports whether all pieces touch one another.
func joined(set squares) bool {
	if set == 0 {
		return false
	}
	group := set.first().only()
	for edge := group; edge != 0; {
		var next squares
		for ; edge != 0; edge = edge.rest() {
			next |= near[edge.first()]
		}
		edge = next & set &^ group
		group |= edge
	}
	return group == set
}

// judge sets the ending, and passes a side over that cannot move.
func (p *position) judge() {
	switch black, white := joined(p.of[0]), joined(p.of[1]); {
	case black && white:
		p.ending = both
	case black:
		p.ending, p.winner = connected, rules.Black
	case white:
		p.ending, p.winner = connected, rules.White
	case !p.canMove():
		p.side, p.passed = 1-p.side, true
		if !p.canMove() {
			p.ending = stuck
		}
	}
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
	case connected:
		return rules.Outcome{Result: rules.Wins(p.winner), Reason: p.ending.String()}
	}
	return rules.Outcome{Result: rules.Draw, Reason: p.ending.String()}
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
	p.passed = false
	p.play(q)
	p.last = q
	p.judge()
	return p
}

// String is the rows of the board from the top, b, w and dots, and the side to move.
func (p position) String() string {
	return grid.Text("", func(c board.Cell) string {
		if side := p.at(c); side != rules.None {
			return side.Letter()
		}
		return "."
	}) + " " + sideOf(p.side).Letter()
}

// at is the side whose piece stands on a cell.
func (s *state) at(c board.Cell) rules.Side {
	for side := range s.of {
		if s.of[side].has(squareOf(c)) {
			return sideOf(side)
		}
	}
	return rules.None
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
	fields, err := board.Fields(text, "board", "side to move")
	if err != nil {
		return p, err
	}
	err = grid.Read(fields[0], "", func(c board.Cell, text string) error {
		side, ok := rules.ParseSide(text)
		if ok {
			p.of[side-rules.Black] |= squareOf(c).only()
		} else if text != "." {
			return fmt.Errorf("a square is b, w or a dot, not %q", text)
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
	p.side = int(side - rules.Black)
	for _, set := range p.of {
		if n := set.len(); n < 1 || n > 12 {
			return p, fmt.Errorf("each side has one to twelve pieces")
		}
	}
	if p.judge(); p.passed && p.ending == none {
		return p, fmt.Errorf("the side to move has no move")
	}
	if p.ending == stuck {
		p.side = int(side - rules.Black)
	}
	return p, nil
}

// form is the ply's cells, which need not exist.
func form(text string) (cells []string, ok bool) {
	t, ok := board.ReadCells(rules.Clean(text), "")
	return t.Cells, ok && len(t.Cells) == 2
}

// hasForm reports whether a text has the form of a ply.
func hasForm(text string) bool {
	_, ok := form(text)
	return ok
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	cells, ok := form(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "b1-b3")
	case p.ending != none:
		return "", rules.ErrOver(text)
	}
	from, okFrom := readSquare(cells[0])
	to, okTo := readSquare(cells[1])
	if !okFrom || !okTo {
		wrong := cells[0]
		if okFrom {
			wrong = cells[1]
		}
		return "", rules.ErrNoCell(text, wrong)
	}
	if slices.Contains(p.plies(), move(from, to)) {
		return move(from, to).text(), nil
	}
	refusal := p.refuse(text, from, to)
	for _, q := range p.plies() {
		if q.from() == from {
			refusal.Near = append(refusal.Near, q.text())
		}
	}
	return "", refusal
}

// The codes of the refusals of Lines of Action.
const (
	codeLine     = "not-straight" // in none of the eight directions
	codeDistance = "distance"     // not as far as there are pieces on the line
	codeOwn      = "own"          // onto an own piece
	codeBlocked  = "blocked"      // over a piece of the other side
)

// refuse says why a piece cannot go from one square to another.
func (p position) refuse(text string, from, to square) *rules.MoveError {
	switch side := p.at(from.cell()); {
	case side == rules.None:
		return rules.ErrEmpty(text, from.String())
	case side != sideOf(p.side):
		return rules.ErrNotYours(text, from.String())
	}
	for d := range directions {
		far := slices.Index(rays[d][from], to) + 1
		if far == 0 {
			continue
		}
		if n := (line[d%4][from] & (p.of[0] | p.of[1])).len(); n != far {
			return rules.Illegalf(text, codeDistance,
				"the line from %s to %s has %d pieces on it, so the move goes %d squares",
				from, to, n, n)
		}
		if p.of[p.side].has(to) {
			return rules.Illegalf(text, codeOwn, "your own piece stands on %s", to)
		}
		return rules.Illegalf(text, codeBlocked, "between %s and %s stands a piece of the other side", from, to)
	}
	return rules.Illegalf(text, codeLine, "%s is not in a straight line from %s", to, from)
}

// frame is how the board is drawn.
var frame = board.Frame{Grid: grid, Width: 3, Lines: 1, Indent: 4, Chequered: true}

// square is what stands on a cell.
func (p position) square(c board.Cell) board.Square {
	s := board.Square{Side: p.at(c)}
	switch q := squareOf(c); {
	case p.last == noPly:
	case q == p.last.from():
		s.Mark = board.Left
	case q == p.last.to():
		s.Mark = board.Reached
	}
	return s
}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	drawn := frame.Diagram(view, p.square)
	for _, remark := range p.Remarks(say) {
		drawn += "\n" + board.Indented(remark)
	}
	return drawn
}

// Remarks implements rules.Remarker.
func (p position) Remarks(say rules.SayFunc) []string {
	if !p.passed || p.ending != none {
		return nil
	}
	return []string{say("%s cannot move, so %s moves again.", sideOf(1-p.side).Word(), sideOf(p.side).Word())}
}

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	return frame.Scene(view, p.square)
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	return append(frame.Describe(p, view, say, p.square), p.Remarks(say)...)
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	for _, q := range p.plies() {
		if q.text() != m {
			continue
		}
		if p.of[1-p.side].has(q.to()) {
			return say("from %s to %s, taking a piece", q.from(), q.to())
		}
		return say("from %s to %s", q.from(), q.to())
	}
	return string(m)
}

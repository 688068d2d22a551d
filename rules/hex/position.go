package hex

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

const (
	size  = 11
	cells = size * size

	swap     = cells // the number of the ply
	swapText = "swap"
)

var grid = board.Grid{Columns: size, Rows: size, Down: true}

func index(c board.Cell) int  { return size*c.Column + c.Row }
func cellAt(i int) board.Cell { return board.Cell{Column: i / size, Row: i % size} }

// neighbours is, for each cell, those beside it.
var neighbours = buildNeighbours()

func buildNeighbours() (table [cells][]uint8) {
	for i := range table {
		c := cellAt(i)
		for _, step := range [...]board.Cell{{Column: 1}, {Column: -1}, {Row: 1}, {Row: -1}, {Column: 1, Row: -1},
			{Column: -1, Row: 1}} {
			if to := (board.Cell{Column: c.Column + step.Column, Row: c.Row + step.Row}); grid.Has(to) {
				table[i] = append(table[i], uint8(index(to)))
			}
		}
	}
	return table
}

// along is how far a cell is from a side's first edge: its row for Black, its column for White.
func along(side rules.Side, i int) int {
	if side == rules.Black {
		return i % size
	}
	return i / size
}

// state is a whole state of the game.
type state struct {
	stones [cells]rules.Side
	count  uint8 // of the stones
	white  bool  // White is to move
	winner rules.Side
	hash   uint64 // of the stones
}

// toMove is the side to move, won or not.
func (s *state) toMove() rules.Side {
	if s.white {
		return rules.White
	}
	return rules.Black
}

func (s *state) turn() rules.Side {
	if s.winner != rules.None {
		return rules.None
	}
	return s.toMove()
}

// put places a stone on an empty cell, or takes one away if side is None.
func (s *state) put(i int, side rules.Side) {
	stone := side
	if side == rules.None {
		stone = s.stones[i]
		s.count--
	} else {
		s.count++
	}
	s.hash ^= rules.Mix(rules.Mix(0, uint64(stone)), uint64(i))
	s.stones[i] = side
}

// canSwap reports whether the side to move can swap: White, instead of its first stone.
func (s *state) canSwap() bool { return s.count == 1 && s.white && s.stones[s.only()] == rules.Black }

// only is the cell of the only stone.
func (s *state) only() int {
	return slices.IndexFunc(s.stones[:], func(side rules.Side) bool { return side != rules.None })
}

// mirrored is a cell mirrored at the long diagonal.
func mirrored(i int) int { return i%size*size + i/size }

// play makes a legal ply.
func (s *state) play(ply int) {
	side := s.toMove()
	if ply == swap {
		at := s.only()
		s.put(at, rules.None)
		s.put(mirrored(at), rules.White)
	} else {
		s.put(ply, side)
		if s.joins(ply) {
			s.winner = side
		}
	}
	s.white = !s.white
}

// joins reports whether the stones connected with that on a cell reach both edges of their side.
func (s *state) joins(from int) bool {
	side := s.stones[from]
	var seen [cells]bool
	var stack [cells]uint8
	stack[0], seen[from] = uint8(from), true
	first, last := false, false
	for n := 1; n > 0; {
		n--
		at := stack[n]
		switch along(side, int(at)) {
		case 0:
			first = true
		case size - 1:
			last = true
		}
		for _, next := range neighbours[at] {
			if s.stones[next] == side && !seen[next] {
				seen[next] = true
				stack[n] = next
				n++
			}
		}
	}
	return first && last
}

// isLegal reports whether a ply, which may be of another position, is legal.
func (s *state) isLegal(ply int) bool {
	switch {
	case s.winner != rules.None:
		return false
	case ply == swap:
		return s.canSwap()
	}
	return s.stones[ply] == rules.None
}

// perft counts the ply sequences of a length.
func (s state) perft(depth int) (n uint64) {
	if depth <= 0 {
		return 1
	}
	for ply := range swap + 1 {
		if s.isLegal(ply) {
			next := s
			next.play(ply)
			n += next.perft(depth - 1)
		}
	}
	return n
}

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	last, left uint8 // one more than the cell where the last ply ended, and for a swap, where it began
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side { return p.turn() }

// Legal implements rules.Position.
func (p position) Legal() (moves []rules.Move) {
	for _, ply := range sorted {
		if p.isLegal(ply) {
			moves = append(moves, text(ply))
		}
	}
	return moves
}

// texts are the plies as text, and sorted is their numbers in the order of the texts.
var texts, sorted = buildTexts()

func buildTexts() (texts [swap + 1]rules.Move, sorted []int) {
	for i := range swap {
		texts[i] = rules.Move(cellAt(i).String())
		sorted = append(sorted, i)
	}
	texts[swap] = swapText
	sorted = append(sorted, swap)
	slices.SortFunc(sorted, func(a, b int) int { return strings.Compare(string(texts[a]), string(texts[b])) })
	return texts, sorted
}

func text(ply int) rules.Move { return texts[ply] }

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 { return p.perft(depth) }

// read reads the form of a ply: a cell, on the board or not, or a swap.
func read(text string) (c board.Cell, swaps, ok bool) {
	clean := rules.Clean(text)
	if c, ok = board.ParseCell(clean); ok {
		return c, false, true
	}
	_, ok = rules.Typed(words(), clean)
	return c, ok, ok
}

func hasForm(text string) bool {
	_, _, ok := read(text)
	return ok
}

// The codes of Hex's own refusals.
const (
	codeTaken = "taken" // a stone lies there
	codeSwap  = "swap"  // it is not White's first turn
)

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	c, swaps, ok := read(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "f6")
	case p.winner != rules.None:
		return "", rules.ErrOver(text)
	case swaps && p.canSwap():
		return swapText, nil
	case swaps:
		return "", rules.Illegalf(text, codeSwap, "only White can swap, and only instead of its first stone")
	case !grid.Has(c):
		return "", rules.ErrNoCell(text, c.String())
	case p.stones[index(c)] != rules.None:
		err := rules.Illegalf(text, codeTaken, "a stone lies on %s already", c)
		for _, near := range neighbours[index(c)] {
			if p.isLegal(int(near)) {
				err.Near = append(err.Near, texts[near])
			}
		}
		return "", err
	}
	return rules.Move(c.String()), nil
}

// number is the ply with a canonical text.
func number(m rules.Move) (ply int, ok bool) {
	if m == swapText {
		return swap, true
	}
	c, ok := grid.Cell(string(m))
	return index(c), ok
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	ply, ok := number(m)
	if !ok || !p.isLegal(ply) {
		return nil, rules.CheckCanonical(p, m)
	}
	p.last, p.left = uint8(ply+1), 0 // p is a copy
	if ply == swap {
		at := p.only()
		p.last, p.left = uint8(mirrored(at)+1), uint8(at+1)
	}
	p.play(ply)
	return p, nil
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	if p.winner == rules.None {
		return rules.Outcome{}
	}
	return rules.Outcome{Result: rules.Wins(p.winner), Reason: "joined"}
}

// String is the rows from row 1 on and the side to move.
func (p position) String() string {
	return grid.Text("", func(c board.Cell) string { return p.stones[index(c)].Letter() }) + " " + p.turn().Letter()
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	p, err := readPosition(text)
	if err != nil {
		return nil, fmt.Errorf("no Hex position: %w", err)
	}
	return p, nil
}

func readPosition(text string) (p position, err error) {
	fields, err := board.Fields(text, "rows", "side")
	if err != nil {
		return p, err
	}
	err = grid.Read(fields[0], "", func(c board.Cell, letter string) error {
		side, ok := rules.ParseSide(letter)
		switch {
		case ok:
			p.put(index(c), side)
		case letter != "-":
			return fmt.Errorf("%q on %s is none of b, w and -", letter, c)
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	for i, side := range p.stones {
		if side != rules.None && along(side, i) == 0 && p.joins(i) {
			p.winner = side
		}
	}
	p.white = fields[1] == rules.White.Letter() || p.winner == rules.Black
	if p.turn().Letter() != fields[1] {
		return p, fmt.Errorf("the side to move is b or w, or - when a side has won, not %q", fields[1])
	}
	return p, nil
}

// Equivalents implements rules.Symmetric: the position, its half turn, and both mirrored at the long
// diagonal with the colours exchanged. As only White can swap, one stone and an empty board keep
// their colours.
func (p position) Equivalents() []string {
	var texts []string
	for n := range 4 {
		q := position{state: state{white: p.white, winner: p.winner}}
		for i, side := range p.stones {
			if n%2 == 1 {
				i = cells - 1 - i
			}
			if n >= 2 {
				i, side = mirrored(i), side.Opponent()
			}
			if side != rules.None {
				q.put(i, side)
			}
		}
		if n >= 2 {
			if p.count < 2 {
				break
			}
			q.white, q.winner = !q.white, q.winner.Opponent()
		}
		texts = append(texts, q.String())
	}
	return texts
}

var (
	_ rules.Symmetric = position{}
	_ rules.Walkable  = position{}
)

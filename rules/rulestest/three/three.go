// Package three is the example of a game: three in a row, which Turnpost does not offer. This file
// has everything that a game needs, and a diagram, a picture and words; its test has everything
// that a game is checked for. The package documentation of rules describes the steps.
//
// # The model
//
// The board is three by three cells, and a ply is the name of an empty one. A position is nine
// cells and the side to move, a small value that is copied.
//
// # What was settled here
//
// Black begins.
package three

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

const size = 3

var grid = board.Grid{Columns: size, Rows: size}

// Game is three in a row.
func Game() rules.Game {
	return rules.Game{
		Name:    "three",
		Title:   "Three in a row",
		Aliases: []string{"tic-tac-toe"},
		Author:  "tradition",
		Year:    1950,
		Brief:   "In turn each side marks a cell of a 3x3 board. Three marks of one side in a row, a column or a diagonal win.",
		Text: "THREE IN A ROW\n\nIn turn each side marks one empty cell: write its name, such as b2.\n" +
			"Three in a row, a column or a diagonal win. A full board is a draw.\nHouse rule: Black begins.\n",
		Reasons:       map[string]string{"row": "three marks of one side stand in a line", "full": "no cell is empty"},
		Figures:       board.Discs,
		Start:         func() rules.Position { return position{side: rules.Black} },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
	}
}

// position has the cells in the order of their names, so that Legal is sorted.
type position struct {
	cells [size * size]rules.Side
	side  rules.Side
	last  rules.Move // for the diagram only
}

func index(c board.Cell) int  { return c.Column*size + c.Row }
func cellAt(i int) board.Cell { return board.Cell{Column: i / size, Row: i % size} }

// Turn is the side to move; None when the game is over.
func (p position) Turn() rules.Side {
	if p.Outcome().Over() {
		return rules.None
	}
	return p.side
}

// Legal lists the empty cells.
func (p position) Legal() (moves []rules.Move) {
	for i, side := range p.cells {
		if side == rules.None && !p.Outcome().Over() {
			moves = append(moves, rules.Move(cellAt(i).String()))
		}
	}
	return moves
}

// read reads the form of a ply: a cell, on the board or not.
func read(text string) (board.Cell, bool) { return board.ParseCell(rules.Clean(text)) }

func hasForm(text string) bool {
	_, ok := read(text)
	return ok
}

// Parse reads one ply as a person types it. It checks the form first, and then whether the ply can
// be played.
func (p position) Parse(text string) (rules.Move, error) {
	cell, ok := read(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "b2")
	case p.Outcome().Over():
		return "", rules.ErrOver(text)
	case !grid.Has(cell):
		return "", rules.ErrNoCell(text, cell.String())
	case p.cells[index(cell)] != rules.None:
		return "", rules.Illegalf(text, "taken", "%s is taken", cell)
	}
	return rules.Move(cell.String()), nil
}

// Play makes one ply, which must be canonical.
func (p position) Play(m rules.Move) (rules.Position, error) {
	if err := rules.CheckCanonical(p, m); err != nil {
		return nil, err
	}
	cell, _ := read(string(m))
	p.cells[index(cell)] = p.side // p is a copy
	p.side, p.last = p.side.Opponent(), m
	return p, nil
}

// lines are the eight lines of three.
var lines = [...][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// Outcome says whether a line or the board is full.
func (p position) Outcome() rules.Outcome {
	for _, l := range lines {
		if side := p.cells[l[0]]; side != rules.None && side == p.cells[l[1]] && side == p.cells[l[2]] {
			return rules.Outcome{Result: rules.Wins(side), Reason: "row"}
		}
	}
	if !slices.Contains(p.cells[:], rules.None) {
		return rules.Outcome{Result: rules.Draw, Reason: "full"}
	}
	return rules.Outcome{}
}

// frame is the layout of the board.
var frame = board.Frame{Grid: grid, Width: 5, Lines: 1, Indent: 4}

// square is the content of a cell, for the diagram, the picture and the words.
func (p position) square(c board.Cell) board.Square {
	s := board.Square{Side: p.cells[index(c)]}
	if p.last == rules.Move(c.String()) {
		s.Mark = board.Reached
	}
	return s
}

// Diagram draws the board in ASCII.
func (p position) Diagram(view rules.Side, _ rules.SayFunc) string {
	return frame.Diagram(view, p.square)
}

// Scene draws the picture of the board (rules.SceneDrawer).
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	return frame.Scene(view, p.square)
}

// Describe describes the position in words (rules.Describer).
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	return frame.Describe(p, view, say, p.square)
}

// String is the cells column by column and the side to move.
func (p position) String() string {
	var b strings.Builder
	for _, side := range p.cells {
		b.WriteString(side.Letter())
	}
	return b.String() + " " + p.side.Letter()
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	cells, letter, _ := strings.Cut(text, " ")
	side, ok := rules.ParseSide(letter)
	p := position{side: side}
	if !ok || len(cells) != len(p.cells) {
		return nil, fmt.Errorf("%q is not nine cells, a space and a side", text)
	}
	for i := range p.cells {
		p.cells[i], _ = rules.ParseSide(cells[i : i+1])
	}
	if p.String() != text {
		return nil, fmt.Errorf("%q holds more than b, w and -", text)
	}
	return p, nil
}

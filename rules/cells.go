package rules

// CellTable is a board as a table of cells, for a position in which most plies are the name of the one
// cell on which something is placed.
type CellTable struct {
	// Rows are from the top row down, each from left to right.
	Rows [][]TableCell
	// Skewed says that each row is shifted to the right against the one above it.
	Skewed bool
}

// TableCell is one cell of a board.
type TableCell struct {
	// Ply is the ply that places something there. It may be illegal.
	Ply Move
	// Side is the side whose piece is there, None if the cell is empty.
	Side Side
	// Last says that the last ply ended there.
	Last bool
}

// TableWriter is an optional interface of a Position in which most plies are the name of one cell. Messages
// then have a board of which each cell that can be chosen is a link. Without it they list the plies.
type TableWriter interface {
	// Table is the board as view's player sees it in the Scene.
	Table(view Side) CellTable
}

// TableOf is the board as a table; ok is false if the game has none.
func TableOf(p Position, view Side) (t CellTable, ok bool) {
	w, ok := p.(TableWriter)
	if !ok {
		return CellTable{}, false
	}
	return w.Table(view), true
}

// Numbered reports whether messages number the legal plies of a position. Names of cells are easier to write
// than numbers are to find, so a board of links has none.
func Numbered(p Position) bool {
	_, ok := p.(TableWriter)
	return !ok
}

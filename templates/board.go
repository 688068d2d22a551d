package templates

import (
	"cmp"
	"time"
)

// Board is a position as it can be shown.
type Board struct {
	// Diagram is the position in characters; empty: it is not shown.
	Diagram string
	// Words is the position in words, for readers who cannot see the picture.
	Words string
	// Picture is the Content-ID of a picture of the position that the message carries; empty:
	// there is none.
	Picture string
	// Sentences describe the position to a reader who wants no drawing. There is none then.
	Sentences []string
	// Small says that the picture is a small one, of a game that waits for somebody else.
	Small bool
	// Remarks are sentences that the picture needs beside it. The diagram has them below the
	// board.
	Remarks []string
	// Legend is sentences about the signs in the picture. The diagram explains its own.
	Legend []string
}

// shown reports whether there is something to show or to tell.
func (b Board) shown() bool { return b.Diagram != "" || len(b.Sentences) > 0 }

// BoardFigure is a picture and what is to be seen in it.
type BoardFigure struct {
	Caption string
	Board   Board
}

// Ply is one ply played.
type Ply struct {
	N    int
	Side string // black or white
	Move string
	// Spoken is what the reader's language calls a ply that is written as a word, "cw".
	Spoken string
	At     time.Time // in the history
}

// MoveGroup is some legal plies under a title.
type MoveGroup struct {
	Title string
	Moves []NumberedMove
}

// NumberedMove is a legal ply and its number in the list.
type NumberedMove struct {
	N    int    // 0: the list has no numbers
	Move string // as it is read from everybody
	Text string // as the reader's language writes it; "": as Move
	Hint string // where it ends and what it takes, if Move does not say it: "→ b6 ×4"
}

// Shown is the ply as its reader sees it.
func (m NumberedMove) Shown() string { return cmp.Or(m.Text, m.Move) }

// CellTable is a board of which the cells that can be chosen are links, instead of a list of plies.
type CellTable struct {
	Rows   [][]TableCell // from the top row down
	Skewed bool          // each row is shifted to the right against the one above
}

// TableCell is a cell of a board. Move is the ply that places something there; it is legal if it is
// one of the Groups of the same choice.
type TableCell struct {
	Move string
	Side string // black, white or none
	Last bool   // the last ply ended there
}

// MoveInWords is a legal ply, its number in the list of all, and what it does.
type MoveInWords struct {
	N           int
	Move, Words string
}

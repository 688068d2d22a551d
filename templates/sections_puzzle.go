package templates

import "time"

// Tally is how many puzzles the reader has solved, of how many that they answered.
type Tally struct{ Solved, Of int }

// Puzzle shows a position in which one ply alone keeps the win. Nothing in it tells from
// whose game it is.
type Puzzle struct {
	Title string
	Side  string // whose turn it is: black or white
	Daily bool   // it is that of the day
	// Among says that it is not alone in its letter, so that its answer begins with the
	// command.
	Among bool
	Board Board
	Tally Tally

	Groups   []Group
	Moves    []MoveInWords // of Groups, for who wants no drawing
	Hinted   bool
	Notation string
	Example  string
}

// PuzzleAnswer tells what an answer to a puzzle was worth.
type PuzzleAnswer struct {
	Title, Name  string // the game's
	Right, Again bool   // Again: they had answered before, and Move is that
	Exact        bool   // and not what an engine sees
	Move         string
	// Worth is what Move is worth: win, draw, loss, or chance; N is in how many plies after
	// it the game is lost, 0 if that is not known, or the chance in percent.
	Worth string
	N     int
	Reply string // the best one to it; ""
	Keeps string // what keeps the win, and Wins in how many plies after it
	Wins  int
	Board Board // after Keeps
	Line  []Ply // Keeps and what follows, if that is told; Ends says that the game is over then
	Ends  bool
	Tally Tally
}

// NoPuzzle tells that there is no puzzle for the reader.
type NoPuzzle struct {
	Title string // the game's; "": of all
	Shelf int    // how many there are
	Tally Tally
}

// PuzzleSet tells when the reader's puzzle of the day comes.
type PuzzleSet struct {
	At     string // 07:30; "": none comes
	Zone   string
	Next   time.Time
	Digest bool // it comes with the digest
	Empty  bool // there is no puzzle yet
}

func (*Puzzle) template() string       { return "puzzle" }
func (*PuzzleAnswer) template() string { return "puzzleanswer" }
func (*NoPuzzle) template() string     { return "nopuzzle" }
func (*PuzzleSet) template() string    { return "puzzleset" }

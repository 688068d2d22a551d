package templates

import "slices"

// News is what else happened in a game since its reader's last letter. Kind
// names it: declined, lapsed, missed, undone, fired, died, misfired.
type News struct {
	Kind     string
	You      bool // the reader did it, or asked for it
	Opponent string
	// What says which offer (draw or undo), and why a robot declines it, as in draw-early; or why lines died: left, undone,
	// over or own; or that plies which fired are of both sides.
	// Of a ladder it says what: challenger, challenged, moved, late or left.
	What    string
	Next    int      // undone: the ply that is next; draw-early: after how many plies
	Plies   []Ply    // fired, or a robot's answer
	Lines   []string // died and misfired: the reader's conditional lines
	Problem Problem  // misfired: why
	// Of a ladder: its name; the place of who challenged and of who was challenged, or
	// from where to where the winner goes.
	Ladder   string
	From, To int
}

// CalledOff reports whether the game is called off because a player has left what it is of,
// and not by an organiser.
func (t *Turn) CalledOff() bool {
	return slices.ContainsFunc(t.News, func(n News) bool {
		return n.Kind == "out" || n.Kind == "ladder" && (n.What == "left" || n.What == "left-you")
	})
}

// Preview is the board after a line of play that nobody has played.
type Preview struct {
	Game        int64
	Title       string
	Side        string // the reader's
	Opponent    string
	Plies       []Ply
	Board       Board
	ToMove      string // you, opponent or nobody
	Legal       int    // how many plies are legal then
	LastOfThree bool   // the state will have arisen twice
	Result      string // won, lost or drawn, when over
	Reason      string
}

// Conditionals lists the reader's conditional lines in a game.
type Conditionals struct {
	Game     int64
	Title    string
	Opponent string
	Lines    []string
}

func (*Preview) template() string      { return "preview" }
func (*Conditionals) template() string { return "conditionals" }

package rules

// Move is one ply in canonical text: what the engine prints, stores and lists.
type Move string

// Position is one state of one game, as a value. A Position is safe for
// concurrent use, because nothing changes it.
type Position interface {
	// Turn is the side to move, which may be the same side twice running;
	// None when the game is over.
	Turn() Side

	// Legal lists every legal ply, sorted bytewise and without duplicates. It
	// is empty exactly when the game is over. The caller owns the slice.
	Legal() []Move

	// Parse reads one ply as a person types it: any case, spaces, any dash or
	// arrow or none, a leading move number, trailing punctuation. The error is
	// a *MoveError and says why, in a sentence for the player: unreadable if
	// the text has not the form of a ply (Game.HasForm, the same in every
	// position), ambiguous or illegal if no such ply can be played here.
	Parse(text string) (Move, error)

	// Play makes one ply. It returns a new position; the receiver never
	// changes. The error is a *MoveError when m is not one of Legal.
	Play(m Move) (Position, error)

	// Outcome says whether the game is over by this position alone, and why.
	// Repetition is the business of a Record.
	Outcome() Outcome

	// Diagram draws the board as view's player sees it across the table, with
	// coordinates and the last move marked, at most 72 columns wide, without
	// trailing spaces, and ending in a newline. It is printable ASCII except for
	// words, which say writes. View None is Black's view.
	Diagram(view Side, say Say) string

	// String is the position string: the canonical text of the whole state.
	String() string
}

// Rereader is an optional interface of a Position whose string cannot always
// show that the last ply ended the game. In Le Rooya, say, a full row at the
// edge of the board has won if the last ply made it, and is nothing if it was
// filled long before; the string holds the row and not its age.
type Rereader interface {
	// Reread is the outcome of the position that ParsePosition makes of String.
	// It may differ from Outcome only where the game is over. A position that
	// was itself read from a string has nothing more to lose: its Reread is its
	// Outcome.
	Reread() Outcome
}

// Reread returns the position's own, or else its Outcome: a string keeps it.
func Reread(p Position) Outcome {
	if r, ok := p.(Rereader); ok {
		return r.Reread()
	}
	return p.Outcome()
}

// Describer is an optional interface of a Position that can be described in words, in
// any language. Without it a message holds only the Diagram, which its reader must see.
type Describer interface {
	// Describe describes the position to a person who cannot see it: sentences in an
	// order that can be followed without a picture, the side to move first, then the
	// pieces of view's side, then those of the other side, then anything else that
	// counts, and the last move. It leaves out nothing that the rules need.
	Describe(view Side, say Say) []string
}

// MoveDescriber is an optional interface of a Position whose plies can be described in
// words. Without it a ply is written as it is.
type MoveDescriber interface {
	// DescribeMove describes a legal ply as a clause without a full stop: "from d3 to
	// d4, onto a stack of two". Any other text is returned as it is.
	DescribeMove(m Move, say Say) string
}

// Marked is of how many plies the last move that a Scene marks may be.
const Marked = 4

// Drawer is an optional interface of a Position that can be drawn. Without it
// letters have no picture of the board, and the record of a game no film.
type Drawer interface {
	// Scene draws the position as Diagram does: seen from view's side, with
	// coordinates and the last move marked, which is of the last Marked plies at
	// most. See [Scene] for the measures, and package board for what boards
	// have in common.
	Scene(view Side, say Say) Scene
}

// Remarker is an optional interface of a Position whose picture does not show all
// that counts. Without it a letter with a picture says nothing below it.
type Remarker interface {
	// Remarks says what the Scene cannot show, or not clearly, in whole sentences:
	// what Diagram writes beside the board for the same reason.
	Remarks(say Say) []string
}

// Remarks is what a picture of the position does not show; nil if it shows all.
func Remarks(p Position, say Say) []string {
	if r, ok := p.(Remarker); ok {
		return r.Remarks(say)
	}
	return nil
}

// Hinter is an optional interface of a Position of whose plies the text does not say
// where they end.
type Hinter interface {
	// Hint says of a legal ply, in signs that need no language, on which cell it
	// ends and how many pieces it takes: "→ b6", "→ b6 ×4". Empty: the text says it.
	Hint(m Move) string
}

// Hint is where a legal ply ends; empty if its text says it.
func Hint(p Position, m Move) string {
	if h, ok := p.(Hinter); ok {
		return h.Hint(m)
	}
	return ""
}

// Describe describes the position in sentences; nil if the game cannot.
func Describe(p Position, view Side, say Say) []string {
	if d, ok := p.(Describer); ok {
		return d.Describe(view, say)
	}
	return nil
}

// DescribeTurn says who is to move, or how the game ended.
func DescribeTurn(p Position, say Say) string {
	switch o := p.Outcome(); {
	case o.Winner() != None:
		return say("The game is over: %s has won.", o.Winner().Term())
	case o.Over():
		return say("The game is over: it is a draw.")
	}
	return say("%s is to move.", p.Turn().Term())
}

// DescribeMove describes a legal ply in words, or returns its text.
func DescribeMove(p Position, m Move, say Say) string {
	if d, ok := p.(MoveDescriber); ok {
		return d.DescribeMove(m, say)
	}
	return string(m)
}

// SceneOf draws the position; ok is false if it cannot be drawn.
func SceneOf(p Position, view Side, say Say) (s Scene, ok bool) {
	d, ok := p.(Drawer)
	if !ok {
		return Scene{}, false
	}
	return d.Scene(view, say), true
}

// Grouper is an optional interface of a Position whose legal plies are many, or
// have no leading cell. See Groups for what is done without it.
type Grouper interface {
	// Groups puts every ply of Legal into a titled group, in the order in which
	// a player would look for it (say, one group a piece).
	Groups() []Group
}

// Group is some legal plies under a title, such as the cell that they leave. A
// title is a Phrase, and so is said in the language of the letter.
type Group struct {
	Title Phrase
	Moves []Move
}

// Groups returns the position's own groups, or the plies grouped by the leading
// cell (a letter and a number) of their text, in the order of Legal.
func Groups(p Position) []Group {
	if g, ok := p.(Grouper); ok {
		return g.Groups()
	}
	title := func(m Move) Phrase { return Phrase{Format: LeadingCell(string(m))} }
	return GroupBy(p.Legal(), title, func(m Move) Move { return m })
}

// GroupBy puts plies in a game's own form into groups: neighbours with the same title are
// one group.
func GroupBy[P any](plies []P, title func(P) Phrase, text func(P) Move) []Group {
	var groups []Group
	for _, p := range plies {
		t := title(p)
		n := len(groups)
		if n == 0 || groups[n-1].Title.String() != t.String() {
			groups = append(groups, Group{Title: t})
			n++
		}
		groups[n-1].Moves = append(groups[n-1].Moves, text(p))
	}
	return groups
}

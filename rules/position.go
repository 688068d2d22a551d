package rules

import "turnpost/rules/scene"

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
	// a *MoveError: unreadable, ambiguous or illegal, and why, in a sentence
	// for the player.
	Parse(text string) (Move, error)

	// Play makes one ply. It returns a new position; the receiver never
	// changes. The error is a *MoveError when m is not one of Legal.
	Play(m Move) (Position, error)

	// Outcome says whether the game is over by this position alone, and why.
	// Repetition is the business of a Record.
	Outcome() Outcome

	// Diagram draws the board as view's player sees it across the table, with
	// coordinates and the last move marked: printable ASCII and newlines, at
	// most 72 columns, no trailing spaces, ending in a newline. View None is
	// Black's view.
	Diagram(view Side) string

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

// Teller is an optional interface of a Position that can be shown otherwise than
// by its Diagram, and in any language.
type Teller interface {
	// DiagramIn is Diagram with its words said by say: ASCII except for them.
	DiagramIn(view Side, say Say) string
	// Describe tells the position to who hears it: sentences in an order that
	// can be followed without a picture, the side to move first, then the pieces
	// of view's side, then those of the other, then what else counts, and the
	// last move. It leaves nothing out that the rules need.
	Describe(view Side, say Say) []string
	// DescribeMove says a legal ply as a clause without a full stop: "from d3 to
	// d4, onto a stack of two".
	DescribeMove(m Move, say Say) string
	// Scene draws the position as Diagram does: seen from view's side, with
	// coordinates and the last move marked.
	Scene(view Side, say Say) scene.Scene
}

// Diagram is the position's diagram, with words in the language of say if it
// can tell them.
func Diagram(p Position, view Side, say Say) string {
	if t, ok := p.(Teller); ok {
		return t.DiagramIn(view, say)
	}
	return p.Diagram(view)
}

// Describe tells the position in sentences; nil if it cannot.
func Describe(p Position, view Side, say Say) []string {
	if t, ok := p.(Teller); ok {
		return t.Describe(view, say)
	}
	return nil
}

// DescribeMove says a legal ply in words, or else as it is written.
func DescribeMove(p Position, m Move, say Say) string {
	if t, ok := p.(Teller); ok {
		return t.DescribeMove(m, say)
	}
	return string(m)
}

// Scene draws the position; ok is false if it cannot be drawn.
func Scene(p Position, view Side, say Say) (s scene.Scene, ok bool) {
	t, ok := p.(Teller)
	if !ok {
		return scene.Scene{}, false
	}
	return t.Scene(view, say), true
}

// Grouper is an optional interface of a Position whose legal plies are many.
type Grouper interface {
	// Groups puts every ply of Legal into a titled group, in the order in which
	// a player would look for it (say, one group a piece).
	Groups() []Group
}

// Group is some legal plies under a title, such as the cell that they leave. A

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
	var groups []Group
	for _, m := range p.Legal() {
		title := LeadingCell(string(m))
		if n := len(groups); n > 0 && groups[n-1].Title.Format == title {
			groups[n-1].Moves = append(groups[n-1].Moves, m)
		} else {
			groups = append(groups, Group{Phrase{Format: title}, []Move{m}})
		}
	}
	return groups
}

package rules

import "slices"

// Move is one ply in canonical text, as players write and read it.
type Move string

// Position is one state of one game, as a value. It never changes, so it is safe for concurrent use.
type Position interface {
	// Turn is the side to move, which may be the same side twice running;
	// None when the game is over.
	Turn() Side

	// Legal lists every legal ply, sorted bytewise and without duplicates. It is empty
	// exactly when the game is over. The caller owns the slice.
	Legal() []Move

	// Parse reads one ply as a person types it: in any case, with spaces, any dash or
	// arrow or none, a leading move number, trailing punctuation. The error is a
	// *MoveError with a sentence for the player: unreadable if the text does not have the
	// form of a ply (Game.HasForm, the same in every position), otherwise ambiguous or
	// illegal.
	Parse(text string) (Move, error)

	// Play returns the position after a ply. The error is a *MoveError if m is not one of
	// Legal.
	Play(m Move) (Position, error)

	// Outcome is the outcome by this position alone, without repetition (see Record).
	Outcome() Outcome

	// Diagram draws the board as view's player sees it across the table, with
	// coordinates and the last move marked, at most 72 columns wide, without
	// trailing spaces, and ending in a newline. It is printable ASCII except for
	// words, which say writes. View None is Black's view.
	Diagram(view Side, say SayFunc) string

	// String is the position string: the canonical text of the whole state.
	String() string
}

// TextOutcomer is an optional interface of a Position whose string cannot always show that the last ply
// ended the game. In Le Rooya, for example, a full row at the edge of the board wins if the last
// ply made it, and means nothing if it was filled before; the string does not hold its age.
type TextOutcomer interface {
	// Reread is the outcome of the position that ParsePosition reads from String. It may
	// differ from Outcome only if the game is over. For a position that was itself read
	// from a string it is Outcome.
	Reread() Outcome
}

// Reread is the outcome of the position that is read from its string.
func Reread(p Position) Outcome {
	if r, ok := p.(TextOutcomer); ok {
		return r.Reread()
	}
	return p.Outcome()
}

// PlyCounter is an optional interface of a Position whose string also counts plies, such as those
// without a capture, and so hardly ever arises again.
type PlyCounter interface {
	// Uncounted is the position string without the counts. Positions with the same one are
	// the same for a draw by repetition.
	Uncounted() string
}

// Winnable is an optional interface of a Position in which a side may be unable to win whatever is
// played. Without it either side may still win.
type Winnable interface {
	// CanWin is false only if no series of legal plies ends in a win of the side.
	CanWin(side Side) bool
}

// CanWin reports whether a side may still win.
func CanWin(p Position, side Side) bool {
	w, ok := p.(Winnable)
	return !ok || w.CanWin(side)
}

// Speller is an optional interface of a Position whose plies players write differently from the
// canonical text, and not alike in every language: "Nf3" and "Sf3" for "g1-f3".
type Speller interface {
	// Spell is a legal ply as players write it. Parse reads it in this position, after
	// Game.ReadIn, or asks if it may be meant for another ply. Any other text is returned as
	// it is.
	Spell(m Move, say SayFunc) string
}

// Spell is a legal ply as players write it.
func Spell(p Position, m Move, say SayFunc) string {
	if s, ok := p.(Speller); ok {
		return s.Spell(m, say)
	}
	return string(m)
}

// PassFinder is an optional interface of a Position of a game that goes on for as long as its players see
// anything to gain.
type PassFinder interface {
	// Concluding is a ply that no other ply of the side to move can better, a pass. ok is false where
	// that is not seen, which is most positions.
	Concluding() (m Move, ok bool)
}

// Describer is an optional interface of a Position that can be described in words, in
// any language. Without it a message holds only the Diagram, which its reader must see.
type Describer interface {
	// Describe describes the position to a person who cannot see it: sentences in an
	// order that can be followed without a picture, the side to move first, then the
	// pieces of view's side, then those of the other side, then anything else that
	// counts, and the last move. It leaves out nothing that the rules need.
	Describe(view Side, say SayFunc) []string
}

// MoveDescriber is an optional interface of a Position whose plies can be described in
// words. Without it a ply is written as it is.
type MoveDescriber interface {
	// DescribeMove describes a legal ply as a clause without a full stop: "from d3 to
	// d4, onto a stack of two". Any other text is returned as it is.
	DescribeMove(m Move, say SayFunc) string
}

// Marked is the greatest number of plies that a Scene marks as the last move.
const Marked = 4

// SceneDrawer is an optional interface of a Position that can be drawn. Without it messages have no
// picture of the board, and finished games have no film.
type SceneDrawer interface {
	// Scene draws the position from the same side as Diagram, with coordinates and the
	// last move marked, which is at most Marked plies. See the type Scene for the measures,
	// and package board for parts of boards.
	Scene(view Side, say SayFunc) Scene
}

// Remarker is an optional interface of a Position whose picture does not show everything that counts.
// Without it a message has no words below the picture.
type Remarker interface {
	// Remarks says in whole sentences what the Scene cannot show, or not clearly. The
	// Diagram contains the same sentences.
	Remarks(say SayFunc) []string
}

// Remarks is what a picture of the position does not show; nil if it shows everything.
func Remarks(p Position, say SayFunc) []string {
	if r, ok := p.(Remarker); ok {
		return r.Remarks(say)
	}
	return nil
}

// LegendWriter is an optional interface of a Position whose picture shows things by signs.
type LegendWriter interface {
	// Legend says in whole sentences what the signs of the Scene stand for here: the last turn,
	// what it captured, and what lies in towers. Describe contains the same sentences.
	Legend(say SayFunc) []string
}

// Legend is what the signs on a picture of the position stand for; nil if the game does not say.
func Legend(p Position, say SayFunc) []string {
	if l, ok := p.(LegendWriter); ok {
		return l.Legend(say)
	}
	return nil
}

// PlyHinter is an optional interface of a Position whose plies do not say in their text where they end.
type PlyHinter interface {
	// Hint is the cell on which a legal ply ends and the number of pieces that it takes, in
	// signs that need no language: "→ b6", "→ b6 ×4". Empty: the text of the ply says it.
	Hint(m Move) string
}

// Hint is where a legal ply ends; empty if the text of the ply says it.
func Hint(p Position, m Move) string {
	if h, ok := p.(PlyHinter); ok {
		return h.Hint(m)
	}
	return ""
}

// Describe describes the position in sentences; nil if the game cannot.
func Describe(p Position, view Side, say SayFunc) []string {
	if d, ok := p.(Describer); ok {
		return d.Describe(view, say)
	}
	return nil
}

// DescribeTurn says who is to move, or how the game ended.
func DescribeTurn(p Position, say SayFunc) string {
	switch o := p.Outcome(); {
	case o.Winner() != None:
		return say("The game is over: %s has won.", o.Winner().Word())
	case o.Over():
		return say("The game is over: it is a draw.")
	}
	return say("%s is to move.", p.Turn().Word())
}

// DescribeMove describes a legal ply in words, or returns its text.
func DescribeMove(p Position, m Move, say SayFunc) string {
	if d, ok := p.(MoveDescriber); ok {
		return d.DescribeMove(m, say)
	}
	return string(m)
}

// SceneOf draws the position; ok is false if it cannot be drawn.
func SceneOf(p Position, view Side, say SayFunc) (s Scene, ok bool) {
	d, ok := p.(SceneDrawer)
	if !ok {
		return Scene{}, false
	}
	return d.Scene(view, say), true
}

// SortedMoves is the texts of plies in a game's own form, as Legal returns them.
func SortedMoves[P any](plies []P, text func(P) Move) []Move {
	if len(plies) == 0 {
		return nil
	}
	moves := make([]Move, len(plies))
	for i, p := range plies {
		moves[i] = text(p)
	}
	slices.Sort(moves)
	return moves
}

// MoveGrouper is an optional interface of a Position with many legal plies, or plies without a leading
// cell. See Groups for the default.
type MoveGrouper interface {
	// Groups puts every ply of Legal into a titled group, in the order in which a player
	// would look for it (for example, one group for each piece).
	Groups() []MoveGroup
}

// MoveGroup is legal plies under a title, such as the cell that they leave. A title is a Phrase, so it is
// translated.
type MoveGroup struct {
	Title Phrase
	Moves []Move
}

// Groups returns the position's own groups, or the plies grouped by the leading
// cell (a letter and a number) of their text, in the order of Legal. Plies that
// are a cell and no more are grouped by its column.
func Groups(p Position) []MoveGroup {
	if g, ok := p.(MoveGrouper); ok {
		return g.Groups()
	}
	title := func(m Move) Phrase {
		cell := LeadingCell(string(m))
		if cell != "" && cell == string(m) {
			cell = cell[:1]
		}
		return Phrase{Format: cell}
	}
	return GroupBy(p.Legal(), title, func(m Move) Move { return m })
}

// GroupBy puts plies in a game's own form into groups: neighbours with the same title are
// one group.
func GroupBy[P any](plies []P, title func(P) Phrase, text func(P) Move) []MoveGroup {
	var groups []MoveGroup
	for _, p := range plies {
		t := title(p)
		n := len(groups)
		if n == 0 || groups[n-1].Title.String() != t.String() {
			groups = append(groups, MoveGroup{Title: t})
			n++
		}
		groups[n-1].Moves = append(groups[n-1].Moves, text(p))
	}
	return groups
}

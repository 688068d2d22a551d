package rules

import (
	"fmt"
	"strings"
)

// RefusalKind is the layer at which a typed ply failed.
type RefusalKind uint8

// The kinds of MoveError.
const (
	// Unreadable: the text does not have the form of a ply of this game. It may be prose.
	Unreadable RefusalKind = iota
	// Ambiguous: the text fits several legal plies.
	Ambiguous
	// Illegal: the text has the form of a ply, but no such ply can be played.
	Illegal
)

// String is "unreadable", "ambiguous" or "illegal".
func (k RefusalKind) String() string {
	switch k {
	case Ambiguous:
		return "ambiguous"
	case Illegal:
		return "illegal"
	}
	return "unreadable"
}

// Codes for all games. A game adds codes for its own rules; codes are lower-case words joined by
// hyphens and never change their meaning.
const (
	CodeUnreadable = "unreadable"
	CodeAmbiguous  = "ambiguous"
	CodeOver       = "over"
	CodeNoCell     = "no-cell"
	CodeEmpty      = "empty"
	CodeNotYours   = "not-yours"
	CodeIllegal    = "illegal"
	// CodeNotCanonical refuses another spelling of a legal ply where only the canonical
	// one is expected.
	CodeNotCanonical = "not-canonical"
)

// MoveError says why a typed ply is refused.
type MoveError struct {
	Kind RefusalKind
	// Code names the reason for programs and for translation.
	Code string
	// Text is the typed text.
	Text string
	// Format and Args make the sentence: see Say, and Game.Refusal.
	Format string
	Args   []any
	// Near lists legal plies that may have been meant: the candidates of an ambiguous text,
	// or those that are most similar. It may be empty.
	Near []Move
}

// Error is the sentence without a capital and a full stop.
func (e *MoveError) Error() string { return fmt.Sprintf(e.Format, e.Args...) }

// Illegalf makes an Illegal error with a game's own code.
func Illegalf(text, code, format string, args ...any) *MoveError {
	return &MoveError{Kind: Illegal, Code: code, Text: text, Format: format, Args: args}
}

// ErrUnreadable says that text is not a ply of the game, and shows examples.
func ErrUnreadable(text string, examples ...Move) *MoveError {
	return &MoveError{Kind: Unreadable, Code: CodeUnreadable, Text: text,
		Format: "%q is not a move of this game; a move looks like %s",
		Args:   []any{text, MovesInWords(examples)}}
}

// ErrAmbiguous says that text fits each of moves, and names them.
func ErrAmbiguous(text string, moves ...Move) *MoveError {
	return &MoveError{Kind: Ambiguous, Code: CodeAmbiguous, Text: text,
		Format: "%q can mean %s; please write one of them",
		Args:   []any{text, MovesInWords(moves)}, Near: moves}
}

// ErrOver says that the game has ended.
func ErrOver(text string) *MoveError {
	return Illegalf(text, CodeOver, "the game is over")
}

// ErrNoCell says that the board has no such cell.
func ErrNoCell(text, cell string) *MoveError {
	return Illegalf(text, CodeNoCell, "there is no cell %s on this board", cell)
}

// ErrEmpty says that nothing stands on a cell from which a piece should move.
func ErrEmpty(text, cell string) *MoveError {
	return Illegalf(text, CodeEmpty, "there is nothing on %s to move", cell)
}

// ErrNotYours says that the piece on a cell belongs to the other side.
func ErrNotYours(text, cell string) *MoveError {
	return Illegalf(text, CodeNotYours, "the piece on %s is not yours", cell)
}

// FewMoves is moves, or as many of them as a refusal offers.
func FewMoves(moves []Move) []Move { return moves[:min(len(moves), 5):min(len(moves), 5)] }

// MovesOf is the moves of one piece, which a refusal offers all, or as many as a reader takes in.
func MovesOf(moves []Move) []Move { return moves[:min(len(moves), 16):min(len(moves), 16)] }

// CheckCanonical returns nil if m is the canonical text of a legal ply, and otherwise the
// *MoveError with which Play refuses it.
func CheckCanonical(p Position, m Move) error {
	canonical, err := p.Parse(string(m))
	if err != nil || canonical == m {
		return err
	}
	refusal := Illegalf(string(m), CodeNotCanonical, "%q is written %s", string(m), string(canonical))
	refusal.Near = []Move{canonical}
	return refusal
}

// JoinMoves writes moves as "a1, a2 or a3".
func JoinMoves(moves []Move, conjunction string) string {
	switch len(moves) {
	case 0:
		return ""
	case 1:
		return string(moves[0])
	}
	var b strings.Builder
	for i, m := range moves {
		switch {
		case i == 0:
		case i == len(moves)-1:
			b.WriteString(" " + conjunction + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(m))
	}
	return b.String()
}

package chess

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// seat is a view as a rules.Grid has it: White sits where row 1 is.
func seat(view rules.Side) rules.Side {
	if view == rules.White {
		return rules.Black
	}
	return rules.White
}

// frame is how the board is drawn.
var frame = board.Frame{Grid: grid, Width: 3, Lines: 1, Indent: 4, Chequered: true}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	drawn := frame.Draw(seat(view), func(c board.Cell) []string {
		text := " "
		if k, of := p.at(c); k != noKind {
			text = signIn(say, k, of)
		}
		switch p.mark(c) {
		case board.Left:
			return []string{"(" + text + ")"}
		case board.Reached:
			return []string{"[" + text + "]"}
		}
		return []string{" " + text}
	})
	drawn += "\n    " + say("Capitals are White, small letters Black.") +
		"\n    " + say("King K, queen Q, rook R, bishop B, knight N, pawn P.") + "\n"
	for _, remark := range p.Remarks(say) {
		drawn += board.Indented(remark)
	}
	return drawn
}

// pawnWord is the letter of a pawn in diagrams, which no move has.
const pawnWord = rules.Word("P")

// signIn is the sign of a piece in the language of a diagram.
func signIn(say rules.SayFunc, k kind, of colour) string {
	letter := letterWords[k]
	if k == pawn {
		letter = pawnWord
	}
	said := say("%s", letter)
	if of == black {
		return strings.ToLower(said)
	}
	return said
}

// mark is what the last ply did on a cell.
func (p position) mark(c board.Cell) board.Mark {
	switch q := squareAt(c.Column, c.Row); {
	case p.last == noPly:
	case q == p.last.from():
		return board.Left
	case q == p.last.to():
		return board.Reached
	}
	return board.Unmarked
}

// Remarks implements rules.Remarker: what the board does not show.
func (p position) Remarks(say rules.SayFunc) (remarks []string) {
	if p.ending != none {
		return nil
	}
	if p.inCheck(p.side) {
		remarks = append(remarks, say("%s is in check.", p.side.side().Word()))
	}
	for c := white; c <= black; c++ {
		word := c.side().Word()
		switch p.castle >> (2 * c) & 3 {
		case whiteShort | whiteLong:
			remarks = append(remarks, say("%s may still castle to both sides.", word))
		case whiteShort:
			remarks = append(remarks, say("%s may still castle short.", word))
		case whiteLong:
			remarks = append(remarks, say("%s may still castle long.", word))
		}
	}
	if p.passing != nowhere {
		remarks = append(remarks, say("A pawn can be taken en passant on %s.", p.passing))
	}
	if p.half >= fiftyMoves/2 {
		remarks = append(remarks, say("Drawn after %d more moves without a capture or a pawn move.",
			fiftyMoves-p.half))
	}
	return remarks
}

// The names of several pieces.
var manyWords = [...]rules.Word{pawn: rules.Word("pawns"), knight: rules.Word("knights"),
	bishop: rules.Word("bishops"), rook: rules.Word("rooks"), queen: rules.Word("queens"), king: ""}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	said := []string{rules.DescribeTurn(p, say)}
	for _, side := range [...]rules.Side{view.Near(), view.Near().Opponent()} {
		c := black
		if side == rules.White {
			c = white
		}
		var parts []string
		for k := king; k < noKind; k-- {
			var on []string
			for men := p.kinds[k] & p.of[c]; men != 0; men = men.rest() {
				on = append(on, men.first().String())
			}
			switch {
			case len(on) == 1:
				parts = append(parts, say("%s", nameWords[k])+" "+on[0])
			case len(on) > 1:
				parts = append(parts, say("%s", manyWords[k])+" "+strings.Join(on, " "))
			}
		}
		said = append(said, say("%s: %s.", side.Word(), strings.Join(parts, ", ")))
	}
	said = append(said, p.Remarks(say)...)
	if p.last != noPly {
		said = append(said, say("Last move: from %s to %s.", p.last.from(), p.last.to()))
	}
	return said
}

// What a ply takes, and what it makes of a pawn.
var (
	takesWords = [...]rules.Word{pawn: rules.Word("takes a pawn"), knight: rules.Word("takes a knight"),
		bishop: rules.Word("takes a bishop"), rook: rules.Word("takes a rook"), queen: rules.Word("takes a queen"),
		king: ""}
	becomesWords = [...]rules.Word{pawn: "", knight: rules.Word("becomes a knight"),
		bishop: rules.Word("becomes a bishop"),
		rook:   rules.Word("becomes a rook"), queen: rules.Word("becomes a queen"), king: ""}
)

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	for _, q := range p.plies() {
		if q.text() == m {
			return p.describe(q, say)
		}
	}
	return string(m)
}

func (p position) describe(q ply, say rules.SayFunc) string {
	k := p.kindAt(q.from())
	said := say("%s from %s to %s", nameWords[k], q.from(), q.to())
	switch columns := int(q.to().column()) - q.from().column(); {
	case k == king && columns == 2:
		said = say("short castling, the king to %s", q.to())
	case k == king && columns == -2:
		said = say("long castling, the king to %s", q.to())
	}
	parts := []string{said}
	if on, ok := p.captured(q); ok {
		parts = append(parts, say("%s", takesWords[p.kindAt(on)]))
		if on != q.to() {
			parts = append(parts, say("en passant"))
		}
	}
	if promoted := q.promoted(); promoted != pawn {
		parts = append(parts, say("%s", becomesWords[promoted]))
	}
	switch after := p.after(q); {
	case after.ending == checkmate:
		parts = append(parts, say("checkmate"))
	case after.inCheck(after.side):
		parts = append(parts, say("check"))
	}
	return strings.Join(parts, ", ")
}

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	return frame.Scene(seat(view), func(c board.Cell) board.Square {
		s := board.Square{Mark: p.mark(c)}
		if k, of := p.at(c); k != noKind {
			s.Side, s.Figure = of.side(), figures[k]
		}
		return s
	})
}

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
func (p position) Diagram(view rules.Side, say rules.Say) string {
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

// pawnTerm is the letter of a pawn in diagrams, which no move has.
const pawnTerm = rules.Term("P")

// signIn is the sign of a piece in the language of a diagram.
func signIn(say rules.Say, k kind, of colour) string {
	letter := letterTerms[k]
	if k == pawn {
		letter = pawnTerm
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
func (p position) Remarks(say rules.Say) (remarks []string) {
	if p.ending != none {
		return nil
	}
	if p.inCheck(p.side) {
		remarks = append(remarks, say("%s is in check.", p.side.side().Term()))
	}
	for c := white; c <= black; c++ {
		term := c.side().Term()
		switch p.castle >> (2 * c) & 3 {
		case whiteShort | whiteLong:
			remarks = append(remarks, say("%s may still castle to both sides.", term))
		case whiteShort:
			remarks = append(remarks, say("%s may still castle short.", term))
		case whiteLong:
			remarks = append(remarks, say("%s may still castle long.", term))
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
var manyTerms = [...]rules.Term{pawn: rules.Term("pawns"), knight: rules.Term("knights"),
	bishop: rules.Term("bishops"), rook: rules.Term("rooks"), queen: rules.Term("queens"), king: ""}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.Say) []string {
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
				parts = append(parts, say("%s", nameTerms[k])+" "+on[0])
			case len(on) > 1:
				parts = append(parts, say("%s", manyTerms[k])+" "+strings.Join(on, " "))
			}
		}
		said = append(said, say("%s: %s.", side.Term(), strings.Join(parts, ", ")))
	}
	said = append(said, p.Remarks(say)...)
	if p.last != noPly {
		said = append(said, say("Last move: from %s to %s.", p.last.from(), p.last.to()))
	}
	return said
}

// What a ply takes, and what it makes of a pawn.
var (
	takesTerms = [...]rules.Term{pawn: rules.Term("takes a pawn"), knight: rules.Term("takes a knight"),
		bishop: rules.Term("takes a bishop"), rook: rules.Term("takes a rook"), queen: rules.Term("takes a queen"),
		king: ""}
	becomesTerms = [...]rules.Term{pawn: "", knight: rules.Term("becomes a knight"),
		bishop: rules.Term("becomes a bishop"),
		rook:   rules.Term("becomes a rook"), queen: rules.Term("becomes a queen"), king: ""}
)

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.Say) string {
	for _, q := range p.plies() {
		if q.text() == m {
			return p.describe(q, say)
		}
	}
	return string(m)
}

func (p position) describe(q ply, say rules.Say) string {
	k := p.kindAt(q.from())
	said := say("%s from %s to %s", nameTerms[k], q.from(), q.to())
	switch columns := int(q.to().column()) - q.from().column(); {
	case k == king && columns == 2:
		said = say("short castling, the king to %s", q.to())
	case k == king && columns == -2:
		said = say("long castling, the king to %s", q.to())
	}
	parts := []string{said}
	if on, ok := p.captured(q); ok {
		parts = append(parts, say("%s", takesTerms[p.kindAt(on)]))
		if on != q.to() {
			parts = append(parts, say("en passant"))
		}
	}
	if promoted := q.promoted(); promoted != pawn {
		parts = append(parts, say("%s", becomesTerms[promoted]))
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
func (p position) Scene(view rules.Side, _ rules.Say) rules.Scene {
	return frame.Scene(seat(view), func(c board.Cell) board.Square {
		s := board.Square{Mark: p.mark(c)}
		if k, of := p.at(c); k != noKind {
			s.Side, s.Figure = of.side(), figures[k]
		}
		return s
	})
}

package draughts

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// frame is how the board is drawn. The squares have numbers instead of coordinates.
var frame = board.Frame{Grid: grid, Width: 5, Lines: 1, Indent: 4, Chequered: true, Bare: true}

// sign is the letter of the piece on a square: x and o are men, X and O kings.
func (p position) sign(q square) string {
	sign := " "
	switch {
	case p.of[black].has(q):
		sign = "x"
	case p.of[white].has(q):
		sign = "o"
	}
	if p.kings.has(q) {
		return strings.ToUpper(sign)
	}
	return sign
}

// mark is what the last ply did on a square: it left it, or took a piece there, or ended there.
func (p position) mark(q square) board.Mark {
	if p.last == noPly {
		return board.Unmarked
	}
	way, taken := p.last.way()
	switch {
	case q == way[len(way)-1]:
		return board.Reached
	case q == way[0], taken.has(q):
		return board.Left
	}
	return board.Unmarked
}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	drawn := strings.Trim(frame.Draw(view, func(c board.Cell) []string {
		q := squareOf(c)
		if q == nowhere {
			return nil
		}
		text := p.sign(q) + q.String()
		switch p.mark(q) {
		case board.Left:
			text = "(" + text + ")"
		case board.Reached:
			text = "[" + text + "]"
		default:
			text = " " + text
		}
		return []string{text}
	}), "\n")
	drawn += "\n\n    " + say("x Black, o White; X and O are kings. Last move: ( ) to [ ].") + "\n"
	for _, remark := range p.Remarks(say) {
		drawn += board.Indented(remark)
	}
	return drawn
}

// mustTake reports whether the side to move has to take.
func (p position) mustTake() bool {
	all := p.plies()
	return len(all) > 0 && !all[0].isStep()
}

// Remarks implements rules.Remarker.
func (p position) Remarks(say rules.SayFunc) (remarks []string) {
	if p.ending != none {
		return nil
	}
	if p.mustTake() {
		remarks = append(remarks, say("%s has to take.", p.side.side().Word()))
	}
	if p.count >= fortyMoves/2 {
		remarks = append(remarks, say("Drawn after %d more moves without a capture or a man's move.",
			fortyMoves-p.count))
	}
	return remarks
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	said := []string{rules.DescribeTurn(p, say)}
	for _, side := range [...]rules.Side{view.Near(), view.Near().Opponent()} {
		own := p.of[side-rules.Black]
		list := func(set squares) string {
			var texts []string
			for ; set != 0; set = set.rest() {
				texts = append(texts, set.first().String())
			}
			return strings.Join(texts, ", ")
		}
		if men := own &^ p.kings; men != 0 {
			said = append(said, say("Men of %s: %s.", side.Word(), list(men)))
		}
		if kings := own & p.kings; kings != 0 {
			said = append(said, say("Kings of %s: %s.", side.Word(), list(kings)))
		}
	}
	said = append(said, p.Remarks(say)...)
	if p.last != noPly {
		way, _ := p.last.way()
		said = append(said, say("Last move: from %s to %s.", way[0], way[len(way)-1]))
	}
	return said
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	for _, q := range p.plies() {
		if q.text() != m {
			continue
		}
		way, taken := q.way()
		from, to := way[0], way[len(way)-1]
		said := say("man from %s to %s", from, to)
		if p.kings.has(from) {
			said = say("king from %s to %s", from, to)
		}
		switch n := taken.len(); {
		case n == 1:
			said = say("%s, taking one piece", said)
		case n > 1:
			said = say("%s, taking %d pieces", said, n)
		}
		if !p.kings.has(from) && to.row() == p.side.other().home() {
			said = say("%s, and becomes a king", said)
		}
		return said
	}
	return string(m)
}

// crown is the outline of a king's mark.
var crown = []rules.Point{{X: -0.6, Y: 0.4}, {X: -0.7, Y: -0.4}, {X: -0.3, Y: 0}, {X: 0, Y: -0.6}, {X: 0.3, Y: 0},
	{X: 0.7, Y: -0.4}, {X: 0.6, Y: 0.4}}

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	return frame.Scene(view, func(c board.Cell) board.Square {
		q := squareOf(c)
		if q == nowhere {
			return board.Square{}
		}
		s := board.Square{Mark: p.mark(q), Label: q.String()}
		switch {
		case p.of[black].has(q):
			s.Side = rules.Black
		case p.of[white].has(q):
			s.Side = rules.White
		}
		if p.kings.has(q) {
			s.Badge = crown
		}
		return s
	})
}

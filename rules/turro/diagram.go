package turro

import (
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// A cell of the diagram is two lines of inner columns between marks: the free stone with the
// tower's height, and below it the stones under the free one from the top down. Five of them are
// enough for every tower from which a stone can move; taller ones are written out below the board.
const inner = 5

// signs are those of pawns and Turros.
const signs = "xoXO"

// frame is how the board is drawn.
var frame = board.Frame{Grid: grid, Width: inner + 2, Lines: 2, Indent: 4}

// Diagram implements rules.Position. Words stand only below the board, so that no language moves
// its lines.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	var d strings.Builder
	d.WriteString(frame.Draw(view, func(c board.Cell) []string { return p.cell(fieldOf(c)) }) + "\n")
	p.legend(&d, view, say)
	return d.String()
}

// cell is the two lines of a field.
func (p position) cell(f field) []string {
	left, right := p.marks(f)
	return []string{
		left + pad(p.summit(f)) + right,
		left + pad(p.below(f)) + right,
	}
}

// marks are the signs left and right in a cell where the plies of the last turn began or ended.
func (p position) marks(f field) (left, right string) {
	left, right = " ", " "
	for _, q := range p.last {
		switch {
		case q == noPly:
		case f == q.to():
			left, right = "[", "]"
		case f == q.from():
			left, right = "(", ")"
		}
	}
	return left, right
}

// summit is the free stone of a tower and the height: "x3", "<X>".
func (p position) summit(f field) string {
	h := p.towers[f].height()
	if h == 0 {
		return ""
	}
	s := string(p.stone(f, 0, signs))
	if p.isTurro(f, 0) {
		s = "<" + s + ">"
	}
	left := (inner - len(s)) / 2
	if h > 1 {
		s += strconv.Itoa(h)
	}
	return indent(left, s)
}

// below is the stones under the free one, from the top down.
func (p position) below(f field) string {
	s := p.stones(f)
	if s == "" {
		return s
	}
	s = s[1:]
	if len(s) > inner {
		s = s[:inner-2] + ".."
	}
	return indent(inner/2, s)
}

// indent puts s left columns to the right, or as far as the cell allows.
func indent(left int, s string) string {
	return strings.Repeat(" ", min(left, inner-len(s))) + s
}

func pad(s string) string { return s + strings.Repeat(" ", inner-len(s)) }

// stones is all of a tower, from the top down.
func (p position) stones(f field) string {
	var s []byte
	for n := range p.towers[f].height() {
		s = append(s, p.stone(f, n, signs))
	}
	return string(s)
}

// legend explains the signs on this board, writes out the tallest towers, and adds the Remarks.
func (p position) legend(d *strings.Builder, view rules.Side, say rules.SayFunc) {
	line := func(words ...string) { d.WriteString("    " + strings.Join(words, " ") + "\n") }
	signs := say("x Black, o White; <X>, <O> their Turros.")
	if p.last[0] != noPly {
		line(signs, say("Last turn: ( ) to [ ]."))
	} else {
		line(signs)
	}
	if p.tallest > 1 {
		line(say("x3: three high, Black on top; below it the rest, next first."))
	}
	for c := range grid.All(view) {
		if f := fieldOf(c); p.towers[f].height() > inner+1 {
			line(say("%s from the top: %s", f, p.stones(f)))
		}
	}
	for _, remark := range p.Remarks(say) {
		line(remark)
	}
}

// Remarks implements rules.Remarker: the number of moves in this turn, and what would give the
// other side two.
func (p position) Remarks(say rules.SayFunc) []string {
	if p.ending != none {
		return nil
	}
	var remarks []string
	if moves := p.describeMoves(say); moves != "" {
		remarks = append(remarks, moves)
	}
	return append(remarks,
		say("A tower of %d or more when this turn ends gives %s two moves.", p.height+1, p.side.other().word()))
}

// describeMoves says that the side to move has two moves, or the second of two; "" in an ordinary turn.
func (b *setup) describeMoves(say rules.SayFunc) string {
	switch {
	case b.ending != none:
		return ""
	case b.moves == two:
		return say("%s has two moves; the second can be declined.", b.side.word())
	case b.moves == second:
		return say("%s has a second move, or passes.", b.side.word())
	}
	return ""
}

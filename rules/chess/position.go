package chess

import (
	"fmt"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// state is a whole state of the game.
type state struct {
	kinds   [noKind]squares
	of      [2]squares
	side    colour
	castle  uint8
	passing square // that a pawn has passed and on which it can be taken now, or nowhere
	half    int    // plies since the last capture or move of a pawn
	number  int    // of the move, counted from 1 and after Black's ply
}

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	ending ending
	last   ply
}

const startText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

var start = func() position {
	p, err := read(startText)
	if err != nil {
		panic(err)
	}
	return p
}()

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.ending != none {
		return rules.None
	}
	return p.side.side()
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	switch p.ending {
	case none:
		return rules.Outcome{}
	case checkmate:
		return rules.Outcome{Result: rules.Wins(p.side.other().side()), Reason: checkmate.String()}
	}
	return rules.Outcome{Result: rules.Draw, Reason: p.ending.String()}
}

// plies lists the legal plies; none when the game is over.
func (p position) plies() []ply {
	if p.ending != none {
		return nil
	}
	var l plies
	p.legal(&l)
	return l.all()
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move { return rules.SortedMoves(p.plies(), ply.text) }

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	for _, q := range p.plies() {
		if q.text() == m {
			return p.after(q), nil
		}
	}
	return nil, rules.CheckCanonical(p, m)
}

// after is the position after a legal ply.
func (p position) after(q ply) position {
	p.play(q)
	p.last, p.ending = q, p.ended()
	return p
}

// rightsLetters are the rights to castle in a position string, in their order.
const rightsLetters = "KQkq"

// String is the position in Forsyth-Edwards Notation. The square behind a pawn that has gone two
// squares is named only if the pawn can be taken there.
func (p position) String() string {
	return fmt.Sprintf("%s %d %d", p.Uncounted(), p.half, p.number)
}

// Uncounted implements rules.PlyCounter: the position string without the two counters.
func (p position) Uncounted() string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
		empty = 0
	}
	for c := range grid.All(rules.Black) {
		if c.Column == 0 && c.Row < size-1 {
			flush()
			b.WriteByte('/')
		}
		k, of := p.at(c)
		if k == noKind {
			empty++
			continue
		}
		flush()
		b.WriteString(sign(k, of))
	}
	flush()
	b.WriteString(" " + p.side.side().Letter() + " ")
	for i, letter := range rightsLetters {
		if p.castle&(1<<i) != 0 {
			b.WriteRune(letter)
		}
	}
	if p.castle == 0 {
		b.WriteByte('-')
	}
	if p.passing == nowhere {
		b.WriteString(" -")
	} else {
		b.WriteString(" " + p.passing.String())
	}
	return b.String()
}

// at is the piece on a cell, or noKind.
func (s *state) at(c board.Cell) (kind, colour) {
	q := squareAt(c.Column, c.Row)
	if s.of[black].has(q) {
		return s.kindAt(q), black
	}
	return s.kindAt(q), white
}

// sign is the letter of a piece: a capital for White.
func sign(k kind, of colour) string {
	if of == black {
		return strings.ToLower(k.letter())
	}
	return k.letter()
}

// parsePosition is the inverse of String. It also reads the square of every pawn that has gone two
// squares, as other programs write it.
func parsePosition(text string) (rules.Position, error) {
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func read(text string) (position, error) {
	p := position{state: state{passing: nowhere}}
	fields, err := board.Fields(text, "pieces", "side to move", "castling", "en passant", "half moves", "move")
	if err != nil {
		return p, err
	}
	if err := p.readPieces(fields[0]); err != nil {
		return p, err
	}
	side, err := board.ParseTurn(fields[1])
	if err != nil {
		return p, err
	}
	if side == rules.Black {
		p.side = black
	}
	if err := p.readRights(fields[2]); err != nil {
		return p, err
	}
	if p.half, err = board.ParseNumber("the number of half moves", fields[4], 0, fiftyMoves); err != nil {
		return p, err
	}
	if p.number, err = board.ParseNumber("the number of the move", fields[5], 1, 9999); err != nil {
		return p, err
	}
	if p.inCheck(p.side.other()) {
		return p, fmt.Errorf("the king of the side that is not to move is in check")
	}
	if fields[3] != "-" {
		if err := p.readPassing(fields[3]); err != nil {
			return p, err
		}
	}
	p.ending = p.ended()
	return p, nil
}

// readPieces reads the rows of the board, from the top down.
func (s *state) readPieces(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return fmt.Errorf("the board has 8 rows with slashes between, not %d", len(rows))
	}
	for i, row := range rows {
		column, digit := 0, false
		for _, r := range row {
			k := strings.IndexRune(letters, r)
			of := white
			if k < 0 {
				k, of = strings.IndexRune(strings.ToLower(letters), r), black
			}
			switch {
			case r >= '1' && r <= '8' && !digit:
				column += int(r - '0')
				digit = true
				continue
			case k < 0 || column >= size:
				return fmt.Errorf("row %d of the text cannot be %q", i+1, row)
			}
			s.put(kind(k), squareAt(column, size-1-i), of)
			column++
			digit = false
		}
		if column != size {
			return fmt.Errorf("row %d of the text has %d squares, not 8: %q", i+1, column, row)
		}
	}
	for c := white; c <= black; c++ {
		if n := (s.kinds[king] & s.of[c]).len(); n != 1 {
			return fmt.Errorf("%s has %d kings, not one", c.side(), n)
		}
		if pawns, more := s.promotions(c); pawns+more > size {
			return fmt.Errorf("%s has more pieces than pawns can have become", c.side())
		}
	}
	if s.kinds[pawn]&(row1|row1<<7) != 0 {
		return fmt.Errorf("a pawn stands on the first or the last row")
	}
	return nil
}

// readRights reads the rights to castle. King and rook must stand where they began.
func (s *state) readRights(text string) error {
	if text == "-" {
		return nil
	}
	for i, letter := range rightsLetters {
		if rest, ok := strings.CutPrefix(text, string(letter)); ok {
			s.castle, text = s.castle|1<<i, rest
		}
	}
	if text != "" || s.castle == 0 {
		return fmt.Errorf("castling is -, or some of KQkq in this order")
	}
	for q := range nowhere {
		lost := s.castle &^ keeps[q]
		if lost == 0 {
			continue
		}
		wanted := rook
		if q.column() == 4 {
			wanted = king
		}
		of := white
		if lost&(blackShort|blackLong) != 0 {
			of = black
		}
		if !(s.kinds[wanted] & s.of[of]).has(q) {
			return fmt.Errorf("there is no piece on %s that could castle", q)
		}
	}
	return nil
}

// readPassing reads the square that a pawn has just passed.
func (s *state) readPassing(text string) error {
	q, ok := readSquare(text)
	behind := q.only().forward(s.side)
	ahead := q.only().forward(s.side.other())
	if !ok || q.row() != abs(s.side.other().home()-2) || s.men()&(q.only()|behind) != 0 ||
		ahead&s.kinds[pawn]&s.of[s.side.other()] == 0 {
		return fmt.Errorf("no pawn can just have passed %q", text)
	}
	s.setPassing(q)
	return nil
}

// promotions is the number of pawns of a colour, and of pieces that must have been pawns.
func (s *state) promotions(c colour) (pawns, more int) {
	for k, begin := range [...]int{pawn: size, knight: 2, bishop: 2, rook: 2, queen: 1} {
		if n := (s.kinds[k] & s.of[c]).len(); kind(k) == pawn {
			pawns = n
		} else {
			more += max(0, n-begin)
		}
	}
	return pawns, more
}

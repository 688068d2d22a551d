package draughts

import (
	"fmt"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// state is a whole state of the game.
type state struct {
	of    [2]squares
	kings squares
	side  colour
	count int // plies since the last capture or move of a man
}

// position is a state as a value, with the last ply for the diagram.
type position struct {
	state
	ending ending
	last   ply
}

var start = position{state: state{of: [2]squares{1<<12 - 1, (1<<12 - 1) << 20}}}

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
	case forty:
		return rules.Outcome{Result: rules.Draw, Reason: forty.String()}
	}
	return rules.Outcome{Result: rules.Wins(p.side.other().side()), Reason: p.ending.String()}
}

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

// String is the position as PDN writes it in its tag FEN, "B:W21,K22:B1,2", and the plies since the
// last capture or move of a man.
func (p position) String() string { return p.Uncounted() + " " + strconv.Itoa(p.count) }

// Uncounted implements rules.PlyCounter: the position as PDN writes it.
func (p position) Uncounted() string {
	list := func(c colour) string {
		var texts []string
		for set := p.of[c]; set != 0; set = set.rest() {
			text := set.first().String()
			if p.kings.has(set.first()) {
				text = "K" + text
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ",")
	}
	return strings.ToUpper(p.side.side().Letter()) + ":W" + list(white) + ":B" + list(black)
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func read(text string) (p position, err error) {
	fields, err := board.Fields(text, "pieces", "count")
	if err != nil {
		return p, err
	}
	if p.count, err = board.ParseNumber("the count", fields[1], 0, fortyMoves); err != nil {
		return p, err
	}
	if err := p.readPieces(fields[0]); err != nil {
		return p, err
	}
	if p.String() != text {
		return p, fmt.Errorf("the squares of each side are written in their order")
	}
	p.ending = p.ended()
	return p, nil
}

// readPieces reads the position as PDN writes it.
func (s *state) readPieces(text string) error {
	parts := strings.Split(text, ":")
	if len(parts) != 3 || parts[0] != "B" && parts[0] != "W" {
		return fmt.Errorf("the pieces are written as in B:W21,K22:B1,2, not %q", text)
	}
	if parts[0] == "W" {
		s.side = white
	}
	for _, part := range parts[1:] {
		c := white
		list, ok := strings.CutPrefix(part, "W")
		if !ok {
			c = black
			if list, ok = strings.CutPrefix(part, "B"); !ok {
				return fmt.Errorf("%q does not begin with W or B", part)
			}
		}
		for field := range strings.SplitSeq(list, ",") {
			if field == "" && list == "" {
				break
			}
			number, king := strings.CutPrefix(field, "K")
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > int(nowhere) || (s.of[black] | s.of[white]).has(square(n-1)) {
				return fmt.Errorf("%q cannot be a piece here", field)
			}
			q := square(n - 1)
			s.of[c] |= q.only()
			if king {
				s.kings |= q.only()
			} else if q.row() == c.other().home() {
				return fmt.Errorf("a man on %s would be a king", q)
			}
		}
		if s.of[c].len() > 12 {
			return fmt.Errorf("a side has more than twelve pieces")
		}
	}
	return nil
}

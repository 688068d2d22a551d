package rooya

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
)

// position is a setup with everything that messages need.
type position struct {
	setup
	// side is the side to act, or the one that would be if the game were not over.
	side rules.Side
	// end is how the last ply ended the game. The board does not always show it.
	end ending
	// last is the last ply, for the diagram. It is not part of the position string.
	last ply
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.end != goesOn {
		return rules.None
	}
	return p.side
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	if p.end != goesOn {
		return nil
	}
	var list [maxPlies]ply
	n := p.plies(&list)
	moves := make([]rules.Move, n)
	for i, m := range list[:n] {
		moves[i] = m.text()
	}
	slices.Sort(moves)
	return moves
}

// isLegal reports whether m is a legal ply.
func (p position) isLegal(m ply) bool {
	var list [maxPlies]ply
	return p.end == goesOn && slices.Contains(list[:p.plies(&list)], m)
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	action, err := p.parse(string(m))
	if err != nil {
		return nil, err
	}
	if action.text() != m {
		return nil, rules.CheckCanonical(p, m)
	}
	next, end := p.play(action)
	return position{setup: next, side: p.side.Opponent(), end: end, last: action}, nil
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome { return outcome(p.end, p.side) }

// Reread implements rules.Rereader: String does not show whether a line at the edge is old or
// was made by the last ply.
func (p position) Reread() rules.Outcome { return outcome(p.reread(), p.side) }

// outcome is the outcome of an ending; next is the side after the one that acted.
func outcome(end ending, next rules.Side) rules.Outcome {
	switch end {
	case actorAligned:
		return rules.Outcome{Result: rules.Wins(next.Opponent()), Reason: reasonAligned}
	case otherAligned:
		return rules.Outcome{Result: rules.Wins(next), Reason: reasonAligned}
	case sideBlocked:
		return rules.Outcome{Result: rules.Wins(next.Opponent()), Reason: reasonBlocked}
	}
	return rules.Outcome{}
}

// The titles of the groups that are not cells.
const (
	titlePlace = rules.Term("place")
	titleTurn  = rules.Term("turn")
)

// Groups implements rules.Grouper: a group for each pawn that moves, then the turns of the
// plate. During placing there is one group.
func (p position) Groups() []rules.Group {
	title := func(m rules.Move) string {
		switch cell := rules.LeadingCell(string(m)); {
		case cell == "":
			return string(titleTurn)
		case p.placing():
			return string(titlePlace)
		default:
			return cell
		}
	}
	isTurn := func(m rules.Move) int {
		if title(m) == string(titleTurn) {
			return 1
		}
		return 0
	}
	moves := p.Legal()
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return isTurn(a) - isTurn(b) })
	return rules.GroupBy(moves, func(m rules.Move) rules.Phrase { return rules.Phrase{Format: title(m)} },
		func(m rules.Move) rules.Move { return m })
}

// men are the pawns of one side.
func (p position) men(side rules.Side) set {
	if side == p.side {
		return p.own
	}
	return p.other
}

// String is the position string: the rows from 5 down to 1, the side to act, and the number of
// pawns in hand of Black and White.
func (p position) String() string {
	black, white := p.men(rules.Black), p.men(rules.White)
	var b strings.Builder
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			switch c := at(column, row); {
			case black.has(c):
				b.WriteByte('b')
			case white.has(c):
				b.WriteByte('w')
			default:
				b.WriteByte('.')
			}
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %s %d %d", p.side.Letter(), pawns-black.count(), pawns-white.count())
	return b.String()
}

// parsePosition is the inverse of String.
func parsePosition(text string) (rules.Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return nil, fmt.Errorf(
			"a position has four parts with one space between, the rows, the side and two hands, but %q has %d", text,
			len(fields))
	}
	black, white, err := parseRows(fields[0])
	if err != nil {
		return nil, err
	}
	p := position{setup: setup{own: black, other: white}, side: rules.Black}
	switch fields[1] {
	case "b":
	case "w":
		p = position{setup: setup{own: white, other: black}, side: rules.White}
	default:
		return nil, fmt.Errorf("the side is b or w, not %q", fields[1])
	}
	for i, side := range []rules.Side{rules.Black, rules.White} {
		count := p.men(side).count()
		if count > pawns {
			return nil, fmt.Errorf("%s has %d pawns on the board, but only %d in all", side, count, pawns)
		}
		if hand := fmt.Sprint(pawns - count); fields[2+i] != hand {
			return nil, fmt.Errorf("%s has %d of %d pawns on the board, so its hand is %s, not %q", side, count,
				pawns, hand, fields[2+i])
		}
	}
	if p.placing() {
		if (black|white)&inner != 0 {
			return nil, fmt.Errorf("a pawn is on the inner plate while others are still in hand")
		}
		if turn := parity(black, white); turn != p.side {
			return nil, fmt.Errorf(
				"while placing, black and white take turns: with hands of %s and %s it cannot be %s's", fields[2],
				fields[3], p.side)
		}
	}
	p.end = p.reread()
	return p, nil
}

// parity is the side that places next, or None if the numbers of pawns do not fit.
func parity(black, white set) rules.Side {
	switch black.count() - white.count() {
	case 0:
		return rules.Black
	case 1:
		return rules.White
	}
	return rules.None
}

func parseRows(text string) (black, white set, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return 0, 0, fmt.Errorf("the board has %d rows joined by /, but %q has %d", size, text, len(rows))
	}
	for i, row := range rows {
		number := size - i
		if len(row) != size {
			return 0, 0, fmt.Errorf("row %d is %q, which is not %d cells", number, row, size)
		}
		for column := range size {
			switch c := at(column, number-1); row[column] {
			case 'b':
				black |= c.bit()
			case 'w':
				white |= c.bit()
			case '.':
			default:
				return 0, 0, fmt.Errorf("row %d is %q: a cell is b, w or a dot", number, row)
			}
		}
	}
	return black, white, nil
}

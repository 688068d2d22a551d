package roses

import (
	"fmt"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// soldiers is how many soldiers each side has.
const soldiers = 4

// state is one state of the game, small enough to stay in registers. A castle is on its cell unless
// an enemy soldier is there, which has captured it.
type state struct {
	own, foe set // the soldiers of the side to move, and of the other
	hand     hand
	turn     turn
}

// hand is the number of soldiers in hand of the side to move and of the other side.
type hand struct{ own, foe uint8 }

// turn is the side to move and the number of passes in a row before it.
type turn struct {
	side   rules.Side
	passes uint8
}

// position is a state and, for the diagram, the last ply; the zero ply if there is none.
type position struct {
	state
	last ply
}

func start() position {
	return position{state: state{hand: hand{soldiers, soldiers}, turn: turn{side: rules.Black}}}
}

// castleOf is the cell of a side's castle.
func castleOf(side rules.Side) cell {
	if side == rules.Black {
		return b5
	}
	return e3
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.over() {
		return rules.None
	}
	return p.turn.side
}

// of returns a side's soldiers on the board and how many it has in hand.
func (s state) of(side rules.Side) (set, uint8) {
	if side == s.turn.side {
		return s.own, s.hand.own
	}
	return s.foe, s.hand.foe
}

// dropping reports whether this is the drop phase.
func (s state) dropping() bool { return s.hand.own|s.hand.foe != 0 }

// empty is the set of empty cells.
func (s state) empty() set { return whole &^ (s.own | s.foe | castles) }

// The letters of a position string.
const (
	nothing      = '.'
	blackSoldier = 'b'
	whiteSoldier = 'w'
	blackCastle  = 'B'
	whiteCastle  = 'W'
)

// at is the letter in a position string for cell c.
func (s state) at(c cell) byte {
	black, _ := s.of(rules.Black)
	white, _ := s.of(rules.White)
	switch {
	case black.has(c):
		return blackSoldier
	case white.has(c):
		return whiteSoldier
	case c == b5:
		return blackCastle
	case c == e3:
		return whiteCastle
	}
	return nothing
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	switch {
	case p.captured(rules.Black):
		return rules.Outcome{Result: rules.WhiteWins, Reason: castle}
	case p.captured(rules.White):
		return rules.Outcome{Result: rules.BlackWins, Reason: castle}
	case p.bare():
		return rules.Outcome{Result: rules.Draw, Reason: bare}
	case p.turn.passes == 2:
		return rules.Outcome{Result: rules.Draw, Reason: stuck}
	}
	return rules.Outcome{}
}

// over reports whether the game is over.
func (s state) over() bool {
	// Only an enemy soldier can be on a castle's cell.
	return (s.own|s.foe)&castles != 0 || s.bare() || s.turn.passes == 2
}

// captured reports whether an enemy soldier has run over side's castle.
func (s state) captured(side rules.Side) bool {
	return (s.own | s.foe).has(castleOf(side))
}

// bare reports whether neither side has two soldiers in the move phase.
func (s state) bare() bool {
	return s.own&(s.own-1) == 0 && s.foe&(s.foe-1) == 0 && !s.dropping()
}

// String is the position string: rows, side, hands and passes.
func (p position) String() string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('/')
		}
		for _, c := range row {
			b.WriteByte(p.at(c))
		}
	}
	_, black := p.of(rules.Black)
	_, white := p.of(rules.White)
	fmt.Fprintf(&b, " %s %d %d %d", p.turn.side.Letter(), black, white, p.turn.passes)
	return b.String()
}

// parsePosition is the inverse of String. It refuses impossible states: more than four soldiers for a
// side, a castle on another cell, a castle missing without a captor.
func parsePosition(text string) (rules.Position, error) {
	fields, err := board.Fields(text, "rows", "side", "Black's hand", "White's hand", "passes")
	if err != nil {
		return nil, err
	}
	black, white, err := parseRows(fields[0])
	if err != nil {
		return nil, err
	}
	side, err := board.ParseTurn(fields[1])
	if err != nil {
		return nil, err
	}
	var numbers [3]uint8
	for i, name := range [...]string{"Black's hand", "White's hand", "the number of passes"} {
		n, err := board.ParseNumber(name, fields[2+i], 0, [...]int{soldiers, soldiers, 2}[i])
		if err != nil {
			return nil, err
		}
		numbers[i] = uint8(n)
	}
	for _, s := range [...]struct {
		name  string
		board set
		hand  uint8
	}{{"Black", black, numbers[0]}, {"White", white, numbers[1]}} {
		if n := s.board.count() + int(s.hand); n > soldiers {
			return nil, fmt.Errorf("%s has %d soldiers on the board and in hand, and there are only %d", s.name, n,
				soldiers)
		}
	}
	s := state{black, white, hand{numbers[0], numbers[1]}, turn{rules.Black, numbers[2]}}
	if side == rules.White {
		s = s.turned()
	}
	return position{state: s}, nil
}

// parseRows reads the rows of a position string: the soldiers of both sides.
func parseRows(text string) (black, white set, err error) {
	var lengths []int
	for _, row := range rows {
		lengths = append(lengths, len(row))
	}
	lines, err := board.SplitRows(text, "", lengths...)
	if err != nil {
		return 0, 0, err
	}
	for i, row := range rows {
		for j, c := range row {
			switch letter := lines[i][j][0]; {
			case letter == blackSoldier:
				black |= c.only()
			case letter == whiteSoldier:
				white |= c.only()
			case letter == blackCastle && c == b5, letter == whiteCastle && c == e3:
			case letter == nothing && !castles.has(c):
			case letter == blackCastle || letter == whiteCastle:
				return 0, 0, fmt.Errorf("there is a castle %c on %s; Black's is on b5 and White's on e3", letter, c)
			case letter == nothing:
				return 0, 0, fmt.Errorf("%s is empty; it holds its castle or the enemy soldier that captured it", c)
			default:
				return 0, 0, fmt.Errorf("row %d has an unknown letter %q; the letters are . b w B W", i+1, lines[i][j])
			}
		}
	}
	switch {
	case black.has(b5):
		return 0, 0, fmt.Errorf("a black soldier stands on b5, the cell of its own castle")
	case white.has(e3):
		return 0, 0, fmt.Errorf("a white soldier stands on e3, the cell of its own castle")
	case black.has(e3) && white.has(b5):
		return 0, 0, fmt.Errorf("both castles are captured")
	}
	return black, white, nil
}

// Equivalents implements rules.Symmetric: the position, and the board after a half turn with the colours
// exchanged. The half turn is the only turn or mirror of hexagons that maps the twenty cells to
// themselves, and it exchanges the castles. Left and right differ: one red cell is on each side of the
// middle.
func (p position) Equivalents() []string {
	s := p.state
	s.own, s.foe = s.own.halfTurn(), s.foe.halfTurn()
	s.turn.side = s.turn.side.Opponent()
	return []string{p.String(), position{state: s}.String()}
}

var _ rules.Symmetric = position{}

package turro

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// setup is a whole state of the game.
type setup struct {
	towers [size * size]tower
	state
}

// state is what a ply changes apart from two towers. It is small, so taking a ply back restores all
// of it.
type state struct {
	free  [2]fields // the fields with a side's stone on top
	turro [2]fields // the field of a side's Turro

	side    colour
	moves   moves
	height  uint8 // of the tallest tower at the beginning of this turn
	tallest uint8 // of the tallest tower now

	ending ending // if it is not none, winner has won
	winner colour
}

// moves is how many moves a turn has and which of them is next.
type moves uint8

const (
	one    moves = iota // an ordinary turn
	two                 // two moves, none made yet
	second              // the second of two, which may be declined
)

var movesTexts = [...]string{"1", "2", "2+"}

func (m moves) String() string { return movesTexts[m] }

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	crossed
	captured
	stalemate
)

func (e ending) String() string {
	return [...]string{"", "crossed", "captured", "stalemate"}[e]
}

// put puts a stone on top of a field when a board is set up. It updates the sets, but not the turn.
func (b *setup) put(f field, c colour, turro bool) {
	b.towers[f] = b.towers[f].push(c)
	b.free[c] |= f.only()
	b.free[c.other()] &^= f.only()
	if turro {
		b.turro[c] = f.only()
	}
	b.tallest = max(b.tallest, uint8(b.towers[f].height()))
}

// position is a setup as a value, with the plies of the last turn for the diagram.
type position struct {
	setup
	last [2]ply
}

// start is the board before the first ply.
func start() position {
	var p position
	for f := range p.towers {
		p.towers[f] = ground
	}
	for c := range size {
		for r := range 3 {
			// The Turro stands in the middle of its end row: d1, d7.
			turro := c == size/2 && r == 0
			p.put(fieldAt(c, r), black, turro)
			p.put(fieldAt(c, size-1-r), white, turro)
		}
	}
	p.height = p.tallest
	return p
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side {
	if p.ending != none {
		return rules.None
	}
	return p.side.side()
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	if p.ending == none {
		return rules.Outcome{}
	}
	return rules.Outcome{Result: rules.Wins(p.winner.side()), Reason: p.ending.String()}
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	q, ok := readPly(m)
	if !ok || !p.legal(q) {
		return nil, rules.CheckCanonical(p, m)
	}
	if p.moves == second {
		if q != pass {
			p.last[1] = q
		}
	} else {
		p.last = [2]ply{q}
	}
	p.play(q)
	return p, nil
}

// String is the position string, "rows side moves height".
func (p position) String() string {
	return fmt.Sprintf("%s %s %s %d", grid.Text(",", func(c board.Cell) string { return p.text(fieldOf(c)) }),
		p.side.side().Letter(), p.moves, p.height)
}

// text is the stones of a field from the bottom up: b, w, and B and W for Turros.
func (b *setup) text(f field) string {
	if b.towers[f] == ground {
		return "."
	}
	stones := make([]byte, 0, 8)
	for n := b.towers[f].height() - 1; n >= 0; n-- {
		stones = append(stones, b.stone(f, n, "bwBW"))
	}
	return string(stones)
}

// stone is the sign of the stone n stones under the top of f. signs are those of Black's and White's
// pawns and Turros.
func (b *setup) stone(f field, n int, signs string) byte {
	c := b.towers[f].under(n)
	if b.isTurro(f, n) {
		c += 2
	}
	return signs[c]
}

// isTurro reports whether the stone n stones under the top of f is a Turro. A free Turro is on
// top, a captured one directly under the top.
func (b *setup) isTurro(f field, n int) bool {
	c := b.towers[f].under(n)
	if !b.turro[c].has(f) {
		return false
	}
	if b.free[c].has(f) {
		return n == 0
	}
	return n == 1
}

// pawns is the number of pawns of a side. A board that was set up by hand may have fewer.
const pawns = 20

// parsePosition is the inverse of String. It refuses impossible states: Turros that are missing,
// doubled or buried, two winners, a height other than that of the tallest tower.
func parsePosition(text string) (rules.Position, error) {
	p, err := readPosition(text)
	if err != nil {
		return nil, fmt.Errorf("no Turro position: %w", err)
	}
	return p, nil
}

func readPosition(text string) (p position, err error) {
	fields, err := board.Fields(text, "rows", "side", "moves", "height")
	if err == nil {
		err = p.readRows(fields[0])
	}
	if err == nil {
		err = p.readTurn(fields[1], fields[2], fields[3])
	}
	if err == nil {
		err = p.checkWinners()
	}
	if err == nil {
		p.judge()
	}
	return p, err
}

func (b *setup) readRows(text string) error {
	var count [4]int // of b, w, B and W
	err := grid.Read(text, ",", func(c board.Cell, stones string) error {
		if err := b.readTower(fieldOf(c), stones); err != nil {
			return err
		}
		// Checked before the next tower, which can hold at most 42 stones.
		for i := range count {
			side := (rules.Black + rules.Side(i&1))
			if count[i] += strings.Count(stones, "bwBW"[i:i+1]); i < 2 && count[i] > pawns {
				return fmt.Errorf("%s has more than %d pawns", side, pawns)
			} else if i >= 2 && count[i] > 1 {
				return fmt.Errorf("%s has more than one Turro", side)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, side := range [2]rules.Side{rules.Black, rules.White} {
		if count[2+i] == 0 {
			return fmt.Errorf("%s has no Turro", side)
		}
	}
	return nil
}

func (b *setup) readTower(f field, stones string) error {
	b.towers[f] = ground
	switch {
	case stones == ".":
		return nil
	case stones == "":
		return fmt.Errorf("%s has no text; an empty field is a dot", f)
	case len(stones) > 2*(pawns+1):
		return fmt.Errorf("%s has %d stones, more than there are", f, len(stones))
	}
	for i, stone := range []byte(stones) {
		n := strings.IndexByte("bwBW", stone)
		if n < 0 {
			return fmt.Errorf("%q on %s is not a stone; stones are b, w, B and W", stones[i:i+1], f)
		}
		// A stone on a Turro has captured it, and the game is over.
		c, turro := colour(n&1), n >= 2
		for _, owner := range [2]colour{black, white} {
			if b.turro[owner].has(f) && (owner == c || !b.free[owner].has(f)) {
				return fmt.Errorf("the Turro on %s lies under %q; only one stone of the other side can be on it", f,
					stones[strings.IndexByte(stones, "BW"[owner])+1:])
			}
		}
		b.put(f, c, turro)
	}
	return nil
}

func (b *setup) readTurn(side, turn, height string) error {
	s, err := board.ParseTurn(side)
	if err != nil {
		return err
	}
	b.side = colour(s - rules.Black)
	n := slices.Index(movesTexts[:], turn)
	if n < 0 {
		return fmt.Errorf("the moves are %q, not 1, 2 or 2+", turn)
	}
	b.moves = moves(n)
	h, err := board.ParseNumber("the height", height, 1, 2*(pawns+1))
	if err != nil {
		return err
	}
	// Between two moves the tallest tower may differ from what it was.
	if b.moves != second && h != int(b.tallest) {
		return fmt.Errorf("the height is %d, but at the beginning of this turn the tallest tower is %d high", h,
			b.tallest)
	}
	b.height = uint8(h)
	return nil
}

// checkWinners refuses a board on which both sides have won: the first win ends the game.
func (b *setup) checkWinners() error {
	blackWon := b.turro[black]&row7 != 0 || b.turro[white]&^b.free[white] != 0
	whiteWon := b.turro[white]&row1 != 0 || b.turro[black]&^b.free[black] != 0
	if blackWon && whiteWon {
		return errors.New("both sides would have won")
	}
	return nil
}

// Equivalents implements rules.Symmetric: the position, its mirror image from left to right, and both with
// the colours exchanged and the rows counted from the other end, since each side moves towards the
// other's end row.
func (p position) Equivalents() []string {
	var texts []string
	for n := 0; n < 8; n += 2 {
		texts = append(texts, position{setup: p.like(n)}.String())
	}
	return texts
}

// like is the board after a symmetry of the grid. Those that exchange the end rows exchange the
// sides as well.
func (b *setup) like(n int) setup {
	q := *b
	exchange := colour(n >> 1 & 1)
	for c := range grid.All(rules.Black) {
		stack := b.towers[fieldOf(c)]
		if exchange == 1 {
			stack ^= 1<<stack.height() - 1 // all stones, but not the leading one
		}
		q.towers[fieldOf(grid.Symmetric(c, n))] = stack
	}
	for c := black; c <= white; c++ {
		q.free[c^exchange], q.turro[c^exchange] = b.free[c].like(n), b.turro[c].like(n)
	}
	q.side, q.winner = b.side^exchange, b.winner^exchange
	return q
}

// like is the set after a symmetry of the grid.
func (s fields) like(n int) (to fields) {
	for ; s != 0; s = s.rest() {
		to |= fieldOf(grid.Symmetric(s.first().cell(), n)).only()
	}
	return to
}

var _ rules.Symmetric = position{}

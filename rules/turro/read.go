package turro

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turnpost/rules"
)

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

func readPosition(text string) (position, error) {
	var p position
	parts := strings.Split(text, " ")
	if len(parts) != 4 {
		return p, fmt.Errorf("it has %d parts, not the four of rows, side, moves and height", len(parts))
	}
	if err := p.readRows(parts[0]); err != nil {
		return p, err
	}
	if err := p.readTurn(parts[1], parts[2], parts[3]); err != nil {
		return p, err
	}
	if err := p.checkWinners(); err != nil {
		return p, err
	}
	p.judge()
	return p, nil
}

func (b *setup) readRows(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return fmt.Errorf("it has %d rows, not seven", len(rows))
	}
	var count [2]struct{ pawns, turros int }
	for i, row := range rows {
		r := size - 1 - i
		cells := strings.Split(row, ",")
		if len(cells) != size {
			return fmt.Errorf("row %d has %d fields, not seven", r+1, len(cells))
		}
		for c, stones := range cells {
			f := fieldAt(c, r)
			if err := b.readTower(f, stones); err != nil {
				return err
			}
			for _, c := range [2]colour{black, white} {
				small, capital := string("bw"[c]), string("BW"[c])
				count[c].pawns += strings.Count(stones, small)
				count[c].turros += strings.Count(stones, capital)
				// Checked before the next tower, which can hold at most 42 stones.
				if count[c].pawns > pawns {
					return fmt.Errorf("%s has more than %d pawns", c.side(), pawns)
				}
				if count[c].turros > 1 {
					return fmt.Errorf("%s has more than one Turro", c.side())
				}
			}
		}
	}
	for _, c := range [2]colour{black, white} {
		if count[c].turros == 0 {
			return fmt.Errorf("%s has no Turro", c.side())
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
	s, ok := rules.ParseSide(side)
	if !ok || s.Letter() != side {
		return fmt.Errorf("the side to move is %q, not b or w", side)
	}
	b.side = colour(s - rules.Black)

	switch turn {
	case one.String():
		b.moves = one
	case two.String():
		b.moves = two
	case second.String():
		b.moves = second
	default:
		return fmt.Errorf("the moves are %q, not 1, 2 or 2+", turn)
	}

	h, err := strconv.Atoi(height)
	if err != nil || h < 1 || h > 2*(pawns+1) || strconv.Itoa(h) != height {
		return fmt.Errorf("the height is %q, not a number from 1 to %d", height, 2*(pawns+1))
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

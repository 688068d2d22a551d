package draughts

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// oracle has the board as White sees it, row by row from the top: b and w are men, B and W kings.
type oracle struct {
	rows  [8][8]byte
	turn  byte // b or w
	quiet int
}

func oracleStart() oracle {
	o := oracle{turn: 'b'}
	for r := range 8 {
		for c := range 8 {
			o.rows[r][c] = '.'
			if (r+c)%2 == 1 && r < 3 {
				o.rows[r][c] = 'b'
			}
			if (r+c)%2 == 1 && r > 4 {
				o.rows[r][c] = 'w'
			}
		}
	}
	return o
}

func numberOf(r, c int) int { return 4*r + c/2 + 1 }

func (o oracle) String() string {
	lists := map[byte][]string{}
	for r := range 8 {
		for c := range 8 {
			switch piece := o.rows[r][c]; piece {
			case 'b', 'w':
				lists[piece] = append(lists[piece], fmt.Sprint(numberOf(r, c)))
			case 'B', 'W':
				lists[piece+32] = append(lists[piece+32], fmt.Sprintf("K%d", numberOf(r, c)))
			}
		}
	}
	return fmt.Sprintf("%c:W%s:B%s %d", o.turn-32, strings.Join(lists['w'], ","), strings.Join(lists['b'], ","), o.quiet)
}

func (o oracle) is(r, c int, of byte) bool {
	return r >= 0 && r < 8 && c >= 0 && c < 8 && (o.rows[r][c] == of || o.rows[r][c] == of-32)
}

func (o oracle) empty(r, c int) bool {
	return r >= 0 && r < 8 && c >= 0 && c < 8 && o.rows[r][c] == '.'
}

// steps are the rows to which a piece goes.
func steps(piece byte) []int {
	switch piece {
	case 'b':
		return []int{1}
	case 'w':
		return []int{-1}
	}
	return []int{-1, 1}
}

// moves returns what can be played and what is then on the board.
func (o oracle) moves() map[rules.Move]oracle {
	found := map[rules.Move]oracle{}
	for _, taking := range []bool{true, false} {
		for r := range 8 {
			for c := range 8 {
				if !o.is(r, c, o.turn) {
					continue
				}
				piece := o.rows[r][c]
				lifted := o
				lifted.rows[r][c] = '.'
				if taking {
					lifted.jumps(found, piece, r, c, fmt.Sprint(numberOf(r, c)), true)
					continue
				}
				for _, dr := range steps(piece) {
					for _, dc := range []int{-1, 1} {
						if o.empty(r+dr, c+dc) {
							next := lifted
							next.land(piece, r+dr, c+dc, false)
							found[rules.Move(fmt.Sprintf("%d-%d", numberOf(r, c), numberOf(r+dr, c+dc)))] = next
						}
					}
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return found
}

// jumps follows every capture of a lifted piece to its end.
func (o oracle) jumps(found map[rules.Move]oracle, piece byte, r, c int, text string, first bool) {
	other := byte('b' + 'w' - o.turn)
	more := false
	for _, dr := range steps(piece) {
		for _, dc := range []int{-1, 1} {
			if !o.is(r+dr, c+dc, other) || !o.empty(r+2*dr, c+2*dc) {
				continue
			}
			more = true
			next := o
			next.rows[r+dr][c+dc] = '.'
			r2, c2 := r+2*dr, c+2*dc
			text := fmt.Sprintf("%sx%d", text, numberOf(r2, c2))
			if piece >= 'a' && (r2 == 0 || r2 == 7) {
				next.land(piece, r2, c2, true)
				found[rules.Move(text)] = next
				continue
			}
			next.jumps(found, piece, r2, c2, text, false)
		}
	}
	if !more && !first {
		o.land(piece, r, c, true)
		found[rules.Move(text)] = o
	}
}

// land ends a move.
func (o *oracle) land(piece byte, r, c int, took bool) {
	o.quiet++
	if took || piece >= 'a' {
		o.quiet = 0
	}
	if piece >= 'a' && (r == 0 || r == 7) {
		piece -= 32
	}
	o.rows[r][c] = piece
	o.turn = 'b' + 'w' - o.turn
}

func (o oracle) Result() string {
	other := map[byte]string{'b': "white", 'w': "black"}[o.turn]
	switch {
	case !slices.ContainsFunc(o.rows[:], func(row [8]byte) bool {
		return strings.ContainsAny(string(row[:]), string([]byte{o.turn, o.turn - 32}))
	}):
		return other + " cleared"
	case len(o.moves()) == 0:
		return other + " blocked"
	case o.quiet >= 80:
		return "draw forty"
	}
	return "none"
}

func (o oracle) Plies() []rules.Move {
	if o.Result() != "none" {
		return nil
	}
	var texts []string
	for m := range o.moves() {
		texts = append(texts, string(m))
	}
	sort.Strings(texts)
	return rulestest.Moves(texts)
}

func (o oracle) After(m rules.Move) rulestest.Oracle { return o.moves()[m] }

func TestOracleInPlay(t *testing.T) { rulestest.CheckOracle(t, Game(), oracleStart()) }

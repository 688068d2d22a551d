package weiqi

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// plain is a second implementation, straight from the rules and slow: a board is a text with a letter for each
// point, row by row.
type plain struct {
	size   int
	board  string
	plies  []string
	boards []string // all so far
	second bool     // White begins
	komi   float64
}

// side is the letter of the side to move (0), or of the other.
func (p plain) side(n int) byte {
	if p.second {
		n++
	}
	return "bw"[(len(p.plies)+n)%2]
}

func newPlain(size int) plain {
	empty := strings.Repeat(".", size*size)
	return plain{size: size, board: empty, boards: []string{empty}, komi: 7.5}
}

func (p plain) name(at int) string {
	return fmt.Sprintf("%c%d", "abcdefghjklmn"[at%p.size], at/p.size+1)
}

// reaches reports whether a way through points like the first leads to a point with a content.
func (p plain) reaches(board []byte, from int, content byte) bool {
	var seen [13 * 13]bool
	seen[from] = true
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		column, row := todo[0]%p.size, todo[0]/p.size
		for _, n := range [][2]int{{column + 1, row}, {column - 1, row}, {column, row + 1}, {column, row - 1}} {
			at := n[1]*p.size + n[0]
			if n[0] < 0 || n[0] >= p.size || n[1] < 0 || n[1] >= p.size || seen[at] {
				continue
			}
			if board[at] == content {
				return true
			}
			if board[at] == board[from] {
				seen[at] = true
				todo = append(todo, at)
			}
		}
	}
	return false
}

// clear removes the stones of a side that do not reach an empty point.
func (p plain) clear(board []byte, side byte) {
	before := bytes.Clone(board)
	for at, stone := range before {
		if stone == side && !p.reaches(before, at, '.') {
			board[at] = '.'
		}
	}
}

// placed is the board after a stone of the side to move.
func (p plain) placed(at int) string {
	side := p.side(0)
	board := []byte(p.board)
	board[at] = side
	p.clear(board, p.side(1))
	p.clear(board, side)
	return string(board)
}

func (p plain) over() bool {
	n := len(p.plies)
	return n >= 4*p.size*p.size || n >= 2 && p.plies[n-1] == "pass" && p.plies[n-2] == "pass"
}

func (p plain) Plies() (moves []rules.Move) {
	if p.over() {
		return nil
	}
	for at := range p.board {
		if p.board[at] == '.' && !slices.Contains(p.boards, p.placed(at)) {
			moves = append(moves, rules.Move(p.name(at)))
		}
	}
	moves = append(moves, "pass")
	slices.Sort(moves)
	return moves
}

func (p plain) After(m rules.Move) rulestest.Oracle {
	q := p
	q.plies = append(slices.Clip(p.plies), string(m))
	for at := range p.board {
		if p.name(at) == string(m) {
			q.board = p.placed(at)
			q.boards = append(slices.Clip(p.boards), q.board)
		}
	}
	return q
}

func (p plain) Result() string {
	if !p.over() {
		return "none"
	}
	points := 0.0
	for at := range p.board {
		black := p.board[at] == 'b' || p.board[at] == '.' && p.reaches([]byte(p.board), at, 'b')
		white := p.board[at] == 'w' || p.board[at] == '.' && p.reaches([]byte(p.board), at, 'w')
		switch {
		case black && !white:
			points++
		case white && !black:
			points--
		}
	}
	switch {
	case points > p.komi:
		return "black counted"
	case points == p.komi:
		return "draw counted"
	}
	return "white counted"
}

func (p plain) String() string {
	if len(p.plies) == 0 {
		return "-"
	}
	return strings.Join(p.plies, ",")
}

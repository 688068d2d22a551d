package turro

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

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
	var s strings.Builder
	s.Grow(256)
	for r := size - 1; r >= 0; r-- {
		for c := range size {
			if c > 0 {
				s.WriteByte(',')
			}
			f := fieldAt(c, r)
			if p.towers[f] == ground {
				s.WriteByte('.')
			}
			for n := p.towers[f].height() - 1; n >= 0; n-- {
				s.WriteByte(p.letter(f, n))
			}
		}
		if r > 0 {
			s.WriteByte('/')
		}
	}
	s.WriteByte(' ')
	s.WriteString(p.side.side().Letter())
	s.WriteByte(' ')
	s.WriteString(p.moves.String())
	s.WriteByte(' ')
	s.WriteString(strconv.Itoa(int(p.height)))
	return s.String()
}

// letter is the letter of the stone n stones under the top of f: b, w, or B and W for Turros.
func (b *setup) letter(f field, n int) byte {
	c := b.towers[f].under(n)
	letter := [2]byte{'b', 'w'}[c]
	if b.isTurro(f, n) {
		letter -= 'a' - 'A'
	}
	return letter
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

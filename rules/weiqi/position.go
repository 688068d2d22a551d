package weiqi

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

const (
	most     = 13 * 13 // the points of the largest board
	passText = "pass"
	// turns is how many plies for each point a game can have.
	turns = 4
)

// layout is a board of one size.
type layout struct {
	size, points int
	grid         board.Grid
	beside       [most][]uint8
	texts        []rules.Move // of the plies: the points, then the pass
	sorted       []int        // the plies in the order of their texts
}

var layouts = map[int]*layout{9: newLayout(9), 13: newLayout(13)}

func newLayout(size int) *layout {
	l := &layout{size: size, points: size * size, grid: board.Grid{Columns: size, Rows: size, SkipI: true}}
	for i := range l.points {
		c := l.cell(i)
		for _, step := range [...]board.Cell{{Column: 1}, {Column: -1}, {Row: 1}, {Row: -1}} {
			if to := (board.Cell{Column: c.Column + step.Column, Row: c.Row + step.Row}); l.grid.Has(to) {
				l.beside[i] = append(l.beside[i], uint8(l.index(to)))
			}
		}
		l.texts = append(l.texts, rules.Move(l.grid.Name(c)))
		l.sorted = append(l.sorted, i)
	}
	l.texts, l.sorted = append(l.texts, passText), append(l.sorted, l.points)
	slices.SortFunc(l.sorted, func(a, b int) int { return strings.Compare(string(l.texts[a]), string(l.texts[b])) })
	return l
}

func (l *layout) index(c board.Cell) int { return l.size*c.Column + c.Row }
func (l *layout) cell(i int) board.Cell  { return board.Cell{Column: i / l.size, Row: i % l.size} }
func (l *layout) pass() int              { return l.points }

// step is a ply of a game with the board after it, and what was before.
type step struct {
	ply    uint8
	number int // counted from 1
	board  uint64
	before *step
}

// state is a whole state of the game.
type state struct {
	*setup
	stones [most]rules.Side
	hash   uint64 // of the stones
	way    *step  // nil at the start
}

// toMove is the side to move, if the game is not over. The sides move in turn.
func (s *state) toMove() rules.Side {
	if s.length()%2 == 1 {
		return s.first.Opponent()
	}
	return s.first
}

func (s *state) length() int {
	if s.way == nil {
		return 0
	}
	return s.way.number
}

// passed reports whether the last ply was a pass.
func (s *state) passed() bool { return s.way != nil && int(s.way.ply) == s.pass() }

func (s *state) over() bool {
	return s.length() >= turns*s.points || s.passed() && s.way.before != nil && int(s.way.before.ply) == s.pass()
}

func (s *state) turn() rules.Side {
	if s.over() {
		return rules.None
	}
	return s.toMove()
}

// key is the hash of one stone.
func key(side rules.Side, at int) uint64 { return rules.Mix(rules.Mix(0, uint64(side)), uint64(at)) }

// chain marks the stones connected with one, and reports whether a point beside them is empty. It appends the
// stones to to.
func (s *state) chain(from int, seen *[most]bool, to []uint8) (stones []uint8, free bool) {
	side := s.stones[from]
	seen[from] = true
	begin := len(to)
	to = append(to, uint8(from))
	for i := begin; i < len(to); i++ {
		for _, next := range s.beside[to[i]] {
			switch {
			case s.stones[next] == rules.None:
				free = true
			case s.stones[next] == side && !seen[next]:
				seen[next] = true
				to = append(to, next)
			}
		}
	}
	return to, free
}

// place puts a stone on an empty point and takes the stones that this leaves without a free point: those of
// the other side or, if there are none, its own. It appends the taken stones to to.
func (s *state) place(at int, to []uint8) (taken []uint8) {
	side := s.toMove()
	s.stones[at] = side
	s.hash ^= key(side, at)
	var seen [most]bool
	for _, next := range s.beside[at] {
		if s.stones[next] == side.Opponent() && !seen[next] {
			before := len(to)
			if all, free := s.chain(int(next), &seen, to); free {
				to = all[:before]
			} else {
				to = all
			}
		}
	}
	if len(to) == 0 {
		if all, free := s.chain(at, &seen, to); !free {
			to = all
		}
	}
	for _, gone := range to {
		s.hash ^= key(s.stones[gone], int(gone))
		s.stones[gone] = rules.None
	}
	return to
}

// quiet reports whether a stone on an empty point surely takes nothing: a point beside it is empty, and the
// chains of the other side beside it have another free point right beside the stone that touches it.
func (s *state) quiet(at int) bool {
	free := false
	other := s.toMove().Opponent()
	for _, next := range s.beside[at] {
		switch s.stones[next] {
		case rules.None:
			free = true
		case other:
			if !slices.ContainsFunc(s.beside[next],
				func(i uint8) bool { return int(i) != at && s.stones[i] == rules.None }) {
				return false
			}
		}
	}
	return free
}

// was reports whether the board had been like this, with a hash.
func (s *state) was(hash uint64) bool {
	for at := s.way; at != nil; at = at.before {
		if at.board == hash {
			return true
		}
	}
	return hash == s.begun
}

// isLegal reports whether a ply, which may be of another position, is legal.
func (s *state) isLegal(ply int) bool {
	switch {
	case s.over():
		return false
	case ply == s.pass():
		return true
	case s.stones[ply] != rules.None:
		return false
	case s.quiet(ply):
		return !s.was(s.hash ^ key(s.toMove(), ply))
	}
	return !s.was(s.after(ply))
}

// after is the hash of the board after a stone on an empty point.
func (s *state) after(at int) uint64 {
	next := *s
	var room [most]uint8
	next.place(at, room[:0])
	return next.hash
}

// play makes a legal ply, and appends the stones that it takes to to.
func (s *state) play(ply int, to []uint8) (taken []uint8) {
	if ply != s.pass() {
		taken = s.place(ply, to)
	}
	s.way = &step{ply: uint8(ply), number: s.length() + 1, board: s.hash, before: s.way}
	return taken
}

// area is how many points each side has: its stones, and the empty points from which only its stones are
// reached.
func (s *state) area() (black, white int) {
	var seen [most]bool
	for i := range s.points {
		switch {
		case s.stones[i] == rules.Black:
			black++
		case s.stones[i] == rules.White:
			white++
		case !seen[i]:
			var room [most]uint8
			region, reached := append(room[:0], uint8(i)), [3]bool{}
			seen[i] = true
			for n := 0; n < len(region); n++ {
				for _, next := range s.beside[region[n]] {
					reached[s.stones[next]] = true
					if s.stones[next] == rules.None && !seen[next] {
						seen[next] = true
						region = append(region, next)
					}
				}
			}
			if reached[rules.Black] && !reached[rules.White] {
				black += len(region)
			}
			if reached[rules.White] && !reached[rules.Black] {
				white += len(region)
			}
		}
	}
	return black, white
}

func (s *state) result() rules.Result {
	if !s.over() {
		return rules.Undecided
	}
	switch black, white := s.area(); {
	case 2*black > 2*white+s.komi2:
		return rules.BlackWins
	case 2*black < 2*white+s.komi2:
		return rules.WhiteWins
	}
	return rules.Draw
}

// position is a state as a value, with what the last ply took for the diagram.
type position struct {
	state
	taken []uint8
}

// Turn implements rules.Position.
func (p position) Turn() rules.Side { return p.turn() }

// Legal implements rules.Position.
func (p position) Legal() (moves []rules.Move) {
	for _, ply := range p.sorted {
		if p.isLegal(ply) {
			moves = append(moves, p.texts[ply])
		}
	}
	return moves
}

// read reads the form of a ply: a point, on the board or not, or a pass.
func read(text string) (name string, passes, ok bool) {
	clean := rules.Clean(text)
	if _, ok := board.ParseCell(clean); ok {
		return clean, false, true
	}
	_, ok = rules.Typed(words(), clean)
	return "", ok, ok
}

func hasForm(text string) bool {
	_, _, ok := read(text)
	return ok
}

// The codes of Go's own refusals.
const (
	codeTaken = "taken" // a stone lies there
	codeKo    = "ko"    // the board would be as it was before
)

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	name, passes, ok := read(text)
	if !ok {
		return "", rules.ErrUnreadable(text, "e5", passText)
	}
	if p.over() {
		return "", rules.ErrOver(text)
	}
	if passes {
		return passText, nil
	}
	c, ok := p.grid.Cell(name)
	switch at := p.index(c); {
	case !ok:
		return "", rules.ErrNoCell(text, name)
	case p.stones[at] != rules.None:
		return "", rules.Illegalf(text, codeTaken, "a stone lies on %s already", name)
	case !p.isLegal(at):
		return "", rules.Illegalf(text, codeKo, "after %s the board would be as it was before", name)
	}
	return rules.Move(name), nil
}

// number is the ply with a canonical text.
func (l *layout) number(m rules.Move) (ply int, ok bool) {
	if m == passText {
		return l.pass(), true
	}
	c, ok := l.grid.Cell(string(m))
	return l.index(c), ok
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	ply, ok := p.number(m)
	if !ok || !p.isLegal(ply) {
		return nil, rules.CheckCanonical(p, m)
	}
	p.taken = p.play(ply, nil) // p is a copy
	return p, nil
}

// Outcome implements rules.Position.
func (p position) Outcome() rules.Outcome {
	if !p.over() {
		return rules.Outcome{}
	}
	return rules.Outcome{Result: p.result(), Reason: "counted"}
}

// plies is the plies of the way, the first one first.
func (s *state) plies() []int {
	plies := make([]int, s.length())
	for at := s.way; at != nil; at = at.before {
		plies[at.number-1] = int(at.ply)
	}
	return plies
}

// String is what the start has of its own and the plies since, or "-".
func (p position) String() string { return p.written(func(at int) int { return at }) }

// written is the position string with each point changed by a function.
func (s *state) written(change func(at int) int) string {
	texts := s.setup.written(change)
	for _, ply := range s.plies() {
		if ply != s.pass() {
			ply = change(ply)
		}
		texts = append(texts, string(s.texts[ply]))
	}
	if len(texts) == 0 {
		return "-"
	}
	return strings.Join(texts, ",")
}

// parsePosition is the inverse of String.
func (l *layout) parsePosition(text string) (rules.Position, error) {
	words := strings.Split(text, ",")
	if text == "-" {
		words = nil
	}
	begin, words, err := l.readSetup(words)
	if err != nil {
		return nil, err
	}
	p := begin.start()
	for i, m := range words {
		ply, ok := l.number(rules.Move(m))
		if !ok || !p.isLegal(ply) {
			return nil, fmt.Errorf(
				"no Go position: it is legal plies with commas between, and %q, the %d. of them, is none", m, i+1)
		}
		p.taken = p.play(ply, nil)
	}
	return p, nil
}

// Equivalents implements rules.Symmetric: the eight symmetries of the board.
func (p position) Equivalents() []string {
	var texts []string
	for n := range 8 {
		texts = append(texts, p.written(func(at int) int { return p.index(p.grid.Symmetric(p.cell(at), n)) }))
	}
	return texts
}

var (
	_ rules.Symmetric   = position{}
	_ rules.Walkable    = position{}
	_ rules.PassFinder  = position{}
	_ rules.TableWriter = position{}
)

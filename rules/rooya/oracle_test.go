package rooya

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// oracle is a second, slow implementation on names of cells, written from the rules alone. It
// shares no code with the package.
type oracle struct {
	board   map[string]string // "black" or "white" by cell name
	hand    map[string]int
	side    string // to act, or that would be
	outcome string // "" while the game goes on
}

var (
	oracleInner = strings.Fields("b2 b3 b4 c2 c3 c4 d2 d3 d4")
	oracleCells = strings.Fields("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5")
	oracleLines = [][]string{
		strings.Fields("a1 b1 c1 d1 e1"), strings.Fields("a1 a2 a3 a4 a5"),
		strings.Fields("a2 b2 c2 d2 e2"), strings.Fields("b1 b2 b3 b4 b5"),
		strings.Fields("a3 b3 c3 d3 e3"), strings.Fields("c1 c2 c3 c4 c5"),
		strings.Fields("a4 b4 c4 d4 e4"), strings.Fields("d1 d2 d3 d4 d5"),
		strings.Fields("a5 b5 c5 d5 e5"), strings.Fields("e1 e2 e3 e4 e5"),
	}
	oracleClockwise = map[string]string{
		"b2": "b4", "b4": "d4", "d4": "d2", "d2": "b2",
		"b3": "c4", "c4": "d3", "d3": "c2", "c2": "b3",
		"c3": "c3",
	}
)

func newOracle() oracle {
	return oracle{board: map[string]string{}, hand: map[string]int{"black": 8, "white": 8}, side: "black"}
}

// readOracle reads a canonical position string in which the game goes on.
func readOracle(text string) oracle {
	fields := strings.Fields(text)
	o := newOracle()
	for i, row := range strings.Split(fields[0], "/") {
		for j, sign := range row {
			cell := string("abcde"[j]) + string("54321"[i])
			switch sign {
			case 'b':
				o.board[cell] = "black"
			case 'w':
				o.board[cell] = "white"
			}
		}
	}
	if fields[1] == "w" {
		o.side = "white"
	}
	for _, side := range o.board {
		o.hand[side]--
	}
	return o
}

func (o oracle) enemy() string {
	if o.side == "black" {
		return "white"
	}
	return "black"
}

func samePlate(a, b string) bool {
	return slices.Contains(oracleInner, a) == slices.Contains(oracleInner, b)
}

// besides lists the cells up, down, left and right.
func besides(cell string) []string {
	var list []string
	for _, d := range [][2]int{{0, 1}, {0, -1}, {-1, 0}, {1, 0}} {
		next := string(rune(int(cell[0])+d[0])) + string(rune(int(cell[1])+d[1]))
		if slices.Contains(oracleCells, next) {
			list = append(list, next)
		}
	}
	return list
}

// legal lists the legal texts, sorted.
func (o oracle) legal() []rules.Move {
	if o.outcome != "" {
		return nil
	}
	var texts []rules.Move
	add := func(cells ...string) { texts = append(texts, rules.Move(strings.Join(cells, "-"))) }
	if o.hand[o.side] > 0 {
		for _, cell := range oracleCells {
			if o.board[cell] == "" && !slices.Contains(oracleInner, cell) {
				add(cell)
			}
		}
	} else {
		for from, owner := range o.board {
			if owner != o.side {
				continue
			}
			for _, to := range besides(from) {
				switch {
				case o.board[to] == o.enemy():
					add(from, to)
				case o.board[to] == "" && samePlate(from, to):
					add(from, to)
				case o.board[to] == "":
					add(from, to)
					for _, on := range besides(to) {
						if samePlate(to, on) && o.board[on] != o.side {
							add(from, to, on)
						}
					}
				}
			}
		}
		add("cw")
		add("ccw")
		add("180")
	}
	slices.Sort(texts)
	return texts
}

// result is the outcome as rules.Outcome prints it.
func (o oracle) result() string {
	if o.outcome == "" {
		return "none"
	}
	return o.outcome
}

// full lists the lines that a side fills, by their index.
func (o oracle) full(side string) []int {
	var list []int
	for i, line := range oracleLines {
		if !slices.ContainsFunc(line, func(cell string) bool { return o.board[cell] != side }) {
			list = append(list, i)
		}
	}
	return list
}

// play plays a legal text.
func (o oracle) play(m rules.Move) oracle {
	next := oracle{board: maps.Clone(o.board), hand: maps.Clone(o.hand), side: o.enemy()}
	turn := func() {
		before := maps.Clone(next.board)
		for from, to := range oracleClockwise {
			next.board[to] = before[from]
		}
	}
	cells := strings.Split(string(m), "-")
	switch {
	case m == "cw":
		turn()
	case m == "180":
		turn()
		turn()
	case m == "ccw":
		turn()
		turn()
		turn()
	case len(cells) == 1:
		next.board[cells[0]] = o.side
		next.hand[o.side]--
		return next.afterwards(nil, nil)
	default:
		for i := range len(cells) - 1 {
			a, b := cells[i], cells[i+1]
			next.board[a], next.board[b] = next.board[b], next.board[a]
		}
	}
	fresh := func(side string) []int {
		before := o.full(side)
		return slices.DeleteFunc(next.full(side), func(line int) bool { return slices.Contains(before, line) })
	}
	return next.afterwards(fresh(o.side), fresh(o.enemy()))
}

// afterwards establishes the outcome: lines made for the side that acted and
// for the one that is to act now, o.side.
func (o oracle) afterwards(actors, others []int) oracle {
	maps.DeleteFunc(o.board, func(_, side string) bool { return side == "" })
	switch {
	case len(actors) > 0:
		o.outcome = o.enemy() + " aligned"
	case len(others) > 0:
		o.outcome = o.side + " aligned"
	case o.hand["black"] == 0 && o.hand["white"] == 0 && !slices.ContainsFunc(o.legal(), func(m rules.Move) bool { return strings.Contains(string(m), "-") }):
		o.outcome = o.enemy() + " blocked"
	}
	return o
}

// String is the position string.
func (o oracle) String() string {
	var b strings.Builder
	for row := 5; row >= 1; row-- {
		for _, column := range "abcde" {
			switch o.board[fmt.Sprintf("%c%d", column, row)] {
			case "black":
				b.WriteString("b")
			case "white":
				b.WriteString("w")
			default:
				b.WriteString(".")
			}
		}
		if row > 1 {
			b.WriteString("/")
		}
	}
	return fmt.Sprintf("%s %s %d %d", b.String(), o.side[:1], o.hand["black"], o.hand["white"])
}

func (o oracle) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range o.legal() {
		n += o.play(m).perft(depth - 1)
	}
	return n
}

// asked implements rulestest.Oracle.
type asked struct{ oracle }

func (a asked) Result() string                      { return a.result() }
func (a asked) Plies() []rules.Move                 { return a.legal() }
func (a asked) After(m rules.Move) rulestest.Oracle { return asked{a.play(m)} }

func TestOracleInPlay(t *testing.T) {
	t.Parallel()
	rulestest.CheckOracle(t, Game(), asked{newOracle()})
}

package tourrosa

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The oracle is a plain and slow version of the rules: stacks in a map by the name of their cell,
// every piece moved one by one, boards compared as text. It shares no code with the package.
type oracle struct {
	stacks map[string]pile
	side   string // b or w
	passes int
}

// pile is a stack. A cell without one is not in the map.
type pile struct {
	owner  string
	height int
}

// road is where a mover is and which way it goes.
type road struct {
	cell, sense, heading string
}

// onward is one step along a direction.
func (r road) onward() road {
	ring := r.cell[0]
	hour, _ := strconv.Atoi(r.cell[1:])
	p := 2 * hour
	if ring == 'a' || ring == 'c' {
		p++
	}
	onward := 1
	switch {
	case r.heading == "o" && ring == 'd':
		r.heading = "i"
		onward = 2
	case r.heading == "i" && ring == 'a':
		r.heading = "o"
		onward = 2
	case r.heading == "o":
		ring++
	case r.heading == "i":
		ring--
	}
	if r.sense == "a" {
		onward = -onward
	}
	p = (p + onward + 24) % 24
	if ring == 'a' || ring == 'c' {
		p--
	}
	hour = p / 2
	if hour == 0 {
		hour = 12
	}
	r.cell = fmt.Sprintf("%c%d", ring, hour)
	return r
}

func readOracle(text string) oracle {
	f := strings.Fields(text)
	o := oracle{stacks: map[string]pile{}, side: f[1]}
	o.passes, _ = strconv.Atoi(f[2])
	for r, ring := range strings.Split(f[0], "/") {
		for i, s := range strings.Split(ring, ",") {
			if s != "." {
				hour := i
				if hour == 0 {
					hour = 12
				}
				height, _ := strconv.Atoi(s[1:])
				o.stacks[fmt.Sprintf("%c%d", 'a'+r, hour)] = pile{s[:1], height}
			}
		}
	}
	return o
}

func (o oracle) String() string {
	var ringTexts []string
	for _, ring := range "abcd" {
		var texts []string
		for _, hour := range []int{12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11} {
			text := "."
			if s, ok := o.stacks[fmt.Sprintf("%c%d", ring, hour)]; ok {
				text = fmt.Sprint(s.owner, s.height)
			}
			texts = append(texts, text)
		}
		ringTexts = append(ringTexts, strings.Join(texts, ","))
	}
	return fmt.Sprintf("%s %s %d", strings.Join(ringTexts, "/"), o.side, o.passes)
}

func (o oracle) enemy() string {
	if o.side == "b" {
		return "w"
	}
	return "b"
}

func (o oracle) count(owner string) int {
	n := 0
	for _, s := range o.stacks {
		if s.owner == owner {
			n += s.height
		}
	}
	return n
}

func (o oracle) is(cell, owner string) bool { return o.stacks[cell].owner == owner }

func (o oracle) empty(cell string) bool { return o.is(cell, "") }

// put lays pieces of the side to move on a cell.
func (o oracle) put(cell string, n int) {
	if o.is(cell, o.enemy()) {
		panic("a piece is put on an enemy stack")
	}
	o.stacks[cell] = pile{o.side, o.stacks[cell].height + n}
}

// take lifts pieces off a cell.
func (o oracle) take(cell string, n int) {
	s := o.stacks[cell]
	s.height -= n
	o.stacks[cell] = s
	if s.height < 0 {
		panic("a cell has too few pieces")
	}
	if s.height == 0 {
		delete(o.stacks, cell)
	}
}

// canJump is the rule of the jump for movers that stand before an enemy stack.
func (o oracle) canJump(r road, movers int) bool {
	enemy := r.onward()
	return o.empty(enemy.onward().cell) && movers >= o.stacks[enemy.cell].height
}

// turn plays one choice on a copy.
func (o oracle) turn(ply string) oracle {
	o.stacks = maps.Clone(o.stacks)
	if ply == "pass" {
		o.side, o.passes = o.enemy(), o.passes+1
		return o
	}
	stacking := strings.HasSuffix(ply, "+")
	ply = strings.TrimSuffix(ply, "+")
	n := len(ply)
	r := road{ply[:n-2], ply[n-2 : n-1], ply[n-1:]}

	sliders := 0
	over := false
	if stacking {
		o.take(r.cell, 1)
		sliders = 1
		for o.is(r.onward().cell, o.side) {
			r = r.onward()
			o.take(r.cell, 1)
			sliders++
		}
	} else {
		hand := o.stacks[r.cell].height
		o.take(r.cell, hand)
		for hand > 0 && !over {
			if o.is(r.onward().cell, o.enemy()) {
				if !o.canJump(r, hand) {
					o.put(r.cell, hand)
					over = true
					continue
				}
				r = r.onward()
				delete(o.stacks, r.cell)
				if o.count(o.enemy()) == 0 {
					o.put(r.onward().cell, hand)
					over = true
					continue
				}
			}
			r = r.onward()
			o.put(r.cell, 1)
			hand--
		}
		if !over {
			o.take(r.cell, 1)
			sliders = 1
		}
	}
	for !over {
		next := r.onward()
		switch {
		case o.empty(next.cell):
			r = next
		case o.is(next.cell, o.side):
			o.put(next.cell, sliders)
			over = true
		case o.canJump(r, sliders):
			delete(o.stacks, next.cell)
			r = next.onward()
			if o.count(o.enemy()) == 0 {
				o.put(r.cell, sliders)
				over = true
			}
		default:
			o.put(r.cell, sliders)
			over = true
		}
	}
	o.side, o.passes = o.enemy(), 0
	return o
}

func (o oracle) outcome() string {
	switch {
	case o.count("w") == 0:
		return "black cleared"
	case o.count("b") == 0:
		return "white cleared"
	case o.passes == 2:
		return "draw stuck"
	}
	return "none"
}

func (o oracle) legal() []string {
	if o.outcome() != "none" {
		return nil
	}
	var plies []string
	for cell, s := range o.stacks {
		if s.owner != o.side {
			continue
		}
		for _, direction := range []string{"co", "ci", "ao", "ai"} {
			for _, plus := range []string{"", "+"} {
				ply := cell + direction + plus
				if !maps.Equal(o.turn(ply).stacks, o.stacks) {
					plies = append(plies, ply)
				}
			}
		}
	}
	if len(plies) == 0 {
		return []string{"pass"}
	}
	slices.Sort(plies)
	return plies
}

func (o oracle) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, ply := range o.legal() {
		n += o.turn(ply).perft(depth - 1)
	}
	return n
}

// asked implements rulestest.Oracle.
type asked struct{ oracle }

func (a asked) Result() string                      { return a.outcome() }
func (a asked) Plies() []rules.Move                 { return rulestest.Moves(a.legal()) }
func (a asked) After(m rules.Move) rulestest.Oracle { return asked{a.turn(string(m))} }

func TestOracleInPlay(t *testing.T) {
	t.Parallel()
	rulestest.CheckOracle(t, Game(), asked{readOracle(Game().Start().String())})
}

// agree compares engine and oracle on one position: the legal plies, and after
// each the position string and the outcome.
func agree(t *testing.T, p rules.Position) {
	t.Helper()
	text := p.String()
	o := readOracle(text)
	require.Equal(t, text, o.String())
	require.Equal(t, o.outcome(), p.Outcome().String(), text)
	legal := p.Legal()
	want := o.legal()
	require.Len(t, legal, len(want), text)
	for i, m := range legal {
		require.Equal(t, want[i], string(m), text)
		next, err := p.Play(m)
		require.NoError(t, err)
		after := o.turn(want[i])
		require.Equal(t, after.String(), next.String(), "%s %s", text, m)
		require.Equal(t, after.outcome(), next.Outcome().String(), "%s %s", text, m)
	}
}

// TestOracleAgreesInPlay walks through random games.
func TestOracleAgreesInPlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 15 {
		p := Game().Start()
		for range 60 {
			agree(t, p)
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			var err error
			p, err = p.Play(legal[rng.IntN(len(legal))])
			require.NoError(t, err)
		}
	}
}

// TestOracleAgreesAnywhere compares random boards with many, few and unevenly distributed pieces.
func TestOracleAgreesAnywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 600 {
		p := randomPosition(rng)
		agree(t, p)
	}
}

// randomPosition puts up to 24 pieces, or many more, on random cells.
func randomPosition(rng *rand.Rand) rules.Position {
	s := state{side: rules.Black}
	if rng.IntN(2) == 0 {
		s.side = rules.White
	}
	most := []int{2, 6, 12, 40}[rng.IntN(4)]
	clump := 1 + rng.IntN(4)
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for range 1 + rng.IntN(most) {
			c := rng.IntN(cells)
			if s.cells[c]*sign(side) < 0 {
				continue
			}
			n := 1 + rng.IntN(clump)
			if int(s.pieces[index(sign(side))])+n > mostPieces {
				break
			}
			s.cells[c] += int8(n) * sign(side)
			s.pieces[index(sign(side))] += uint8(n)
		}
	}
	return position{state: s}
}

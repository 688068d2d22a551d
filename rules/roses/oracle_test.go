package roses

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The oracle is a plain version of the rules: a board is a map from names of cells to pieces, and
// every action is tried cell by cell. It shares no code with the package.

var oracleRows = []string{"b5", "a3 b4 c5 d6", "a2 b3 c4 d5 e6", "b2 c3 d4 e5 f6", "c2 d3 e4 f5", "e3"}

var oracleDirections = map[string][2]int{
	"east": {+1, +1}, "west": {-1, -1}, "south-east": {+1, 0},
	"north-west": {-1, 0}, "south-west": {0, -1}, "north-east": {0, +1},
}

var oracleOpposite = map[string]string{
	"east": "west", "west": "east", "south-east": "north-west",
	"north-west": "south-east", "south-west": "north-east", "north-east": "south-west",
}

type oracle struct {
	on     map[string]byte // '.', 'b', 'w', 'B', 'W' by cell
	side   byte
	hand   map[byte]int
	passes int
}

func oracleFrom(text string) oracle {
	f := strings.Fields(text)
	o := oracle{on: map[string]byte{}, side: f[1][0], hand: map[byte]int{}}
	for i, row := range strings.Split(f[0], "/") {
		for j, name := range strings.Fields(oracleRows[i]) {
			o.on[name] = row[j]
		}
	}
	var black, white int
	_, _ = fmt.Sscan(strings.Join(f[2:], " "), &black, &white, &o.passes)
	o.hand['b'], o.hand['w'] = black, white
	return o
}

func (o oracle) String() string {
	var lines []string
	for _, row := range oracleRows {
		line := ""
		for _, name := range strings.Fields(row) {
			line += string(o.on[name])
		}
		lines = append(lines, line)
	}
	return fmt.Sprintf("%s %c %d %d %d", strings.Join(lines, "/"), o.side, o.hand['b'], o.hand['w'], o.passes)
}

// next is the neighbour of a cell, "" where none exists.
func (o oracle) next(name, direction string) string {
	if name == "" {
		return ""
	}
	d := oracleDirections[direction]
	n := string([]byte{name[0] + byte(d[0]), name[1] + byte(d[1])})
	if _, exists := o.on[n]; !exists {
		return ""
	}
	return n
}

func (o oracle) adjacent(a, b string) bool {
	for d := range oracleDirections {
		if o.next(a, d) == b {
			return true
		}
	}
	return false
}

func (o oracle) enemy() byte {
	if o.side == 'b' {
		return 'w'
	}
	return 'b'
}

func castleLetter(side byte) byte { return side - 'a' + 'A' }

func (o oracle) count(letter byte) int {
	n := 0
	for _, c := range o.on {
		if c == letter {
			n++
		}
	}
	return n
}

func (o oracle) dropPhase() bool { return o.hand['b']+o.hand['w'] > 0 }

func (o oracle) outcome() string {
	switch {
	case o.count('B') == 0:
		return "white castle"
	case o.count('W') == 0:
		return "black castle"
	case !o.dropPhase() && o.count('b') < 2 && o.count('w') < 2:
		return "draw bare"
	case o.passes >= 2:
		return "draw stuck"
	}
	return "none"
}

// with is the state after some cells change and with the other side to move.
func (o oracle) with(changes ...any) oracle {
	q := oracle{on: maps.Clone(o.on), side: o.enemy(), hand: maps.Clone(o.hand)}
	for i := 0; i < len(changes); i += 2 {
		q.on[changes[i].(string)] = changes[i+1].(byte)
	}
	return q
}

// after maps the text of each legal ply to the next state.
func (o oracle) after() map[string]oracle {
	plies := map[string]oracle{}
	if o.outcome() != "none" {
		return plies
	}
	const empty = byte('.')
	me := o.side
	if o.dropPhase() {
		for c, what := range o.on {
			if what != empty || c == "c4" || c == "d4" || o.hand[me] == 0 {
				continue
			}
			for other, piece := range o.on {
				if o.adjacent(c, other) && (piece == me || piece == castleLetter(me)) {
					q := o.with(c, me)
					q.hand[me]--
					plies[c] = q
				}
			}
		}
	} else {
		for c, what := range o.on {
			if what != me {
				continue
			}
			for d := range oracleDirections {
				o.lines(plies, c, d)
				o.attacks(plies, c, d)
				for _, e := range []string{"east", "south-east", "north-east"} {
					o.translation(plies, c, o.next(c, e), d, d == e || d == oracleOpposite[e])
				}
			}
		}
	}
	if len(plies) == 0 {
		q := o.with()
		q.passes = o.passes + 1
		plies["pass"] = q
	}
	return plies
}

func (o oracle) lines(plies map[string]oracle, rear, d string) {
	front := rear
	for range 4 {
		if front == "" || o.on[front] != o.side {
			return
		}
		to := o.next(front, d)
		if to != "" && o.on[to] == '.' {
			plies[rear+"-"+to] = o.with(rear, byte('.'), to, o.side)
		}
		front = to
	}
}

func (o oracle) translation(plies map[string]oracle, a, b, d string, along bool) {
	if b == "" || o.on[b] != o.side || along {
		return
	}
	toA, toB := o.next(a, d), o.next(b, d)
	if toA == "" || toB == "" || o.on[toA] != '.' || o.on[toB] != '.' {
		return
	}
	from, to := []string{a, b}, []string{toA, toB}
	if a > b {
		from, to = []string{b, a}, []string{toB, toA}
	}
	plies[from[0]+from[1]+"-"+to[0]+to[1]] = o.with(a, byte('.'), b, byte('.'), toA, o.side, toB, o.side)
}

func (o oracle) attacks(plies map[string]oracle, rear, d string) {
	attack := func(enemy string) {
		piece, behind := o.on[enemy], o.next(enemy, d)
		switch {
		case behind == "":
			plies[rear+"x"+enemy] = o.with(rear, byte('.'), enemy, o.side)
		case o.on[behind] == '.':
			plies[rear+"x"+enemy] = o.with(rear, byte('.'), enemy, o.side, behind, piece)
		}
	}
	one := o.next(rear, d)
	two := o.next(one, d)
	if one != "" && o.on[one] == o.side && two != "" && (o.on[two] == o.enemy() || o.on[two] == castleLetter(o.enemy())) {
		attack(two)
	}
	if one != "" && o.on[one] == o.enemy() {
		for supporter, what := range o.on {
			if what == o.side && supporter != rear && o.adjacent(supporter, one) {
				attack(one)
			}
		}
	}
}

// perft counts the sequences of exactly depth plies, and those that end a game.
func (o oracle) perft(depth int) (nodes, ends uint64) {
	if depth == 0 {
		if o.outcome() != "none" {
			return 1, 1
		}
		return 1, 0
	}
	for _, q := range o.after() {
		n, e := q.perft(depth - 1)
		nodes += n
		ends += e
	}
	return nodes, ends
}

// agree requires that the engine and the oracle see the same plies, the same
// states after them and the same ends.
func agree(t *testing.T, p rules.Position) {
	t.Helper()
	o := oracleFrom(p.String())
	require.Equal(t, o.String(), p.String())
	require.Equal(t, o.outcome(), p.Outcome().String(), p.String())
	after := o.after()
	var want []string
	for text := range after {
		want = append(want, text)
	}
	sort.Strings(want)
	legal := p.Legal()
	var got []string
	for _, m := range legal {
		got = append(got, string(m))
	}
	require.Equal(t, want, got, "%s", p)
	for _, m := range legal {
		q, err := p.Play(m)
		require.NoError(t, err)
		require.Equal(t, after[string(m)].String(), q.String(), "%s %s", p, m)
		require.Equal(t, after[string(m)].outcome(), q.Outcome().String(), "%s %s", p, m)
	}
}

func TestEngineAgreesWithTheOracleInPlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(20, 4))
	ends := map[string]int{}
	for range 60 {
		var p rules.Position = start()
		for n := 0; n < 80 && !p.Outcome().Over(); n++ {
			agree(t, p)
			legal := p.Legal()
			// Attacks are rare and make the ends: prefer them.
			if i := slices.IndexFunc(legal, func(m rules.Move) bool { return strings.Contains(string(m), "x") }); i >= 0 && rng.IntN(2) == 0 {
				legal = legal[i : i+1]
			}
			p, _ = p.Play(legal[rng.IntN(len(legal))])
		}
		ends[p.Outcome().String()]++
	}
	t.Log(ends)
}

func TestEngineAgreesWithTheOracleAnywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{}
	for range 2500 {
		text := randomPosition(rng)
		p, err := parsePosition(text)
		require.NoError(t, err, text)
		agree(t, p)
		seen[p.Outcome().String()]++
		if legal := p.Legal(); len(legal) == 1 && legal[0] == "pass" {
			seen["pass"]++
		}
	}
	t.Log(seen)
	for _, end := range []string{"none", "pass", "black castle", "white castle", "draw bare", "draw stuck"} {
		require.NotZero(t, seen[end], end)
	}
}

// randomPosition puts soldiers on random cells.
func randomPosition(rng *rand.Rand) string {
	o := oracleFrom(start().String())
	o.hand['b'], o.hand['w'] = 0, 0
	names := slices.Sorted(maps.Keys(o.on))
	for _, side := range []byte("bw") {
		left := 4
		if rng.IntN(4) == 0 {
			left = rng.IntN(5)
		}
		if rng.IntN(4) == 0 {
			o.hand[side] = rng.IntN(left + 1)
			left -= o.hand[side]
		}
		for left > 0 {
			if c := names[rng.IntN(len(names))]; o.on[c] == '.' {
				o.on[c] = side
				left--
			}
		}
	}
	if rng.IntN(20) == 0 {
		o.on["b5"] = 'w'
	} else if rng.IntN(20) == 0 {
		o.on["e3"] = 'b'
	}
	if o.count('b')+o.hand['b'] > 4 || o.count('w')+o.hand['w'] > 4 {
		return randomPosition(rng)
	}
	o.side = "bw"[rng.IntN(2)]
	o.passes = max(0, rng.IntN(12)-9)
	return o.String()
}

func TestPerftAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	// The whole suite has been counted like this up to two million; this much is fast.
	const limit = 5000
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		for depth, want := range c.Counts {
			nodes, ends := c.Position.(position).perft(depth)
			require.Equal(t, want, nodes, "%s, depth %d", c.ID, depth)
			if want <= limit {
				oracleNodes, oracleEnds := oracleFrom(c.Position.String()).perft(depth)
				require.Equal(t, oracleNodes, nodes, "%s, depth %d", c.ID, depth)
				require.Equal(t, oracleEnds, ends, "%s, depth %d: plies that end the game", c.ID, depth)
			}
		}
	}
}

// asked implements rulestest.Oracle. It stores the legal plies and the state after each.
type asked struct {
	oracle
	next map[string]oracle
}

func ask(o oracle) asked { return asked{o, o.after()} }

func (a asked) Result() string                      { return a.outcome() }
func (a asked) Plies() []rules.Move                 { return rulestest.Moves(slices.Sorted(maps.Keys(a.next))) }
func (a asked) After(m rules.Move) rulestest.Oracle { return ask(a.next[string(m)]) }

func TestOracleInPlay(t *testing.T) {
	t.Parallel()
	rulestest.CheckOracle(t, Game(), ask(oracleFrom(start().String())))
}

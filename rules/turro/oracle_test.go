package turro

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// plain is a second implementation, straight from the rules and slow: fields are names and stacks
// are text, from bottom to top.
type plain struct {
	stacks map[string]string
	side   string
	moves  string
	height int
}

func readPlain(text string) plain {
	parts := strings.Fields(text)
	p := plain{stacks: map[string]string{}, side: parts[1], moves: parts[2]}
	p.height, _ = strconv.Atoi(parts[3])
	for i, row := range strings.Split(parts[0], "/") {
		for j, stack := range strings.Split(row, ",") {
			p.stacks[name(j, 6-i)] = strings.Trim(stack, ".")
		}
	}
	return p
}

func name(column, row int) string {
	return string([]byte{byte('a' + column), byte('1' + row)})
}

func (p plain) String() string {
	var rows []string
	for r := 6; r >= 0; r-- {
		var row []string
		for c := range 7 {
			stack := p.stacks[name(c, r)]
			if stack == "" {
				stack = "."
			}
			row = append(row, stack)
		}
		rows = append(rows, strings.Join(row, ","))
	}
	return fmt.Sprintf("%s %s %s %d", strings.Join(rows, "/"), p.side, p.moves, p.height)
}

func (p plain) tallest() (n int) {
	for _, stack := range p.stacks {
		n = max(n, len(stack))
	}
	return n
}

// steps lists the moves that exist for the side to move, won or not.
func (p plain) steps() (list []string) {
	turro := strings.ToUpper(p.side)
	for c := range 7 {
		for r := range 7 {
			from := p.stacks[name(c, r)]
			if from == "" || strings.ToLower(from[len(from)-1:]) != p.side {
				continue // nothing there, or the free stone is the other's
			}
			for dc := -1; dc <= 1; dc++ {
				for dr := -1; dr <= 1; dr++ {
					to, ok := p.stacks[name(c+len(from)*dc, r+len(from)*dr)]
					if ok && (dc != 0 || dr != 0) && !strings.HasSuffix(to, turro) {
						list = append(list, name(c, r)+"-"+name(c+len(from)*dc, r+len(from)*dr))
					}
				}
			}
		}
	}
	return list
}

func (p plain) outcome() string {
	for c := range 7 {
		if strings.HasSuffix(p.stacks[name(c, 6)], "B") {
			return "black crossed"
		}
		if strings.HasSuffix(p.stacks[name(c, 0)], "W") {
			return "white crossed"
		}
	}
	for _, stack := range p.stacks {
		if strings.Contains(stack, "Wb") || strings.Contains(stack, "WB") {
			return "black captured"
		}
		if strings.Contains(stack, "Bw") || strings.Contains(stack, "BW") {
			return "white captured"
		}
	}
	if p.moves != "2+" && len(p.steps()) == 0 {
		return map[string]string{"b": "white", "w": "black"}[p.side] + " stalemate"
	}
	return "none"
}

func (p plain) legal() []string {
	if p.outcome() != "none" {
		return nil
	}
	list := p.steps()
	if p.moves == "2+" {
		list = append(list, "pass")
	}
	slices.Sort(list)
	return list
}

func (p plain) play(ply string) plain {
	next := plain{stacks: map[string]string{}, side: p.side, moves: "2+", height: p.height}
	for f, stack := range p.stacks {
		next.stacks[f] = stack
	}
	if ply != "pass" {
		from, to := ply[:2], ply[3:]
		stack := next.stacks[from]
		next.stacks[from] = stack[:len(stack)-1]
		next.stacks[to] += stack[len(stack)-1:]
	}
	if p.moves == "2" {
		return next
	}
	next.side = map[string]string{"b": "w", "w": "b"}[p.side]
	next.moves = "1"
	if next.tallest() > p.height {
		next.moves = "2"
	}
	next.height = next.tallest()
	return next
}

func (p plain) perft(depth int) (n int) {
	if depth == 0 {
		return 1
	}
	for _, ply := range p.legal() {
		n += p.play(ply).perft(depth - 1)
	}
	return n
}

// agree compares p with the oracle.
func agree(t *testing.T, slow plain, p rules.Position) {
	t.Helper()
	require.Equal(t, slow.String(), p.String())
	require.Equal(t, slow.outcome(), p.Outcome().String(), p.String())
	var legal []string
	for _, m := range p.Legal() {
		legal = append(legal, string(m))
	}
	require.Equal(t, slow.legal(), legal, p.String())
}

// TestOracle plays random games, some with a preference for towers, and compares each state.
func TestOracle(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	states, games := 0, 30
	if testing.Short() {
		games = 6
	}
	for game := range games {
		var p rules.Position = start()
		slow := readPlain(p.String())
		for ply := 0; ply < 120 && !p.Outcome().Over(); ply++ {
			agree(t, slow, p)
			states++
			var m rules.Move
			m, p = wander(t, p, rng, game%3)
			slow = slow.play(string(m))
		}
		agree(t, slow, p)
	}
	t.Log(states, "states")
}

// wander plays one ply: any, or preferably one that does not end the game, or one that makes a tall
// tower.
func wander(t *testing.T, p rules.Position, rng *rand.Rand, bias int) (ply rules.Move, best rules.Position) {
	for range 1 + 3*bias {
		legal := p.Legal()
		m := legal[rng.IntN(len(legal))]
		next, err := p.Play(m)
		require.NoError(t, err)
		if best == nil || best.Outcome().Over() || bias == 2 && next.(position).tallest > best.(position).tallest {
			ply, best = m, next
		}
	}
	return ply, best
}

// TestOracleOnRandomBoards compares boards that are rare in play: few stones, tall towers, a Turro
// about to win or blocked, any stage of a turn.
func TestOracleOnRandomBoards(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(11, 3))
	endings := map[string]int{}
	for range 1500 {
		p := scatter(t, rng)
		slow := readPlain(p.String())
		agree(t, slow, p)
		endings[p.Outcome().String()]++
		for _, m := range p.Legal() {
			next, err := p.Play(m)
			require.NoError(t, err)
			if want := slow.play(string(m)); want.String() != next.String() || want.outcome() != next.Outcome().String() {
				t.Fatalf("%s %s: want %s %s, got %s %s", p, m, want, want.outcome(), next, next.Outcome())
			}
		}
	}
	t.Log(endings)
	require.Len(t, endings, 7, "every ending is among them: %v", endings)
}

// scatter puts stones on few fields, the Turros last.
func scatter(t *testing.T, rng *rand.Rand) rules.Position {
	stacks := map[string]string{}
	places := 2 + rng.IntN(12)
	cells := rng.Perm(49)[:places]
	drop := func(stones string) { f := cells[rng.IntN(places)]; stacks[name(f/7, f%7)] += stones }
	for _, stone := range []string{"b", "w"} {
		for range rng.IntN(21) {
			drop(stone)
		}
	}
	for _, f := range cells { // so that colours are mixed
		stones := []byte(stacks[name(f/7, f%7)])
		rng.Shuffle(len(stones), func(i, j int) { stones[i], stones[j] = stones[j], stones[i] })
		stacks[name(f/7, f%7)] = string(stones)
	}
	// On different fields, or one Turro would always be captured.
	rng.Shuffle(places, func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for i, turro := range []string{"B", "W"} {
		f := cells[i]
		if rng.IntN(8) == 0 {
			turro += []string{"w", "b"}[i]
		}
		stacks[name(f/7, f%7)] += turro
	}
	p := plain{stacks: stacks, side: []string{"b", "w"}[rng.IntN(2)], moves: []string{"1", "2", "2+"}[rng.IntN(3)]}
	p.height = p.tallest()
	if p.moves == "2+" {
		p.height = max(1, p.height+rng.IntN(3)-1)
	}
	q, err := parsePosition(p.String())
	if err != nil && strings.HasSuffix(err.Error(), "both sides would have won") {
		return scatter(t, rng)
	}
	if err != nil && strings.Contains(err.Error(), "more than 20 pawns") {
		return scatter(t, rng)
	}
	require.NoError(t, err)
	return q
}

// TestMoversAreSure checks the assumption of perft that a stone which can move before a ply of the
// other side can still move after it, except on the fields of the ply.
func TestMoversAreSure(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 3))
	for range 2000 {
		b := scatter(t, rng).(position).setup
		other := b.side.other()
		before := b.movers(other, len(b.towers))
		b.plies(func(p ply) {
			after := b
			after.play(p)
			if p != pass && after.ending != crossed && after.ending != captured {
				sure := before &^ (p.from().only() | p.to().only())
				require.Equal(t, sure, sure&after.movers(other, len(b.towers)), "%s", position{setup: b})
			}
		})
	}
}

// set writes a position string from a few stacks, "d1:B c3:bbw", and the turn,
// "b 1"; the height is that of the tallest tower unless the turn names it.
func set(stacks, turn string) string {
	p := plain{stacks: map[string]string{}}
	for _, s := range strings.Fields(stacks) {
		f, stack, _ := strings.Cut(s, ":")
		p.stacks[f] = stack
	}
	parts := strings.Fields(turn)
	p.side, p.moves, p.height = parts[0], parts[1], p.tallest()
	if len(parts) > 2 {
		p.height, _ = strconv.Atoi(parts[2])
	}
	return p.String()
}

func read(t *testing.T, stacks, turn string) position {
	t.Helper()
	p, err := parsePosition(set(stacks, turn))
	require.NoError(t, err)
	return p.(position)
}

// TestPerftOfTheOracle counts the smaller cases of the suite with the oracle.
func TestPerftOfTheOracle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		for depth, want := range c.Counts {
			if want < 3000 {
				require.EqualValues(t, want, readPlain(c.Position.String()).perft(depth), "%s, depth %d", c.ID, depth)
			}
		}
	}
}

// asked implements rulestest.Oracle.
type asked struct{ plain }

func (a asked) Result() string                      { return a.outcome() }
func (a asked) Plies() []rules.Move                 { return rulestest.Moves(a.legal()) }
func (a asked) After(m rules.Move) rulestest.Oracle { return asked{a.play(string(m))} }

func TestOracleInPlay(t *testing.T) {
	t.Parallel()
	rulestest.CheckOracle(t, Game(), asked{readPlain(start().String())})
}

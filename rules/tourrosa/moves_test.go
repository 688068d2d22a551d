package tourrosa

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// The way of b12co is c12 d1 d2 c2 b3 a3 a4 b5 c5 d6 d7 c7 b8 a8 a9 b10. A white
// piece on d9 is off that way, and keeps the game going.
func TestTurns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, before, ply, after string }{
		// Sow.
		{"take the whole stack in hand and step along, dropping one piece on each cell reached, until the hand is empty",
			"b12 b4, b8 b1, d9 w1", "b12co", "c12 b1, d1 b1, d2 b1, b8 b2, d9 w1"},
		{"empty or your own",
			"b12 b3, d1 b2, b8 b1, d9 w1", "b12co", "c12 b1, d1 b3, b8 b2, d9 w1"},

		// Stack.
		{"take the top piece of the starting cell, the rest stays",
			"b12 b4, b8 b1, d9 w1", "b12co+", "b12 b3, b8 b2, d9 w1"},
		{"as long as the next cell is your own, step onto it and take its top piece too; stop before an empty cell",
			"b12 b3, c12 b2, d1 b1, c2 b1, d9 w1", "b12co+", "b12 b2, c12 b1, c2 b4, d9 w1"},
		{"stop before an enemy cell; the stack gathered goes on",
			"b12 b2, c12 b1, d1 w2, b8 b1, d9 w1", "b12co+", "b12 b1, b8 b3, d9 w1"},
		{"gathering never jumps: behind the enemy nothing more is gathered",
			"b12 b2, c12 b1, d1 w2, c2 b5, b3 b1, d9 w1", "b12co+", "b12 b1, c2 b7, b3 b1, d9 w1"},
		{"gathering never jumps: a gathered stack that cannot jump stays where it was gathered",
			"b12 b2, c12 b3, d1 w3, d9 w1", "b12co+", "b12 b1, c12 b4, d1 w3, d9 w1"},
		{"gathering from one stack is a slide of one piece",
			"b12 b2, d9 w1, b3 b1", "b12co+", "b12 b1, d9 w1, b3 b2"},

		// Slide.
		{"the last piece sown, alone, even if it fell on an own stack",
			"b12 b2, d1 b3, c2 b1, d9 w1", "b12co", "c12 b1, d1 b3, c2 b2, d9 w1"},
		{"the last piece sown falls on an own stack and an own stack is next",
			"b12 b1, c12 b2, d1 b4, d9 w1", "b12co", "c12 b2, d1 b5, d9 w1"},
		{"a single piece falls on an own stack, and slides on",
			"b12 b1, c12 b2, b3 b1, d9 w1", "b12co", "c12 b2, b3 b2, d9 w1"},
		{"the stack gathered slides whole",
			"b12 b1, c12 b1, b8 b1, d9 w1", "b12co+", "b8 b3, d9 w1"},

		// Pile.
		{"the slide ends on the first own stack met, on top of it",
			"b12 b1, b3 b2, b8 b2, d9 w1", "b12co", "b3 b3, b8 b2, d9 w1"},

		// Jump.
		{"the hand still to be sown are at least as many: equal",
			"b12 b3, c12 w3, b3 b1, d9 w1", "b12co", "d1 b1, d2 b1, b3 b2, d9 w1"},
		{"the hand still to be sown are at least as many: more",
			"b12 b3, c12 w1, b3 b1, d9 w1", "b12co", "d1 b1, d2 b1, b3 b2, d9 w1"},
		{"what was already sown does not count",
			"b12 b3, d1 w3, d9 w1", "b12co", "c12 b3, d1 w3, d9 w1"},
		{"the hand just suffices after a drop",
			"b12 b3, d1 w2, b3 b1, d9 w1", "b12co", "c12 b1, d2 b1, b3 b2, d9 w1"},
		{"a sower drops a piece on the landing cell; was it the last, it slides on",
			"b12 b2, d1 w1, b3 b1, d9 w1", "b12co", "c12 b1, b3 b2, d9 w1"},
		{"a sower jumps more than once",
			"b12 b4, c12 w4, d2 w3, b3 w2, a8 b1, d9 w1", "b12co", "d1 b1, c2 b1, a3 b1, a8 b2, d9 w1"},
		{"the last piece sown has only itself to jump with",
			"b12 b2, d2 w2, d9 w1", "b12co", "c12 b1, d1 b1, d2 w2, d9 w1"},
		{"the sliding stack is at least as many: equal",
			"b12 b2, c12 b1, d2 w2, b8 b1, d9 w1", "b12co+", "b12 b1, b8 b3, d9 w1"},
		{"the sliding stack is fewer",
			"b12 b2, c12 b1, d2 w3, d9 w1", "b12co+", "b12 b1, d1 b2, d2 w3, d9 w1"},
		{"a slide jumps and goes on, and jumps again",
			"b12 b1, d1 w1, b3 w1, a4 w1, b8 b1, d9 w1", "b12co", "b8 b2, d9 w1"},
		{"the enemy stack is removed from the game, whole",
			"b12 b5, c12 w5, b8 b1, d9 w1", "b12co", "d1 b1, d2 b1, c2 b1, b3 b1, b8 b2, d9 w1"},
		{"the cell after it must be empty: an enemy there",
			"b12 b3, d1 w1, d2 w1, d9 w1", "b12co", "c12 b3, d1 w1, d2 w1, d9 w1"},
		{"the cell after it must be empty: an own stack there",
			"b12 b3, d1 w1, d2 b1, d9 w1", "b12co", "c12 b3, d1 w1, d2 b1, d9 w1"},
		{"the cell after it must be empty, for a slide too",
			"b12 b1, d2 w1, c2 b1, d9 w1", "b12co", "d1 b1, d2 w1, c2 b1, d9 w1"},
		{"everything still moving is put down on the cell just before the blocking stack, even an own one",
			"b12 b3, c12 b2, d1 w3, d9 w1", "b12co", "c12 b5, d1 w3, d9 w1"},
		{"everything still moving is put down on the landing cell, if the block is behind it",
			"b12 b4, c12 w1, d2 w5, d9 w1", "b12co", "d1 b4, d2 w5, d9 w1"},
		{"the turn ends there: a blocked sower does not slide",
			"b12 b2, c12 b1, d1 w2, d2 b1, d9 w1", "b12co", "c12 b3, d1 w2, d2 b1, d9 w1"},

		// The starting cell. The way of c12co is d1 d2 c2 b3 a3 a4 b5 c5 d6 d7 c7 b8
		// a8 a9 b10 c10 d11 d12 c12 b1 a1 a2 b3 ...
		{"empty for all that follows, when sowing: a slide runs through it",
			"c12 b2, b1 b1, d9 w1", "c12co", "d1 b1, b1 b2, d9 w1"},
		{"empty for all that follows, when sowing: a jump lands on it",
			"c12 b2, d12 w1, b1 b1, d9 w1", "c12co", "d1 b1, b1 b2, d9 w1"},
		{"empty for all that follows, when sowing: a slide may be blocked on it",
			"c12 b2, b1 w2, d9 w1", "c12co", "d1 b1, c12 b1, b1 w2, d9 w1"},
		{"keeps what was not taken, when stacking: a slide ends on it",
			"c12 b3, d1 b1, b1 b1, d9 w1", "c12co+", "c12 b4, b1 b1, d9 w1"},
		{"keeps what was not taken, when stacking: no jump lands on it",
			"c12 b2, d12 w1, b1 b1, d9 w1", "c12co+", "c12 b1, d11 b1, d12 w1, b1 b1, d9 w1"},
		{"keeps nothing of a single piece, when stacking",
			"c12 b1, b1 b1, d9 w1", "c12co+", "b1 b2, d9 w1"},
		{"a jumped cell is empty for all that follows",
			"c12 b1, d1 w1, d12 w1, b1 b1, d9 w1", "c12co", "b1 b2, d9 w1"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := set(t, c.before)
			require.Equal(t, setUp(rules.White, c.after), played(t, p, c.ply).String())
		})
	}
}

// The same boards from the other side of the table.
func TestWhiteMovesAsBlackDoes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		p := randomPosition(rng)
		q := parsed(t, swapped(p.String()))
		require.Equal(t, p.Legal(), q.Legal(), p.String())
		for _, m := range p.Legal() {
			require.Equal(t, swapped(played(t, p, string(m)).String()), played(t, q, string(m)).String())
		}
	}
}

func swapped(text string) string {
	return strings.NewReplacer("b", "w", "w", "b").Replace(text)
}

func TestCleared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, before, ply, after string }{
		{"capturing the last enemy piece wins: the hand is put down on the landing cell",
			"b12 b5, c12 b1, d1 w4", "b12co", "c12 b2, d2 b4"},
		{"whatever is still moving: a hand before its first drop",
			"b12 b3, c12 w3", "b12co", "d1 b3"},
		{"a slide goes no further",
			"b12 b1, d2 w1, b3 b1", "b12co", "c2 b1, b3 b1"},
		{"a slide does not pile on the next stack any more",
			"b12 b2, d2 w1, b3 b1", "b12co+", "b12 b1, c2 b1, b3 b1"},
		{"a gathered stack",
			"b12 b1, c12 b1, d1 w2", "b12co+", "d2 b2"},
		{"the second jump takes the last",
			"b12 b3, c12 w1, d2 w1", "b12co", "d1 b1, c2 b2"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			p := played(t, set(t, c.before), c.ply)
			require.Equal(t, setUp(rules.White, c.after), p.String())
			require.Equal(t, rules.Outcome{Result: rules.BlackWins, Reason: "cleared"}, p.Outcome())
			require.Equal(t, rules.None, p.Turn())
			require.Empty(t, p.Legal())
		})
	}
	p := played(t, setFor(t, rules.White, "b12 w3, c12 b1, d2 b1"), "b12co")
	require.Equal(t, rules.Outcome{Result: rules.WhiteWins, Reason: "cleared"}, p.Outcome())
}

// A choice that leaves the board unchanged is not legal.
func TestNoChoiceLeavesTheBoardAsItWas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ why, before, ply, code string }{
		{"blocked before anything was sown: too high", "b12 b3, c12 w4", "b12co", codeTooHigh},
		{"blocked before anything was sown: no room", "b12 b3, c12 w1, d1 w1", "b12co", codeNoRoom},
		{"one piece taken from a stack and put back: too high", "b12 b3, c12 w2", "b12co+", codeTooHigh},
		{"one piece taken from a stack and put back: no room", "b12 b3, c12 w1, d1 b1", "b12co+", codeNoRoom},
		{"a single piece comes round and stops where it was", "c12 b1, b1 w2, d9 w1", "c12co", codeNoChange},
		{"the same, stacked", "c12 b1, b1 w2, d9 w1", "c12co+", codeNoChange},
		{"a piece comes round and piles on what it left", "c12 b3, d9 w1", "c12co+", codeNoChange},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := set(t, c.before)
			require.NotContains(t, p.Legal(), move(c.ply))
			_, err := p.Play(move(c.ply))
			require.Equal(t, c.code, refusal(t, err).Code)
		})
	}
}

func TestTwoChoicesThatLeadToTheSameBoardAreBothLegal(t *testing.T) {
	t.Parallel()
	p := set(t, "b12 b1, b8 b2, d9 w1")
	require.Subset(t, p.Legal(), []rules.Move{"b12co", "b12co+"})
	require.Equal(t, played(t, p, "b12co").String(), played(t, p, "b12co+").String())
}

// The shortest way from a cell to itself is 19 steps, more stacks than a side
// can have in play; a position string may hold them.
func TestGatheringComesRoundToAStackThatGaveBefore(t *testing.T) {
	t.Parallel()
	s := state{side: rules.Black}
	p, _ := plyOf("c12co")
	at := p.place()
	for range 19 {
		s.cells[rose.cell[at]] = 2
		s.pieces[0] += 2
		at = at.next()
	}
	require.Equal(t, p.from(), rose.cell[at])
	s.cells[rose.cell[at.next()]], s.pieces[1] = -1, 1
	agree(t, position{state: s})
	next := played(t, position{state: s}, "c12co+").(position)
	require.Zero(t, next.cells[p.from()], "c12 gave both its pieces")
	require.Equal(t, int8(20), next.cells[next.last.end()], "eighteen gave one, c12 two")
}

func TestASideWithNoLegalChoicePasses(t *testing.T) {
	t.Parallel()
	p := set(t, shut)
	require.Equal(t, []rules.Move{"pass"}, p.Legal())
	require.Equal(t, []rules.MoveGroup{{Title: rules.Phrase{Format: "pass"}, Moves: []rules.Move{"pass"}}}, rules.Groups(p))
	p = played(t, p, "pass")
	require.Equal(t, strings.Replace(setUp(rules.White, shut), " 0", " 1", 1), p.String())
	require.Equal(t, rules.White, p.Turn())
	require.False(t, p.Outcome().Over())
	require.NotContains(t, p.Legal(), move("pass"))
	p = played(t, p, "a12co")
	require.True(t, strings.HasSuffix(p.String(), " b 0"), "passes in a row are counted")
}

// shut is a black piece between four stacks that are too high for it.
const shut = "b12 b1, c12 w2, c11 w2, a12 w2, a11 w2"

// No game comes to a second pass in a row (see the package doc); a string that
// claims a first one does.
func TestTwoPassesInARowAreADraw(t *testing.T) {
	t.Parallel()
	p := played(t, parsed(t, strings.Replace(setUp(rules.Black, shut), " 0", " 1", 1)), "pass")
	require.Equal(t, strings.Replace(setUp(rules.White, shut), " 0", " 2", 1), p.String())
	for _, q := range []rules.Position{p, parsed(t, p.String())} {
		require.Equal(t, rules.Outcome{Result: rules.Draw, Reason: "stuck"}, q.Outcome())
		require.Equal(t, rules.None, q.Turn())
		require.Empty(t, q.Legal())
	}
}

// The proof in the package documentation, checked on boards where most stacks are blocked.
func TestBothSidesAreNeverStuck(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	stuck := 0
	for range 20_000 {
		s := crammed(rng)
		if s.legal()[0] == pass {
			stuck++
			s.side = s.side.Opponent()
			require.NotEqual(t, pass, s.legal()[0], position{state: s}.String())
		}
	}
	require.NotZero(t, stuck)
}

// crammed is one or two black stacks surrounded by white stacks.
func crammed(rng *rand.Rand) state {
	s := state{side: rules.Black}
	for range 1 + rng.IntN(2) {
		c := cell(rng.IntN(cells))
		if s.cells[c] < 0 {
			continue
		}
		s.cells[c] = 1
		for _, at := range rose.starts[c] {
			if n := rose.cell[at.next()]; s.cells[n] == 0 {
				s.cells[n] = -1 - int8(rng.IntN(3))
			}
		}
	}
	for _, v := range s.cells {
		if v != 0 {
			s.pieces[index(v)] += uint8(max(v, -v))
		}
	}
	return s
}

// Plies are listed without playing them; each must do what its hint says, and none is left out. That holds as well
// for stacks that are set up higher than any in a game, whose pieces go further than the look ahead.
func TestHintsAreTheNumbersOfCapturedPieces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for n := range 3_000 {
		s := randomPosition(rng).(position).state
		for range n % 4 {
			c := rng.IntN(cells)
			own, height := sign(s.side), int8(10+rng.IntN(60))
			if i := index(own); s.cells[c] == 0 && int(s.pieces[i])+int(height) <= mostPieces {
				s.cells[c] = own * height
				s.pieces[i] += uint8(height)
			}
		}
		enemy := index(-sign(s.side))
		plies := s.plies(nil, false)
		require.Len(t, plies, int(s.perft(1)), "%s", position{state: s})
		for _, p := range plies {
			next := s
			_, changed := next.choose(ply(p.Number()))
			hint := s.pieces[enemy] - next.pieces[enemy]
			if hint > 0 {
				hint += rules.Loud
			}
			if !changed || hint != p.Hint() {
				require.Failf(t, "another effect", "%s %s: changed %t, hint %d, not %d", position{state: s},
					ply(p.Number()).text(), changed, p.Hint(), hint)
			}
		}
	}
}

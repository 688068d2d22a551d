package bot

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest/three"
)

// faultless is the highest level but Master, which thinks too long for these tests.
const faultless = int(engine.Faultless)

// games returns all games, and one without optional methods that ends soon.
func games() []rules.Game { return append(all.Games(), three.Game()) }

// solved returns a random position of the solved game whose value satisfies f.
func solved(t *testing.T, f func(v rules.Value) bool) *rules.Record {
	t.Helper()
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 1))
		r := rules.NewRecord(g)
		for range 60 {
			if r.Outcome().Over() {
				break
			}
			if p, ok := r.Position().(rules.Solved); ok && r.Len() >= club.DrawFrom && f(p.Value()) {
				return r
			}
			legal := r.Position().Legal()
			require.NoError(t, r.Play(legal[random.IntN(len(legal))]))
		}
	}
	require.FailNow(t, "there is none")
	return nil
}

// asked returns a turn of the side to move.
func asked(r *rules.Record, level int) *ThinkTask {
	return &ThinkTask{Game: 1, cache: NewCache(), key: "a game", record: r, side: r.Turn(), level: level}
}

// A bot accepts a draw if it can expect no more, and never if it is winning.
func TestDraws(t *testing.T) {
	for want, f := range map[bool]func(v rules.Value) bool{
		true:  func(v rules.Value) bool { return v.Sign <= 0 },
		false: func(v rules.Value) bool { return v.Sign > 0 },
	} {
		for level := 1; level <= faultless; level++ {
			th, err := agrees(t.Context(), asked(solved(t, f), level))
			require.NoError(t, err)
			require.Equal(t, want, th.agree, "level %d", level)
		}
	}
}

// No bot accepts a draw in the first plies, except one that a table proves in an unrated game.
func TestNoDrawAtOnce(t *testing.T) {
	for _, g := range games() {
		for _, rated := range []bool{false, true} {
			r := rules.NewRecord(g)
			for r.Len() < club.DrawFrom && !r.Outcome().Over() {
				u := asked(r, faultless)
				u.rated = rated
				th, err := agrees(t.Context(), u)
				require.NoError(t, err)
				want := thought{why: club.TooEarly}
				if p, ok := r.Position().(rules.Solved); ok && !rated {
					want = thought{agree: true}
					if p.Value().Sign > 0 {
						want = thought{why: club.ExpectsMore}
					}
				}
				require.Equal(t, want, th, "%s, rated %t, ply %d", g.Name, rated, r.Len()+1)
				r = r.Clone()
				require.NoError(t, r.Play(r.Position().Legal()[0]))
			}
		}
	}
}

// A value file proves a draw from the start, while it can be read.
func TestDrawsOfAFileAtOnce(t *testing.T) {
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	for want, values := range map[thoughtOf]rules.StoredValues{
		{agree: true}:           stored(func(string) int { return 0 }),
		{why: club.ExpectsMore}: stored(func(string) int { return 1 }),
		{why: club.TooEarly}:    unread{},
	} {
		u := asked(rules.NewRecord(g), 1)
		u.cache.Values = map[string]rules.StoredValues{"rooya": values}
		th, err := agrees(t.Context(), u)
		require.NoError(t, err)
		require.Equal(t, want, thoughtOf{th.agree, th.why})
	}
}

// thoughtOf is what a thought says about a draw.
type thoughtOf struct {
	agree bool
	why   club.BotDeclineReason
}

// A bot that resigns has certainly lost, and low levels let people finish.
func TestResigning(t *testing.T) {
	resigned := 0
	for plies := 4; plies <= 8; plies += 2 {
		lost := solved(t, func(v rules.Value) bool { return v.Sign < 0 && v.Plies == plies })
		for level := 1; level <= faultless; level++ {
			th, err := turn(t.Context(), asked(lost, level))
			require.NoError(t, err)
			require.NotEqual(t, th.resign, len(th.moves) > 0, "it plays or it resigns")
			require.False(t, th.resign && level < resigns, "level %d", level)
			if th.resign {
				resigned++
			}
		}
	}
	require.Positive(t, resigned)
	for _, sign := range []int{0, 1} {
		r := solved(t, func(v rules.Value) bool { return v.Sign == sign })
		for level := 1; level <= faultless; level++ {
			th, err := turn(t.Context(), asked(r, level))
			require.NoError(t, err)
			require.False(t, th.resign, "nothing is lost yet")
		}
	}
}

// A turn is the same whoever thinks, is complete, and legal.
func TestTurns(t *testing.T) {
	for _, g := range games() {
		for level := 1; level <= faultless; level += 3 {
			r := rules.NewRecord(g)
			for range 4 {
				if r.Outcome().Over() {
					break
				}
				side := r.Turn()
				th, err := turn(t.Context(), asked(r, level))
				require.NoError(t, err)
				again, err := turn(t.Context(), asked(r, level))
				require.NoError(t, err)
				require.Equal(t, th, again)
				if th.resign {
					break
				}
				r = r.Clone()
				for _, m := range th.moves {
					require.Equal(t, side, r.Turn())
					require.NoError(t, r.Play(m))
				}
				require.True(t, r.Outcome().Over() || r.Turn() != side)
			}
		}
	}
}

// A Cache does not think twice about a turn, and does not grow without bound.
func TestAMindForgets(t *testing.T) {
	m := NewCache()
	for n := range 3 * remembered {
		m.keep(string(rune('a'+n)), thought{agree: true})
	}
	require.LessOrEqual(t, len(m.thoughts), remembered+1)
	require.Equal(t, len(m.keys), len(m.thoughts))
	_, ok := m.recall("a")
	require.False(t, ok)
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]int{"": UsualLevel, "1": 1, "8": 8, "0": 0, "9": 9, "10": 0, "three": 0, "?": 0, "-1": 0} {
		level, ok := ParseLevel(text)
		require.Equal(t, want > 0, ok, text)
		if ok {
			require.Equal(t, want, level)
		}
	}
}

// A turn that failed delays no message, and can be thought about later.
func TestGivingUp(t *testing.T) {
	u := asked(solved(t, func(v rules.Value) bool { return v.Sign == 0 }), 3)
	require.ErrorIs(t, known(u, thought{}, false), u)
	u.GiveUp()
	th, ok := u.cache.recall(u.key)
	require.ErrorIs(t, known(u, th, ok), errLater)
	require.NoError(t, u.Think(t.Context()))
	th, ok = u.cache.recall(u.key)
	require.NoError(t, known(u, th, ok))
	require.NotEmpty(t, th.moves)
}

// stored is a value file that returns the result of the function.
type stored func(p string) int

func (s stored) Sign(p rules.Position) (int, error) { return s(p.String()), nil }
func (stored) Close() error                         { return nil }

// unread is a value file that cannot be read any more.
type unread struct{ stored }

func (unread) Sign(rules.Position) (int, error) { return 0, io.ErrUnexpectedEOF }

// While the file cannot be read, bots play and answer as if there were none.
func TestRobotsDoWithoutAFile(t *testing.T) {
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for range club.DrawFrom {
		require.NoError(t, r.Play(r.Legal()[0]))
	}
	for _, think := range []func(context.Context, *ThinkTask) (thought, error){turn, agrees} {
		with, without := asked(r, faultless), asked(r, faultless)
		with.cache.Values = map[string]rules.StoredValues{"rooya": unread{}}
		got, err := think(t.Context(), with)
		require.NoError(t, err)
		want, err := think(t.Context(), without)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// With a value file, the highest level plays by it, whatever a search sees, and no other level
// does; all judge draws by it.
func TestRobotsKeepToAFile(t *testing.T) {
	g, err := rules.Find(all.Games(), "rooya")
	require.NoError(t, err)
	p, err := g.ParsePosition("wbwbw/b...b/w...w/b...w/wwbbb b 0 0")
	require.NoError(t, err)
	r := rules.NewRecordFrom(g, p)
	plays := func(level int, values stored) rules.Move {
		u := asked(r, level)
		u.cache.Values = map[string]rules.StoredValues{"rooya": values}
		th, err := turn(t.Context(), u)
		require.NoError(t, err)
		require.Len(t, th.moves, 1)
		return th.moves[0]
	}
	for _, level := range []int{faultless - 1, faultless} {
		likes := plays(level, func(string) int { return 0 })
		after, err := p.Play(likes)
		require.NoError(t, err)
		gone := func(p string) int {
			if p == after.String() {
				return +1 // the other side would win
			}
			return 0
		}
		require.Equal(t, level == faultless, likes != plays(level, gone))
	}

	rng, legal := rand.New(rand.NewPCG(1, 2)), r.Legal()
	for r.Len() < club.DrawFrom {
		require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
		if r.Outcome().Over() {
			r = rules.NewRecordFrom(g, p)
		}
		legal = r.Legal()
	}
	for sign := -1; sign <= 1; sign++ {
		for _, level := range []int{1, faultless} {
			u := asked(r, level)
			u.cache.Values = map[string]rules.StoredValues{"rooya": stored(func(string) int { return sign })}
			th, err := agrees(t.Context(), u)
			require.NoError(t, err)
			require.Equal(t, sign <= 0, th.agree)
		}
	}
}

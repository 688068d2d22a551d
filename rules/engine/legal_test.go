package engine_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

// sources are where positions of a game come from: its perft suite, its playthroughs, its
// fuzz corpora, and random play.
var sources = []string{"perft.txt", "*.playthrough", "fuzz/*/*", "random"}

// from returns the positions of a game from one of the sources.
func from(t *testing.T, g rules.Game, source string) []rules.Position {
	t.Helper()
	if source == "random" {
		return random(t, g)
	}
	folder := g.Name
	if g.Name == three.Game().Name {
		folder = "rulestest/three"
	}
	files, err := filepath.Glob(filepath.Join("..", folder, "testdata", source))
	require.NoError(t, err)
	list := []rules.Position{g.Start()}
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch {
			case kind == "position", kind == "position:":
				p, err := g.ParsePosition(rest)
				require.NoError(t, err, file)
				list = append(list, p)
			case strings.HasPrefix(kind, "[]byte("), strings.HasPrefix(kind, "string("):
				list = append(list, ofCorpus(t, g, strings.TrimSpace(line))...)
			}
		}
	}
	return list
}

// ofCorpus returns the positions of one line of a case of rulestest.Fuzz, which is a path, each
// byte of which chooses a ply, or a text.
func ofCorpus(t *testing.T, g rules.Game, line string) (list []rules.Position) {
	t.Helper()
	kind, quoted, _ := strings.Cut(strings.TrimSuffix(line, ")"), "(")
	text, err := strconv.Unquote(quoted)
	require.NoError(t, err)
	if kind == "string" {
		if p, err := g.ParsePosition(text); err == nil {
			list = append(list, p)
		}
		return list
	}
	p := g.Start()
	for _, choice := range []byte(text) {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		p, err = p.Play(legal[int(choice)%len(legal)])
		require.NoError(t, err)
		list = append(list, p)
	}
	return list
}

// random are some positions of random play.
func random(t *testing.T, g rules.Game) (list []rules.Position) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 4 {
		r := rules.NewRecord(g)
		for n := 0; n < 60 && !r.Outcome().Over(); n++ {
			legal := r.Legal()
			require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
			if n%9 == 8 {
				list = append(list, r.Position())
			}
		}
	}
	return list
}

// positions are those of the perft suite and of random play, for slower tests.
func positions(t *testing.T, g rules.Game) []rules.Position {
	return append(from(t, g, "perft.txt"), from(t, g, "random")...)
}

// For any budget and any position, a player's ply is legal, and its expected line can be played.
// The players take turns from position to position. The highest level has a budget of its own, so it is only tested in some of the positions.
func TestEveryPlyIsLegal(t *testing.T) {
	for _, g := range games() {
		rng := rand.New(rand.NewPCG(1, 2))
		n := 0
		for _, source := range sources {
			for i, p := range skiptest.EveryFourth(from(t, g, source)) {
				r := rules.NewRecordFrom(g, p)
				thinkers := []engine.Player{players()[i%len(players())]}
				if i%16 == 0 {
					thinkers = append(thinkers, engine.Faultless)
				}
				for _, player := range thinkers {
					for _, nodes := range []int{1, 2 + rng.IntN(4<<rng.IntN(8))} {
						plyIsLegal(t, r, player, nodes, rng.Uint64())
					}
				}
				if !r.Outcome().Over() {
					n++
				}
			}
		}
		t.Log(g.Name, n)
		require.GreaterOrEqual(t, n, 3, "%s: positions of games that go on", g.Name)
	}
}

// A walk that goes forwards and backwards agrees with one that begins at its position.
func TestWalksKeepUpWhatTheyKnow(t *testing.T) {
	for _, g := range games() {
		rng := rand.New(rand.NewPCG(5, 4))
		for _, p := range positions(t, g) {
			choices := make([]byte, 60)
			for i := range choices {
				choices[i] = byte(rng.Uint32())
			}
			rulestest.CheckWayBack(t, p, choices)
		}
	}
}

// plyIsLegal checks the thought of a player.
func plyIsLegal(t *testing.T, r *rules.Record, player engine.Player, nodes int, seed uint64) {
	t.Helper()
	p := r.Position()
	thought, err := player.Think(t.Context(), r, engine.Budget{Nodes: nodes, Seed: seed})
	if r.Outcome().Over() {
		require.ErrorIs(t, err, engine.ErrOver)
		return
	}
	require.NoError(t, err)
	require.Contains(t, r.Legal(), thought.Move, "%s: %s of %d nodes", p, player.Name(), nodes)
	require.Equal(t, thought.Move, thought.Line[0])
	line := rules.NewRecordFrom(r.Game(), p)
	for _, m := range thought.Line {
		require.NoError(t, line.Play(m), "%s: %s", p, thought.Line)
	}
	if _, ok := player.(engine.PVS); ok {
		require.LessOrEqual(t, thought.Nodes, nodes)
	}
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest"
	"turnpost/templates"
)

// mostMoves is how high all moves of a message may stand on a telephone, in px: some
// two screens.
const mostMoves = 1400

// movesBox measures the moves of a page: their height and how far to the right of
// the message's left edge they reach, the message's width, and the height and width of
// the smallest tap.
const movesBox = `(() => {
  const box = document.querySelector('.y'), all = box.getBoundingClientRect();
  const taps = [...box.querySelectorAll('a')].map((a) => a.getBoundingClientRect());
  return [all.height, Math.max(...taps.map((r) => r.right)) - all.left, all.width,
    Math.min(...taps.map((r) => r.height)), Math.min(...taps.map((r) => r.width))].map(Math.round);
})()`

// TestMovesInABrowser: whatever the position, its moves are a few swipes high on a
// telephone, every one can be hit by a thumb, and on a desktop they use the message's
// width.
func TestMovesInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("the browser takes a while")
	}
	t.Parallel()
	ctx := startBrowser(t)
	words, err := templates.New()
	require.NoError(t, err)
	for _, g := range all.Games() {
		if !rules.Numbered(g.Start()) {
			continue // a board of links, at which TestPreview looks
		}
		highest := 0
		positions := fullest(suite(t, g), 3)
		for i, p := range positions {
			page, err := words.HTML("de", movesOf(g.In("de"), p)) // its words are the longest
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), "moves.html")
			require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
			require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String())))
			require.Empty(t, faultsOf(t, ctx, screens()), p.String())
			for _, s := range []screen{screens()[0], screens()[2]} {
				got := measureMoves(t, ctx, s)
				height, reach, width, tall, wide := got[0], got[1], got[2], got[3], got[4]
				assert.True(t, tall >= 40 && wide >= 40, "a tap is %d by %d px: %s", wide, tall, p)
				assert.LessOrEqual(t, reach, width, p.String())
				if s.name == screens()[0].name {
					assert.Less(t, height, mostMoves, p.String())
					highest = max(highest, height)
				} else if i == 0 && len(p.Legal()) > 40 {
					assert.Greater(t, reach, width*2/3, "the message's width is used: %s", p)
				}
			}
		}
		if g.Name == "turro" {
			seasonsInABrowser(t, ctx, words, movesOf(g.In("de"), g.Start()))
		}
		t.Logf("%s: %d of %d positions, up to %d plies, %d px high at most", g.Name, len(positions), len(suite(t, g)), len(positions[0].Legal()), highest)
	}
}

// seasonsInABrowser looks at the first messages of seasons with one to ten games, each of which has
// the most plies that there are.
func seasonsInABrowser(t *testing.T, ctx context.Context, words *templates.Catalogues, one templates.Message) {
	t.Helper()
	for _, boards := range []int{1, 3, 5, 10} {
		l := one
		l.Several = boards > 1
		for i := range boards - 1 {
			turn := *one.Sections[0].(*templates.Turn)
			turn.Game += int64(i + 1)
			l.Sections = append(l.Sections, &turn)
		}
		page, err := words.HTML("de", l)
		require.NoError(t, err)
		require.NotEmpty(t, page)
		require.Less(t, len(page), 90_000)
		file := filepath.Join(t.TempDir(), "season.html")
		require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String())))
		require.Empty(t, faultsOf(t, ctx, screens()), "%d boards", boards)
		box := measureMoves(t, ctx, screens()[0])
		require.True(t, box[1] <= box[2] && box[3] >= 40 && box[4] >= 40, "%d boards: %v", boards, box)
	}
}

func measureMoves(t *testing.T, ctx context.Context, on screen) []int {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, on.show...))
	box, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](movesBox))
	require.NoError(t, err)
	return box
}

// suite is the positions of a game's perft suite and of its playthroughs in which
// somebody is to move.
func suite(t *testing.T, g rules.Game) []rules.Position {
	t.Helper()
	dir := filepath.Join("..", "..", "rules", g.Name, "testdata")
	var out []rules.Position
	for _, c := range rulestest.ReadPerft(t, g, filepath.Join(dir, "perft.txt")) {
		out = append(out, c.Position)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.playthrough"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "position: "); ok {
				p, err := g.ParsePosition(text)
				require.NoError(t, err)
				out = append(out, p)
			}
		}
	}
	return slices.DeleteFunc(out, func(p rules.Position) bool { return p.Turn() == rules.None })
}

// fullest are the positions with the most plies and those with the most groups of
// them, so many of either.
func fullest(all []rules.Position, most int) []rules.Position {
	var out []rules.Position
	for _, by := range []func(rules.Position) int{
		func(p rules.Position) int { return len(p.Legal()) },
		func(p rules.Position) int { return len(rules.Groups(p)) },
	} {
		slices.SortStableFunc(all, func(a, b rules.Position) int { return cmp.Compare(by(b), by(a)) })
		out = append(out, all[:min(most, len(all))]...)
	}
	return out
}

// movesOf is a message to whom it is to move in a position.
func movesOf(g rules.Game, p rules.Position) templates.Message {
	sec := &templates.Turn{Game: 12, Title: g.Title, Side: p.Turn().String(), Opponent: "Bob", Next: 9, ToMove: "you"}
	sec.Notation = g.Notation
	n := 0
	for _, group := range rules.Groups(p) {
		out := templates.MoveGroup{Title: g.Say("%s", group.Title)}
		for _, m := range group.Moves {
			n++
			out.Moves = append(out.Moves, templates.NumberedMove{N: n, Move: string(m), Hint: rules.Hint(p, m)})
		}
		sec.Groups = append(sec.Groups, out)
	}
	sec.Example = sec.Groups[0].Moves[0].Move
	return templates.Message{Reader: "Ada", Sections: []templates.Section{sec},
		Mailto: templates.Mailto{Address: "games+12.9.k3v9x2m4q7w8z5bn@example.org", Subject: fmt.Sprintf("Re: %s #12: Ada - Bob", g.Title)}}
}

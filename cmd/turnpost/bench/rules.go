package bench

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/rules"
)

// positionsText are some of the games' own perft suites, with their counts.
//
//go:embed positions.txt
var positionsText string

// perftLine is one line of them.
type perftLine struct {
	game, name string
	depth      int
	count      uint64
	position   string
}

func readPositions(text string) ([]perftLine, error) {
	var list []perftLine
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		facts, position, _ := strings.Cut(line, ": ")
		p := perftLine{position: position}
		if _, err := fmt.Sscan(facts, &p.game, &p.depth, &p.count, &p.name); err != nil {
			return nil, fmt.Errorf("position %q: %w", line, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func (b *Bench) rulesPart(ctx context.Context, full bool) ([]Table, error) {
	long := time.Millisecond // every position once
	if full {
		long = 2 * time.Second
	}
	table, err := b.Rules(ctx, long, nil)
	return []Table{table}, err
}

// Rules counts ply sequences of the games of these names, or of all, from each
// position for so long.
func (b *Bench) Rules(ctx context.Context, long time.Duration, names []string) (Table, error) {
	t := Table{
		title: "Rules: perft",
		head:  []string{"game", "positions", "nodes", "Mn/s", "slowest", "its Mn/s"},
		notes: []string{"Millions of leaves a second on one core, from positions in the middle of a game. The best of each position's counts is taken, and a game's figure is that of all its positions together."},
	}
	list, err := readPositions(positionsText)
	if err != nil {
		return t, err
	}
	type sum struct {
		positions   int
		nodes       uint64
		took        time.Duration
		slowest     string
		slowestRate float64
	}
	sums := map[string]*sum{}
	for _, p := range list {
		if len(names) > 0 && !slices.Contains(names, p.game) {
			continue
		}
		took, err := b.timePerft(ctx, p, long)
		if err != nil {
			return t, err
		}
		s := sums[p.game]
		if s == nil {
			s = &sum{}
			sums[p.game] = s
		}
		s.positions, s.nodes, s.took = s.positions+1, s.nodes+p.count, s.took+took
		if rate := perSecond(p.count, took); s.slowest == "" || rate < s.slowestRate {
			s.slowest, s.slowestRate = p.name, rate
		}
	}
	for _, g := range b.Games {
		if s := sums[g.Name]; s != nil {
			t.add(g.Name, fmt.Sprint(s.positions), fmt.Sprint(s.nodes), fmt.Sprintf("%.1f", perSecond(s.nodes, s.took)/1e6),
				s.slowest, fmt.Sprintf("%.1f", s.slowestRate/1e6))
		} else if len(names) == 0 || slices.Contains(names, g.Name) {
			t.notes = append(t.notes, g.Name+" is left out: positions.txt has no position of it.")
		}
	}
	return t, nil
}

func perSecond(n uint64, took time.Duration) float64 {
	return float64(n) / cmp.Or(took.Seconds(), 1e-9)
}

// timePerft is the least time that one count took.
func (b *Bench) timePerft(ctx context.Context, p perftLine, long time.Duration) (time.Duration, error) {
	g, err := rules.Find(b.Games, p.game)
	if err != nil {
		return 0, err
	}
	at, err := g.ParsePosition(p.position)
	if err != nil {
		return 0, fmt.Errorf("%s, %s: %w", p.game, p.name, err)
	}
	var best time.Duration
	for began := time.Now(); best == 0 || time.Since(began) < long; {
		if err := ctx.Err(); err != nil {
			return 0, errors.New("interrupted")
		}
		once := time.Now()
		n := rules.Perft(at, p.depth)
		took := max(time.Since(once), 1)
		if n != p.count {
			return 0, fmt.Errorf("%s, %s: perft %d is %d, and must be %d", p.game, p.name, p.depth, n, p.count)
		}
		if best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/rules"
)

const benchRulesLong = `Count ply sequences (perft) from positions in the middle of a game, on one core,
and print millions of nodes a second: leaves that were made and whose outcome is
known. Every count is compared with the known one.

  turnpost bench rules
  turnpost bench rules --for 5s turro`

// benchPositions are some of the games' own perft suites, with their counts.
//
//go:embed bench_positions.txt
var benchPositions string

// benchPosition is one line of them.
type benchPosition struct {
	game, name string
	depth      int
	count      uint64
	position   string
}

func readBenchPositions(text string) ([]benchPosition, error) {
	var list []benchPosition
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		facts, position, _ := strings.Cut(line, ": ")
		p := benchPosition{position: position}
		if _, err := fmt.Sscan(facts, &p.game, &p.depth, &p.count, &p.name); err != nil {
			return nil, fmt.Errorf("position %q: %w", line, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// benchRulesCommand is `turnpost bench rules`.
func (a *app) benchRulesCommand() *cobra.Command {
	var long time.Duration
	cmd := &cobra.Command{
		Use:   "rules [GAME...]",
		Short: "Count ply sequences, in nodes a second",
		Long:  benchRulesLong,
		Args:  arguments(0, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var names []string
			for _, name := range args {
				g, err := a.game(name)
				if err != nil {
					return err
				}
				names = append(names, g.Name)
			}
			table, err := a.benchRules(cmd.Context(), long, names)
			if err != nil {
				return err
			}
			return a.printTables([]benchTable{table})
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().DurationVar(&long, "for", time.Second, "how long to count from each position, at least once")
	return cmd
}

func (a *app) benchRulesAll(ctx context.Context, full bool) ([]benchTable, error) {
	long := time.Millisecond // every position once
	if full {
		long = 2 * time.Second
	}
	table, err := a.benchRules(ctx, long, nil)
	return []benchTable{table}, err
}

// benchRules measures the games of names, or all.
func (a *app) benchRules(ctx context.Context, long time.Duration, names []string) (benchTable, error) {
	t := benchTable{
		title: "Rules: perft",
		head:  []string{"game", "positions", "nodes", "Mn/s", "slowest", "its Mn/s"},
		notes: []string{"Millions of leaves a second on one core, from positions in the middle of a game. The best of each position's counts is taken, and a game's figure is that of all its positions together."},
	}
	list, err := readBenchPositions(benchPositions)
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
		took, err := a.timePerft(ctx, p, long)
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
	for _, g := range a.games {
		if s := sums[g.Name]; s != nil {
			t.add(g.Name, fmt.Sprint(s.positions), fmt.Sprint(s.nodes), fmt.Sprintf("%.1f", perSecond(s.nodes, s.took)/1e6),
				s.slowest, fmt.Sprintf("%.1f", s.slowestRate/1e6))
		}
	}
	return t, nil
}

func perSecond(n uint64, took time.Duration) float64 {
	return float64(n) / cmp.Or(took.Seconds(), 1e-9)
}

// timePerft is the least time that one count took.
func (a *app) timePerft(ctx context.Context, p benchPosition, long time.Duration) (time.Duration, error) {
	g, err := rules.Find(a.games, p.game)
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

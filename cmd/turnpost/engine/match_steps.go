package engine

import (
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// printSteps lets each level of each game meet the one below in so many pairs, and the
// lowest a novice, and prints a table of how much stronger it is. A game's row is printed
// as soon as it is known.
func printSteps(ctx context.Context, out io.Writer, games []rules.Game, m engine.Match, pairs int) error {
	// All rows are as wide, so that they stand under each other.
	row := func(title string, cell func(engine.Level) string) error {
		w := tabwriter.NewWriter(out, 7, 0, 1, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "%-9s", title)
		for l := engine.Level(1); l <= engine.Levels; l++ {
			fmt.Fprintf(w, "\t%s", cell(l))
		}
		fmt.Fprint(w, "\t\n")
		return w.Flush()
	}
	if err := row("", func(l engine.Level) string { return fmt.Sprint(int(l)) }); err != nil {
		return err
	}
	for _, g := range games {
		var elo, margin [engine.Levels + 1]float64
		below := engine.Entrant{Player: engine.Novice{}}
		for l := engine.Level(1); l <= engine.Levels; l++ {
			m.Game, m.A, m.B = g, engine.Entrant{Player: l}, below
			p, err := pentanomial(ctx, m, pairs)
			if err != nil {
				return err
			}
			var low, high float64
			elo[l], low, high = p.Elo()
			if margin[l], below = (high-low)/2, m.A; math.IsInf(elo[l], 0) {
				margin[l] = math.Inf(+1)
			}
		}
		if err := row(g.Name, func(l engine.Level) string { return fmt.Sprintf("%+.0f", elo[l]) }); err != nil {
			return err
		}
		if err := row("", func(l engine.Level) string { return fmt.Sprintf("±%.0f", margin[l]) }); err != nil {
			return err
		}
	}
	return nil
}

// pentanomial counts the pairs of a match.
func pentanomial(ctx context.Context, m engine.Match, pairs int) (p engine.Pentanomial, err error) {
	for n := range pairs {
		pair, err := m.Pair(ctx, n)
		if err != nil {
			return p, err
		}
		p[pair.Halves]++
	}
	return p, nil
}

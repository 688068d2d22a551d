package main

import (
	"context"
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"turnpost/rules/engine"
)

// levelsCommand is `lab levels`.
func levelsCommand() *cobra.Command {
	var m Match
	var games int
	var names string
	cmd := &cobra.Command{
		Use:   "levels",
		Short: "Measure how much stronger each level is than the one below",
		Long: `Play each level against the one below it, and level 1 against a novice, and print
for each game by how many Elo each is stronger, above the half-width of the 95 %
confidence interval. Master, level 9, thinks too long for that; see 'lab match'.

  lab levels --games 1200`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := m.check(games); err != nil {
				return err
			}
			// All rows have the same width, so each can be printed as soon as it is known.
			row := func(title string, cell func(engine.Level) string) error {
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 7, 0, 1, ' ', tabwriter.AlignRight)
				fmt.Fprintf(w, "%-9s", title)
				for l := engine.Level(1); l <= engine.Faultless; l++ {
					fmt.Fprintf(w, "\t%s", cell(l))
				}
				fmt.Fprint(w, "\t\n")
				return w.Flush()
			}
			if err := row("", func(l engine.Level) string { return fmt.Sprint(int(l)) }); err != nil {
				return err
			}
			return m.each(names, func(m Match) error {
				var elo, margin [engine.Faultless + 1]float64
				m.B = engine.Contestant{Player: engine.Novice{}}
				for l := engine.Level(1); l <= engine.Faultless; l++ {
					m.A = engine.Contestant{Player: l}
					p, err := pentanomial(cmd.Context(), m, games/2)
					if err != nil {
						return err
					}
					var low, high float64
					elo[l], low, high = p.Elo()
					if margin[l] = (high - low) / 2; math.IsInf(elo[l], 0) {
						margin[l] = math.Inf(+1)
					}
					m.B = m.A
				}
				if err := row(m.Game.Name,
					func(l engine.Level) string { return fmt.Sprintf("%+.0f", elo[l]) }); err != nil {
					return err
				}
				return row("", func(l engine.Level) string { return fmt.Sprintf("±%.0f", margin[l]) })
			})
		},
	}
	f := cmd.Flags()
	m.flags(f, &names)
	f.IntVar(&games, "games", 200, "how many games each pair of levels plays")
	f.IntVar(&m.Balanced, "balanced", 0,
		"discard openings that a search of so many nodes considers decided; 0 keeps all")
	return cmd
}

// pentanomial plays pairs of games and counts their results.
func pentanomial(ctx context.Context, m Match, pairs int) (p Pentanomial, err error) {
	for n := range pairs {
		pair, err := m.Pair(ctx, n)
		if err != nil {
			return p, err
		}
		p[pair.Halves]++
	}
	return p, nil
}

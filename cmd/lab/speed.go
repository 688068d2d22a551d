package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// speedCommand is `lab speed`.
func speedCommand() *cobra.Command {
	var names string
	var nodes int
	cmd := &cobra.Command{
		Use:   "speed",
		Short: "Measure the searches: nodes a second and depth",
		Long: `Run both searches in each game at the start and after 8, 16 and 24 plies of a game
that they play. It prints the nodes searched, nodes a second of processor time, and the
average depth. Nodes and depths are the same on every machine.

  lab speed --game turro --nodes 1000000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := positive(nodes); err != nil {
				return err
			}
			list, err := gamesNamed(names)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "game\tplayer\tnodes\tnodes/s\tdepth\t")
			for _, g := range list {
				for _, p := range []engine.Player{engine.PVS{}, engine.MCTS{}} {
					r := rules.NewRecord(g)
					var spent time.Duration
					sum, depth, searches := 0, 0, 0
					for r.Len() <= 24 && !r.Outcome().Over() {
						budget := engine.Budget{Nodes: 500, Seed: uint64(r.Len())}
						measured := r.Len()%8 == 0
						if measured {
							budget.Nodes = nodes
						}
						began := cpuTime()
						t, err := p.Think(cmd.Context(), r, budget)
						if err != nil {
							return err
						}
						if measured {
							spent += cpuTime() - began
							sum, depth, searches = sum+t.Nodes, depth+t.Depth, searches+1
						}
						if err := r.Play(t.Move); err != nil {
							return err
						}
					}
					fmt.Fprintf(w, "%s\t%s\t%d\t%.0f\t%.1f\t\n",
						g.Name, p.Name(), sum, float64(sum)/spent.Seconds(), float64(depth)/float64(searches))
				}
			}
			return w.Flush()
		},
	}
	cmd.Flags().StringVar(&names, "game", "", "the games to measure, separated by commas (default all)")
	cmd.Flags().IntVar(&nodes, "nodes", 100000, "how many nodes a search may visit")
	return cmd
}

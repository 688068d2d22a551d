package engine

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// benchCommand is `turnpost engine bench`.
func benchCommand(e cli.Env) *cobra.Command {
	var nodes int
	cmd := &cobra.Command{
		Use:   "bench [GAME]",
		Short: "Time the searches: nodes a second, and how deep they look",
		Long: `Time both searches in each game, or in one: at the start and after 8, 16 and 24
plies of a game that they play. It prints nodes a second of the processor's time,
and how many plies deep they looked on the average. Nodes, plies and depths are the
same on every machine.

  turnpost engine bench
  turnpost engine bench turro --nodes 1000000`,
		Args: cli.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 1 {
				return exit.Errorf(exit.Usage, "a search reaches a node at least")
			}
			games := e.Games
			if len(args) == 1 {
				g, err := e.Game(args[0])
				if err != nil {
					return err
				}
				games = []rules.Game{g}
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "game\tplayer\tnodes\tnodes/s\tdepth\t")
			for _, g := range games {
				for _, p := range []engine.Player{engine.PVS{}, engine.MCTS{}} {
					r := rules.NewRecord(g)
					var spent time.Duration
					sum, depth, times := 0, 0, 0
					for r.Len() <= 24 && !r.Outcome().Over() && ctx.Err() == nil {
						budget := engine.Budget{Nodes: 500, Seed: uint64(r.Len())}
						if r.Len()%8 == 0 {
							budget.Nodes = nodes
						}
						began := cli.ProcessorTime()
						t, err := p.Think(ctx, r, budget)
						if err != nil {
							return err
						}
						if r.Len()%8 == 0 {
							spent, sum, depth, times = spent+cli.ProcessorTime()-began, sum+t.Nodes, depth+t.Depth, times+1
						}
						if err := r.Play(t.Move); err != nil {
							return err
						}
					}
					if times > 0 {
						fmt.Fprintf(w, "%s\t%s\t%d\t%.0f\t%.1f\t\n", g.Name, p.Name(), sum, float64(sum)/spent.Seconds(), float64(depth)/float64(times))
					}
				}
			}
			return w.Flush()
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().IntVar(&nodes, "nodes", 100000, "how many positions a search may reach")
	return cmd
}

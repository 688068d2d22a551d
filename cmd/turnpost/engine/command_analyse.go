package engine

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// analyseCommand is `turnpost engine analyse`.
func analyseCommand(e cli.Env) *cobra.Command {
	var player string
	cmd := &cobra.Command{
		Use:   "analyse [FILE]",
		Short: "Judge the plies of a game, and say where it turned",
		Long: `Read a game as the mail command export sends it, and print for each ply what its
side could expect before and after it, with a better ply if there was one: "win
N", "loss N" and "draw" where the engine has seen the end or the game is solved,
and else the chance to win, a draw counted as half. Then come the turning points:
the three plies that gave most away. Without FILE, or with "-", it is read from
the standard input.

` + playersHelp + `

  turnpost engine analyse game.txt`,
		Args: cli.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrant, err := engine.ParseEntrant(player)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			in := e.In
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			text, err := io.ReadAll(in)
			if err != nil {
				return fmt.Errorf("reading the game: %w", err)
			}
			_, r, err := rules.ReadTranscript(e.Games, string(text))
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "ply\tside\tplayed\tbefore\tafter\tbetter")
			var all []engine.Judged
			err = engine.Judge(ctx, r, entrant.Player, engine.Budget{Nodes: entrant.Nodes, Seed: 1}, func(j engine.Judged) {
				better := ""
				if j.Cost() >= worthSaying {
					better = string(j.Best)
				}
				fmt.Fprintf(w, "%d.\t%s\t%s\t%s\t%s\t%s\n", j.Ply, j.Side, j.Played, prospect(j.Before), prospect(j.After), better)
				all = append(all, j)
			})
			if err := cmp.Or(w.Flush(), err); err != nil {
				return err
			}
			return turningPoints(e.Out, all)
		},
	}
	cmd.Flags().StringVar(&player, "player", "pvs:50000", "who judges what is not solved")
	return cmd
}

// worthSaying is how much of the chance a ply must lose to be spoken of.
const worthSaying = 0.1

// prospect is what a side can expect, in a word or two.
func prospect(p engine.Prospect) string {
	if p.Exact {
		return p.Value.String()
	}
	if _, ok := (engine.Thought{Score: p.Score}).Plies(); ok {
		return score(engine.Thought{Score: p.Score})
	}
	return fmt.Sprintf("%.0f %%", 100*p.Chance())
}

// turningPoints prints the plies that gave most away, in the order of the game.
func turningPoints(out io.Writer, all []engine.Judged) error {
	all = slices.DeleteFunc(all, func(j engine.Judged) bool { return j.Cost() < worthSaying })
	slices.SortStableFunc(all, func(a, b engine.Judged) int { return cmp.Compare(b.Cost(), a.Cost()) })
	all = all[:min(len(all), 3)]
	slices.SortFunc(all, func(a, b engine.Judged) int { return a.Ply - b.Ply })
	for _, j := range all {
		if _, err := fmt.Fprintf(out, "turning point: %d. %s by %s: %s became %s; %s kept it\n", j.Ply, j.Played, j.Side, prospect(j.Before), prospect(j.After), j.Best); err != nil {
			return err
		}
	}
	return nil
}

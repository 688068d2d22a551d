package engine

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// analyseCommand is `turnpost engine analyse`.
func analyseCommand(e cli.Env) *cobra.Command {
	var player, page string
	cmd := &cobra.Command{
		Use:   "analyse [FILE]",
		Short: "Judge the plies of a game, and say where it turned",
		Long: `Read a game as the mail command export sends it, and print for each ply what its
side could expect before and after it, with a better ply if there was one: "win
N", "loss N" and "draw" where the engine has seen the end or the game is solved,
and else the chance to win, a draw counted as half, as 'turnpost engine fit' has found
it. Then come the turning points: the two or three plies that gave most away. Without
FILE, or with "-", it is read from the standard input. With --html they are written
to a page of that name instead, with a picture each.

` + playersHelp + `

  turnpost engine analyse game.txt
  turnpost engine analyse game.txt --html game.html`,
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
			about, r, err := rules.ReadTranscript(e.Games, string(text))
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			budget := engine.Budget{Nodes: entrant.Nodes, Seed: 1}
			var all []engine.Judged
			keep := func(j engine.Judged) { all = append(all, j) }
			w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
			if page == "" {
				fmt.Fprintln(w, "ply\tside\tplayed\tbefore\tafter\tbetter")
				keep = func(j engine.Judged) {
					all = append(all, j)
					fmt.Fprintf(w, "%d.\t%s\t%s\t%s\t%s\t%s\n", j.Ply, j.Side, j.Played, prospect(j.Before), prospect(j.After), better(j))
				}
			}
			err = engine.Judge(ctx, r, entrant.Player, budget, keep)
			if err := cmp.Or(w.Flush(), err); err != nil {
				return err
			}
			turned, err := engine.Turning(ctx, r, entrant.Player, budget, all)
			if err != nil {
				return err
			}
			if page != "" {
				return writePage(page, about, r, all, turned)
			}
			for _, j := range turned {
				if _, err := fmt.Fprintf(e.Out, "turning point: %d. %s by %s: %s\n", j.Ply, j.Played, j.Side, gaveAway(j)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&player, "player", "pvs:50000", "who judges what is not solved")
	cmd.Flags().StringVar(&page, "html", "", "write a page with pictures to this file")
	return cmd
}

// better is a ply that would have been better than one that gave something away.
func better(j engine.Judged) string {
	if j.Cost() < engine.Worth {
		return ""
	}
	return string(j.Best)
}

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

// gaveAway says what a ply gave away, and which would have kept it.
func gaveAway(j engine.Judged) string {
	return fmt.Sprintf("%s became %s; %s kept it", prospect(j.Before), prospect(j.After), j.Best)
}

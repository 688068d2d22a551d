package engine

import (
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

// solveCommand is `turnpost engine solve`.
func solveCommand(e cli.Env) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game anew, and count what each side wins",
		Long: `Solve a game by retrograde analysis, and print how many states the side to move
wins, loses and draws in each phase, the longest win, and the value of the start.
The table that ships with the program was made so; -o writes it to a file. It
takes under a minute of one core and 600 MB.

  turnpost engine solve roses
  turnpost engine solve roses -o rules/roses/table.bin`,
		Args: cli.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			solver, ok := g.Start().(rules.Solver)
			if !ok {
				return exit.Errorf(exit.Usage, "%s is too large to be solved%s", g.Title, solvedGames(e.Games))
			}
			began := time.Now()
			solution, err := solver.Solve(func(format string, args ...any) {
				fmt.Fprintf(e.Err, "%6.1f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
			})
			if err != nil {
				return err
			}
			if file != "" {
				if err := os.WriteFile(file, solution.Table, 0o644); err != nil {
					return fmt.Errorf("writing the table: %w", err)
				}
			}
			fmt.Fprintf(e.Err, "%6.1f s  done\n", time.Since(began).Seconds())
			return writeSolution(e, solution)
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "file to write the table to")
	return cmd
}

func writeSolution(e cli.Env, s rules.Solution) error {
	w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "phase\tstates\twins\tlosses\tdraws\tlongest win")
	for _, t := range s.Totals {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d plies, from %s\n", t.Phase, t.Won+t.Lost+t.Drawn, t.Won, t.Lost, t.Drawn, t.LongestWin, t.LongestWinExample)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(e.Out, "start: %s\n", s.Start)
	return err
}

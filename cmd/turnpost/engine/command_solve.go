package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
	"turnpost/rules"
)

// solveCommand is `turnpost engine solve`.
func solveCommand(e cli.Env) *cobra.Command {
	var task rules.Task
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game anew, and count what each side wins",
		Long: `Solve a game by retrograde analysis, and print how many states the side to move
wins, loses and draws in each phase, the longest win, and the value of the start.

Guerre des deux roses takes some 20 seconds of one core and 530 MB. The table that ships
with the program was made so; --out writes it to a file.

Le Rooya has 26,293,088,250 placements in its phase of moves, 3.31 billion states when
what is alike is one: 0.83 GB of memory and of the file, and from four to twelve hours of
one idle core, by what its beginning took ('go doc ./rules/rooya'). The file
holds the work so far: it is written every so often, and after an interruption, a crash
or a kill the same command goes on from there; while it works, another one on the same
file is refused. --small solves a board of four by four
with six pawns a side, and says how fast it went. With the whole file,
'turnpost engine value rooya --table FILE' tells what positions are worth, and
with '[policy] rooya_table' in the configuration the robots of 'serve' keep to it.

  turnpost engine solve roses
  turnpost engine solve roses --out rules/roses/table.bin
  turnpost engine solve rooya --small
  turnpost engine solve rooya --out /srv/rooya.table`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			unlock, err := alone(cmd.Context(), task.File)
			if err != nil {
				return err
			}
			defer unlock()
			began := time.Now()
			task.Report = func(format string, args ...any) {
				fmt.Fprintf(e.Err, "%6.1f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
			}
			var solution rules.Solution
			switch solver := g.Start().(type) {
			case rules.LongSolver:
				if task.File == "" && !task.Small {
					return exit.Errorf(exit.Usage, "%s takes long: say with --out where its values are to be kept, or solve its --small board", g.Title)
				}
				ctx, stop := cli.UntilSignal(cmd.Context())
				defer stop()
				if solution, err = solver.SolveInto(ctx, task); err != nil {
					return err
				}
			case rules.Solver:
				if task.Small {
					return exit.Errorf(exit.Usage, "%s is solved on its own board alone; leave --small out", g.Title)
				}
				if solution, err = solver.Solve(task.Report); err != nil {
					return err
				}
				if task.File != "" {
					if err := os.WriteFile(task.File, solution.Table, 0o644); err != nil {
						return fmt.Errorf("writing the table: %w", err)
					}
				}
			default:
				return exit.Errorf(exit.Usage, "%s is too large to be solved%s", g.Title, solvableGames(e.Games))
			}
			task.Report("done")
			return writeSolution(e, solution)
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVarP(&task.File, "out", "o", "", "file to write the values to")
	cmd.Flags().DurationVar(&task.Every, "every", 10*time.Minute, "how often the file of Le Rooya is written")
	cmd.Flags().IntVar(&task.Workers, "workers", runtime.GOMAXPROCS(0), "how many work on Le Rooya at once")
	cmd.Flags().BoolVar(&task.Small, "small", false, "solve a smaller board of Le Rooya instead")
	return cmd
}

// solvableGames says which games can be solved.
func solvableGames(games []rules.Game) string {
	return listed(games, func(p rules.Position) bool {
		_, soon := p.(rules.Solver)
		_, late := p.(rules.LongSolver)
		return soon || late
	})
}

// alone makes sure that nobody else writes the file, which it gives back when the process
// dies, and that it can be written. Two would each throw the other's hours away.
func alone(ctx context.Context, file string) (unlock func(), err error) {
	if err := writable(file); err != nil || file == "" {
		return func() {}, err
	}
	return db.LockPart(ctx, file)
}

// writable tries whether a file could be written, before the work that fills it.
func writable(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".turnpost-*")
	if err != nil {
		return exit.Errorf(exit.Usage, "%s cannot be written: %w", file, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func writeSolution(e cli.Env, s rules.Solution) error {
	w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "phase\tstates\twins\tlosses\tdraws\tlongest win")
	exact := true
	for _, t := range s.Totals {
		longest := "not known"
		if exact = t.LongestWin > 0; exact {
			longest = fmt.Sprintf("%d plies, from %s", t.LongestWin, t.LongestWinExample)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", t.Phase, t.Won+t.Lost+t.Drawn, t.Won, t.Lost, t.Drawn, longest)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	start := s.Start.String()
	if !exact {
		start = signWord(s.Start.Sign)
	}
	_, err := fmt.Fprintf(e.Out, "start: %s\n", start)
	return err
}

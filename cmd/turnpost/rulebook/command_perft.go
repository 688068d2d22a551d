package rulebook

import (
	"strconv"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
)

// perftCommand is `turnpost rules perft`.
func perftCommand(e cli.Env) *cobra.Command {
	var position string
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the ply sequences of a length, and time it",
		Long: `Count the ply sequences of exactly DEPTH plies: the usual check on an engine.
A finished game has no continuation; repetition is ignored.

  turnpost rules perft turro 3
  turnpost rules perft turro 3 --divide
  turnpost rules perft rooya 3 --position '...../...../...../...../..... b 8 8'`,
		Args: cli.Arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.ParseUint(args[1], 10, 16)
			if err != nil {
				return exit.Errorf(exit.Usage, "the depth is a whole number from 0, not %q", args[1])
			}
			p := g.Start()
			if cmd.Flags().Changed("position") {
				if p, err = g.ParsePosition(position); err != nil {
					return exit.With(exit.Usage, err)
				}
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return Perft(ctx, e.Out, e.Err, p, int(depth), divide)
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVar(&position, "position", "", "the position string to count from (default: the start)")
	cmd.Flags().BoolVar(&divide, "divide", false, "print each first ply's share of the count")
	return cmd
}

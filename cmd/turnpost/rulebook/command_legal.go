package rulebook

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// legalCommand is `turnpost rules legal`.
func legalCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "legal GAME [PLY...]",
		Short: "List the legal plies, one a line",
		Long: `List the legal plies after the given ones, one a line and nothing else: an
empty list means that the game is over.

  turnpost rules legal turro
  turnpost rules legal turro d3-d4 d5-d4 | wc -l`,
		Args: cli.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := record(e, args)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(e.Out)
			for _, m := range r.Legal() {
				fmt.Fprintln(w, m)
			}
			return w.Flush()
		},
		ValidArgsFunction: e.CompleteGame,
	}
}

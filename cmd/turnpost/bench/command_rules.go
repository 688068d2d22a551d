package bench

import (
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const rulesLong = `Count ply sequences (perft) from positions in the middle of a game, on one core,
and print millions of nodes a second: leaves that were made and whose outcome is
known. Every count is compared with the known one.

  turnpost bench rules
  turnpost bench rules --for 5s turro`

// rulesCommand is `turnpost bench rules`.
func rulesCommand(e cli.Env, b *Bench) *cobra.Command {
	var long time.Duration
	cmd := &cobra.Command{
		Use:   "rules [GAME...]",
		Short: "Count ply sequences, in nodes a second",
		Long:  rulesLong,
		Args:  cli.Arguments(0, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var names []string
			for _, name := range args {
				g, err := e.Game(name)
				if err != nil {
					return err
				}
				names = append(names, g.Name)
			}
			table, err := b.Rules(cmd.Context(), long, names)
			if err != nil {
				return err
			}
			return Print(e.Out, table)
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().DurationVar(&long, "for", time.Second, "how long to count from each position, at least once")
	return cmd
}

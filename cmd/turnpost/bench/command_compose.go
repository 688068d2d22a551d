package bench

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
)

const composeLong = `Compose the letter that asks a player for a turn, in each game: tell the position,
set the text and the HTML, draw the picture, and make the final bytes. "New" is a
position that was never drawn, "again" one that was, for the same reader.

  turnpost bench compose -n 500`

// composeCommand is `turnpost bench compose`.
func composeCommand(e cli.Env, b *Bench) *cobra.Command {
	var n int
	cmd := &cobra.Command{
		Use:   "compose",
		Short: "Compose letters about a turn",
		Long:  composeLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if n < 1 {
				return exit.Errorf(exit.Usage, "the number of letters is at least 1")
			}
			table, err := b.Compose(cmd.Context(), n)
			if err != nil {
				return err
			}
			return Print(e.Out, table)
		},
	}
	cmd.Flags().IntVarP(&n, "letters", "n", 200, "how many letters of each game to compose")
	return cmd
}

package engine

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const long = `Players that search, what they say of a game, and exact values of positions where a
game is solved.

GAME is a name from 'turnpost rules list'. A POSITION is a position string, as
'turnpost rules show' prints it: quote it, for it has spaces in it.`

// Command is `turnpost engine` and all below it.
func Command(e cli.Env) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "engine",
		Short: "Players that search, and exact values",
		Long:  long,
	})
	cmd.AddCommand(
		valueCommand(e),
		solveCommand(e),
		playCommand(e),
		analyseCommand(e),
	)
	return cmd
}

package engine

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const long = `Exact values of positions where a game is solved, and how it was solved.

GAME is a name from 'turnpost rules list'. A POSITION is a position string, as
'turnpost rules show' prints it: quote it, for it has spaces in it.`

// Command is `turnpost engine` and all below it.
func Command(e cli.Env) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "engine",
		Short: "What perfect play makes of a position",
		Long:  long,
	})
	cmd.AddCommand(
		valueCommand(e),
		solveCommand(e),
	)
	return cmd
}

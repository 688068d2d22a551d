package rulebook

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const long = `Use the rules without mail: boards, legal plies, counts and whole games.

GAME is a name from 'turnpost rules list'. A PLY may be typed as in a letter:
'd3-d4', 'D3D4' and '7. d3->d4' are the same. Quote a ply with spaces in it.`

// Command is `turnpost rules` and all below it.
func Command(e cli.Env) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "rules",
		Short: "Boards, legal plies, counts and whole games, without mail",
		Long:  long,
	})
	cmd.AddCommand(
		listCommand(e),
		showCommand(e),
		drawCommand(e),
		legalCommand(e),
		perftCommand(e),
		replayCommand(e),
		importCommand(e),
		textCommand(e),
	)
	return cmd
}

package preview

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// Command is `turnpost templates` and all below it.
func Command(e cli.Env) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "templates",
		Short: "Look at the letters that players get, and check their words",
		Long:  "Look at the letters that players get, without a mail account.",
	})
	cmd.AddCommand(previewCommand(e), checkCommand(e))
	return cmd
}

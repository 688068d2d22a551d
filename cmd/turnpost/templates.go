package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// templatesCommand is `turnpost templates` and all below it.
func templatesCommand(a *app) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "templates",
		Short: "Look at the letters that players get, and check their words",
		Long:  "Look at the letters that players get, without a mail account.",
	})
	cmd.AddCommand(templatesPreviewCommand(a), templatesCheckCommand(a))
	return cmd
}

package main

import "github.com/spf13/cobra"

// templatesCommand is `turnpost templates` and all below it.
func (a *app) templatesCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "templates",
		Short: "Look at the letters that players get",
		Long:  "Look at the letters that players get, without a mail account.",
	})
	cmd.AddCommand(a.templatesPreviewCommand())
	return cmd
}

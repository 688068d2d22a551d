package main

import "github.com/spf13/cobra"

// printCommand is `turnpost print` and all below it.
func (a *app) printCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "print",
		Short: "Print what an installation needs beside the program",
		Long: `Print what an installation needs beside the program.

  turnpost print man /usr/local/share/man/man1`,
	})
	cmd.AddCommand(a.printManCommand())
	return cmd
}

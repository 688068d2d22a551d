package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// addCompletion adds cobra's own `turnpost completion`, in the manner of the
// other commands. By itself cobra adds it only when the program runs, so that
// the manual would lack it.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Short = "Print the completion script of a shell"
		cli.Group(cmd)
		for _, shell := range cmd.Commands() {
			shell.Args = cli.Arguments(0, 0)
		}
	}
}

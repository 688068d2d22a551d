package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/exit"
)

// addHelp adds cobra's own `turnpost help`, which by itself answers an unknown
// command with its usage and success: a script would take that for help.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			continue
		}
		show := cmd.Run
		cmd.Run, cmd.RunE = nil, func(cmd *cobra.Command, args []string) error { show(cmd, args); return nil }
		cmd.Args = func(_ *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			if found.HasSubCommands() { // what is left is none of them
				return found.ValidateArgs(rest)
			}
			return nil
		}
	}
}

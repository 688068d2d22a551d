package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/setup"
)

// initCommand is `turnpost init`.
func initCommand(a *app) *cobra.Command {
	i := setup.Init{Setup: setup.Setup{In: a.In, Out: a.Out}}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make a configuration by asking for it, and try it",
		Long:  setup.InitText,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			i.Asker = setup.OnTerminal(a.In, a.Out)
			return i.Run(ctx)
		},
	}
	addConfigFlag(cmd, &i.Path)
	i.Flags(cmd)
	return cmd
}

package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/doctor"
)

// initCommand is `turnpost init`.
func initCommand(a *app) *cobra.Command {
	i := doctor.Init{InitWizard: doctor.InitWizard{In: a.In, Out: a.Out}}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make a configuration by asking questions, and test it",
		Long:  doctor.InitText,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			i.Asker = doctor.OnTerminal(a.In, a.Out)
			return i.Run(ctx)
		},
	}
	addConfigFlag(cmd, &i.Path)
	i.Flags(cmd)
	return cmd
}

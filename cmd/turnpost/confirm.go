package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/doctor"
)

// addYesFlag gives a command the flag --yes, for [app.confirm].
func addYesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVar(yes, "yes", false, "do it without asking, as in scripts")
}

// confirm asks the operator whether to do what was just printed. Without a terminal only yes confirms.
func (a *app) confirm(ctx context.Context, question string, yes bool) error {
	if yes {
		return nil
	}
	asker := a.Asker
	if asker == nil {
		asker = doctor.OnTerminal(a.In, a.Out)
	}
	if asker == nil {
		return cli.Errorf(cli.ExitUsage, "nothing was done: there is no terminal to ask; give --yes")
	}
	answer, err := asker.Line(ctx, question+" [y/N] ")
	if err != nil {
		return cli.Errorf(cli.ExitFailed, "nothing was done")
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return cli.Errorf(cli.ExitFailed, "nothing was done")
}

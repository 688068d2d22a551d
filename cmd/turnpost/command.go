package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/config"
)

// addConfigFlag gives a command the flag --config.
func addConfigFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "config", config.DefaultPath, "the configuration file")
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/config"
)

// configCommand is `turnpost config` and its subcommands.
func configCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "config",
		Short: "Print an example configuration, check one, or change it",
		Long: `Print an example configuration, check one, or change it.

  turnpost config example > turnpost.toml
  turnpost config check --config turnpost.toml
  turnpost config set database.backup.dir=/var/backups/turnpost`,
	})
	cmd.AddCommand(configExampleCommand(a), configCheckCommand(a), configSetCommand(a))
	return cmd
}

// configExampleCommand is `turnpost config example`.
func configExampleCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "example",
		Short: "Print a commented example configuration",
		Long: `Print a commented example configuration with all keys and their defaults.

  turnpost config example > turnpost.toml`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Out, config.Example)
			return err
		},
	}
}

// configCheckCommand is `turnpost config check`.
func configCheckCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check a configuration without connecting anywhere",
		Long: `Check a configuration, and that its passwords are where it says, without connecting
anywhere. All problems are listed at once. Exit status 3: it is wrong; 4: a password is
missing.`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := config.LoadToServe(path)
			if err != nil {
				return err
			}
			for _, w := range c.Warnings {
				fmt.Fprintln(a.Err, "turnpost: warning:", w)
			}
			_, err = fmt.Fprintf(a.Out, "%s is correct.\n%s", path, c.Summary())
			return err
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

// configSetCommand is `turnpost config set`.
func configSetCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "set KEY=VALUE...",
		Short: "Change keys of the configuration",
		Long: `Change keys of the configuration file, and leave comments and the other keys as they are. A
key is written with its section. Nothing is changed if the result would be wrong. A running
server uses it after a reload. Passwords are better put into files.

  turnpost config set database.backup.dir=/var/backups/turnpost smtp.connections=8`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := config.Change(path, args); err != nil {
				return err
			}
			_, err := fmt.Fprintf(a.Out, "%s is changed; after a reload or restart the server uses it\n", path)
			return err
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

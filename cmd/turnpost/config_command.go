package main

import (
	_ "embed"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/db"
)

// configExample is the example: a line that begins with "#" and a key shows the
// default, and a test holds it to that.
//
//go:embed config_example.toml
var configExample string

// defaultConfigPath is where commands look for the configuration.
const defaultConfigPath = "turnpost.toml"

// configCommand is `turnpost config` and all below it.
func (a *app) configCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "config",
		Short: "Print an example configuration, or check one",
		Long: `Print an example configuration, or check one.

  turnpost config example > turnpost.toml
  turnpost config check --config turnpost.toml`,
	})
	cmd.AddCommand(a.configExampleCommand(), a.configCheckCommand())
	return cmd
}

// configExampleCommand is `turnpost config example`.
func (a *app) configExampleCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "example",
		Short: "Print a commented example configuration",
		Long: `Print a commented example configuration with all keys and their defaults.

  turnpost config example > turnpost.toml`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.out, configExample)
			return err
		},
	}
}

// configCheckCommand is `turnpost config check`.
func (a *app) configCheckCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check a configuration without connecting anywhere",
		Long: `Check a configuration and that the passwords are where it says, without
connecting anywhere. All problems are told at once. Exit status 3: it is wrong;
4: a password is missing.`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := loadConfig(path)
			if err != nil {
				return err
			}
			for _, w := range c.Warnings {
				fmt.Fprintln(a.err, "turnpost: warning:", w)
			}
			_, err = fmt.Fprintf(a.out, "%s is right.\n%s", path, c.summary())
			return err
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

// addConfigFlag gives a command the flag --config.
func addConfigFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "config", defaultConfigPath, "the configuration file")
}

// summary says in a few lines what a loaded configuration comes to.
func (c Config) summary() string {
	login := func(s ServerConfig) string {
		if s.User == "" {
			return "without a login"
		}
		return "as " + s.User
	}
	return fmt.Sprintf("robot:    %s\nimap:     %s (%s) %s, mailbox %s\nsmtp:     %s (%s) %s\ndatabase: %s\n",
		c.Robot.Address,
		c.IMAP.Addr(), c.IMAP.TLS, login(c.IMAP.ServerConfig), c.IMAP.Mailbox,
		c.SMTP.Addr(), c.SMTP.TLS, login(c.SMTP.ServerConfig),
		db.Redacted(c.Database.where()))
}

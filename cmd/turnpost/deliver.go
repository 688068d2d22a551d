package main

import (
	"errors"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
)

// deliverCommand is `turnpost deliver`.
func deliverCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "deliver",
		Short: "Store one message from standard input, for a mail server's pipe",
		Long: `Read one message from standard input and store it in the database, where the running
server finds it within a second. It is for mail servers that pipe mail into programs;
'turnpost help operating' has the lines for Postfix, Exim and OpenSMTPD. If the mail
server supports LMTP, [lmtp] listen is faster.

The exit status tells the mail server what to do (sysexits(3)):

   0  the message is on the disk
  64  the command line is wrong, so that no message can be delivered
  65  standard input holds no message
  75  the message could not be stored now: keep it, and try again. A wrong
      configuration is such a case, because the operator will correct it, and so is a
      database that cannot be used

A message that is delivered twice counts once.

  turnpost deliver --config /etc/turnpost.toml < message.eml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := arguments(0, 0)(cmd, args); err != nil {
				return cli.Errorf(cli.ExitDeliverUsage, "%v", err)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(path)
			if err != nil {
				return cli.Errorf(cli.ExitTempFail, "%v", err)
			}
			err = daemon.Deliver(cmd.Context(), c, a.Games, a.In)
			if errors.Is(err, daemon.ErrNoMessage) {
				return cli.Errorf(cli.ExitNoMessage, "%v", err)
			}
			if err != nil {
				return cli.Errorf(cli.ExitTempFail, "the message is not stored: %v", err)
			}
			return nil
		},
	}
	addConfigFlag(cmd, &path)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return cli.Errorf(cli.ExitDeliverUsage, "%s; see '%s --help'", flagFault(err), cmd.CommandPath())
	})
	return cmd
}

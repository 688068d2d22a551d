package main

import (
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

The exit status is 0 when the message is on the disk, and 75 (EX_TEMPFAIL of sysexits(3))
after any failure, so that the mail server keeps the message and tries again. A wrong command
line or configuration loses none, because the operator will correct it.

A message that is delivered twice counts once.

  turnpost deliver --config /etc/turnpost.toml < message.eml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := arguments(0, 0)(cmd, args); err != nil {
				return cli.Errorf(cli.ExitTempFail, "%v", err)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(path)
			if err != nil {
				return cli.Errorf(cli.ExitTempFail, "%v", err)
			}
			if err := daemon.Deliver(cmd.Context(), c, a.Games, a.In); err != nil {
				return cli.Errorf(cli.ExitTempFail, "the message is not stored: %v", err)
			}
			return nil
		},
	}
	addConfigFlag(cmd, &path)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return cli.Errorf(cli.ExitTempFail, "%s; see '%s --help'", flagFault(err), cmd.CommandPath())
	})
	return cmd
}

package main

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
)

// deliverCommand is `turnpost deliver`.
func deliverCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "deliver",
		Short: "Take one letter from standard input, for a mail server's pipe",
		Long: `Take one letter from standard input and store it in the database, where the running
server finds it within a second. It is for a mail server that hands mail to
programs; 'turnpost help operating' has the lines for Postfix, Exim and OpenSMTPD.
Where the server can speak LMTP, [lmtp] listen is quicker.

The status is 0 when the letter is on the disk, and 75 (EX_TEMPFAIL) whatever else
happened, so that the mail server keeps the letter and tries again: a mistake in
the configuration loses none. A letter that is delivered twice counts once.

  turnpost deliver --config /etc/turnpost.toml < letter.eml`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(path)
			if err != nil {
				return exit.Errorf(exit.TempFail, "%v", err)
			}
			if err := daemon.Deliver(cmd.Context(), c, a.Games, a.In); err != nil {
				return exit.Errorf(exit.TempFail, "the letter is not stored: %v", err)
			}
			return nil
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

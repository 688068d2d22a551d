package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

const serveLong = `Collect players' letters from an IMAP mailbox, play their moves, and send the
answers over SMTP, until SIGINT or SIGTERM; then finish what is in hand and end.

  turnpost config example > turnpost.toml
  turnpost serve --config turnpost.toml

At the start both servers are tried once: a server that cannot be reached or
refuses the login ends the program (status 5 or 6). Later troubles are logged
and tried again. No letter is lost: it stays in the mailbox until it is stored,
and in the database until it is sent.`

// serveCommand is `turnpost serve`.
func (a *app) serveCommand() *cobra.Command {
	var path, level string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the daemon on a real mailbox",
		Long:  serveLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			log, err := a.logger(level)
			if err != nil {
				return err
			}
			c, err := loadConfig(path)
			if err != nil {
				return err
			}
			for _, w := range c.Warnings {
				log.Warn(w)
			}
			if c.Trust.Mode == trustOpen { // whatever the log's level
				fmt.Fprintln(a.err, "turnpost: WARNING:", openWarning)
			}
			s, err := a.newService(ctx, c, log)
			if err != nil {
				return err
			}
			defer s.close()
			if err := s.check(ctx); err != nil {
				return err
			}
			log.Info("serving", "imap", c.IMAP.Addr(), "smtp", c.SMTP.Addr(), "database", c.Database.Path)
			err = s.desk.Run(ctx, s.inbox, s.courier)
			log.Info("stopped")
			return exitWith(exitDatabase, err)
		},
	}
	addConfigFlag(cmd, &path)
	cmd.Flags().StringVar(&level, "log", "info", "what to log: debug, info, warn or error")
	return cmd
}

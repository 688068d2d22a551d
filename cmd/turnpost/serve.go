package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db/way"
)

const serveLong = `Collect players' letters from an IMAP mailbox, play their moves, and send the
answers over SMTP, until SIGINT or SIGTERM; then finish what is in hand and end.

  turnpost config example > turnpost.toml
  turnpost serve --config turnpost.toml

At the start both servers are tried once: a server that cannot be reached or
refuses the login ends the program (status 5 or 6). Later troubles are logged
and tried again. No letter is lost: it stays in the mailbox until it is stored,
and in the database until it is sent.

With --metrics it serves numbers for Prometheus and the state for load balancers
and containers. Under systemd it tells when it serves, and that it is alive
('turnpost print systemd').`

// serveCommand is `turnpost serve`.
func serveCommand(a *app) *cobra.Command {
	var path string
	var seeing seeingFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the daemon on a real mailbox",
		Long:  serveLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if err := seeing.check(); err != nil {
				return err
			}
			c, err := config.Load(path)
			if err != nil {
				return err
			}
			c.HTTP.Metrics = cmp.Or(seeing.metrics, c.HTTP.Metrics)
			log, err := daemon.Logger(a.err, cmp.Or(seeing.level, c.Log.Level), cmp.Or(seeing.format, c.Log.Format))
			if err != nil {
				return err
			}
			for _, w := range c.Warnings {
				log.Warn(w)
			}
			if c.Trust.Open() { // whatever the log's level
				fmt.Fprintln(a.err, "turnpost: WARNING:", config.OpenWarning)
			}
			daemon.SaveMemory()
			d, err := daemon.New(ctx, c, a.games, version(), log)
			if err != nil {
				return err
			}
			defer d.Close()
			if err := d.Check(ctx); err != nil {
				return err
			}
			if err := d.Listen(c); err != nil {
				return err
			}
			intake := c.LMTP.Listen
			if c.Polls() {
				intake = c.IMAP.Addr()
			}
			log.Info("serving", "intake", intake, "smtp", c.SMTP.Addr(), "database", way.Redacted(c.Database.Where()))
			err = d.Run(ctx)
			log.Info("stopped")
			return err
		},
	}
	addConfigFlag(cmd, &path)
	seeing.flags(cmd, "", "")
	return cmd
}

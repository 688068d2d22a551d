package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

const serveLong = `Collect players' letters from an IMAP mailbox, play their moves, and send the
answers over SMTP, until SIGINT or SIGTERM; then finish what is in hand and end.

  turnpost config example > turnpost.toml
  turnpost serve --config turnpost.toml

At the start both servers are tried. One that refuses the login ends the program
(status 6), as a wrong configuration does. A mail server or a database that cannot
be reached is waited for, with a line in the log at each try, and 'turnpost health'
says so; later troubles are logged and tried again, too. No letter is lost: it
stays in the mailbox until it is stored, and in the database until it is sent.

To stop takes a second, and up to 25 if the SMTP server is about to answer letters
that it has got to their end: whoever breaks off there sends them twice. A second
signal ends the program at once. SIGHUP stops it in the same way, and begins anew
in the same process with the configuration as it is then; if that is wrong, it
says so and goes on with the old one.

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
			load := func() (config.Config, error) {
				c, err := config.LoadToServe(path)
				c.HTTP.Metrics = cmp.Or(seeing.metrics, c.HTTP.Metrics)
				return c, err
			}
			c, err := load()
			if err != nil {
				return err
			}
			hangUp, deaf := cli.HangUps()
			defer deaf()
			for {
				log, err := daemon.Logger(a.Err, cmp.Or(seeing.level, c.Log.Level), cmp.Or(seeing.format, c.Log.Format))
				if err != nil {
					return err
				}
				round, end := context.WithCancelCause(ctx)
				var next *config.Config
				var waiting sync.WaitGroup
				waiting.Go(func() { next = awaitReload(round, hangUp, load, log); end(daemon.ErrReload) })
				err = serve(round, a, c, log)
				end(nil)
				waiting.Wait()
				if next == nil || ctx.Err() != nil || err != nil && !errors.Is(context.Cause(round), daemon.ErrReload) {
					return err
				}
				if err != nil {
					log.Warn("the daemon that was to begin anew ended with an error", "error", err)
				}
				c = *next
			}
		},
	}
	addConfigFlag(cmd, &path)
	seeing.flags(cmd, "", "")
	return cmd
}

// awaitReload waits for a SIGHUP, and returns the configuration that is to hold from
// then on. One that is wrong is said so, and the old one holds. nil: the round is over.
func awaitReload(round context.Context, hangUp <-chan os.Signal, load func() (config.Config, error), log *slog.Logger) *config.Config {
	for {
		select {
		case <-round.Done():
			return nil
		case <-hangUp:
		}
		c, err := load()
		if err == nil {
			log.Info("the configuration is read again; what is in hand is finished before")
			return &c
		}
		log.Error("the configuration cannot be read again; the old one holds", "error", err)
	}
}

// serve runs a daemon by a configuration until ctx is done.
func serve(ctx context.Context, a *app, c config.Config, log *slog.Logger) error {
	for _, w := range c.Warnings {
		log.Warn(w)
	}
	if c.Trust.Open() { // whatever the log's level
		fmt.Fprintln(a.Err, "turnpost: WARNING:", config.OpenWarning)
	}
	daemon.SaveMemory(ctx, log)
	d, err := daemon.New(ctx, c, a.Games, version(), log)
	if err == nil {
		defer d.Close()
		err = d.Check(ctx)
	}
	if ctx.Err() != nil { // it was not there yet
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.Listen(c); err != nil {
		return err
	}
	intake := c.LMTP.Listen
	if c.Polls() {
		intake = c.IMAP.Addr()
	}
	log.Info("serving", "intake", intake, "smtp", c.SMTP.Addr(), "database", db.Redacted(c.Database.Where()))
	err = d.Run(ctx)
	log.Info("stopped")
	return err
}

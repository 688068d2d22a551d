package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

const serveLong = `Read players' messages from an IMAP mailbox, play their moves, and send answers by SMTP,
until SIGINT or SIGTERM; then complete what is under way.

  turnpost config example > turnpost.toml
  turnpost serve --config turnpost.toml

At the start it logs in to both servers. A refused login (exit status 6) or a wrong
configuration ends the program. A mail server or database that cannot be reached is
waited for; the log has a line for each try with the error and what to do about it, and
'turnpost health' says so. Later errors
are logged, and the work is tried again. No message is lost: it stays in the mailbox
until it is stored, and in the database until it is sent.

Stopping takes a second, or up to 25 if the SMTP server has not yet acknowledged messages
that were sent, which would otherwise be sent twice. A second signal ends the program at
once.

SIGHUP reads the configuration again. It is tried first: the logins, the database, and the
addresses to listen at. If something fails, the log says what, and the server goes on as
before. Otherwise the server stops and starts again in the same process.

With --metrics it serves numbers for Prometheus, and its state for load balancers and
containers. It supports systemd's notifications and watchdog ('turnpost print
systemd').`

// serveCommand is `turnpost serve`.
func serveCommand(a *app) *cobra.Command {
	var path string
	var withoutList bool
	var seeing seeingFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long:  serveLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if err := seeing.check(); err != nil {
				return err
			}
			load := func() (config.Config, error) {
				c, err := config.LoadToServe(path)
				c.WithoutList = withoutList
				c.HTTP.Metrics = cmp.Or(seeing.metrics, c.HTTP.Metrics)
				return c, err
			}
			c, err := load()
			if err != nil {
				return err
			}
			hangUp, deaf := hangUps()
			defer deaf()
			var before *config.Config // what served until the last reload
			for {
				log, err := daemon.Logger(a.Err, cmp.Or(seeing.level, c.Log.Level), cmp.Or(seeing.format, c.Log.Format))
				if err != nil {
					return err
				}
				round, end := context.WithCancelCause(ctx)
				var next *config.Config
				var waiting sync.WaitGroup
				waiting.Go(func() { next = awaitReload(round, hangUp, load, c, log); end(daemon.ErrReload) })
				served, err := serve(round, a, c, log)
				end(nil)
				waiting.Wait()
				switch reloaded := errors.Is(context.Cause(round), daemon.ErrReload); {
				case ctx.Err() != nil:
					return err
				case next != nil && (err == nil || reloaded):
					if err != nil {
						log.Warn("the server ended with an error before its restart", "error", err)
					}
					if served {
						before = new(c)
					}
					c = *next
				case !served && before != nil:
					log.Error("the new configuration does not start; going back to the old one", "error", err)
					c, before = *before, nil
				default:
					return err
				}
			}
		},
	}
	cmd.Flags().BoolVar(&withoutList, "without-list", false,
		"serve a database that was restored without its departures list")
	addConfigFlag(cmd, &path)
	seeing.flags(cmd, "", "")
	return cmd
}

// awaitReload waits for a SIGHUP, and returns the new configuration if a server can start with
// it in place of one with the old configuration. Otherwise it logs why not and waits again. It
// returns nil when ctx is done.
func awaitReload(ctx context.Context, hangUp <-chan os.Signal, load func() (config.Config, error), old config.Config,
	log *slog.Logger) *config.Config {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-hangUp:
		}
		c, err := load()
		if err == nil {
			log.Info("trying the new configuration")
			err = daemon.Try(ctx, c, old, log)
		}
		if err == nil {
			log.Info("restarting with the new configuration")
			return &c
		}
		log.Error("the new configuration is wrong; the old one stays", "error", err)
	}
}

// serve runs the server with a configuration until ctx is done. It reports whether the server
// started.
func serve(ctx context.Context, a *app, c config.Config, log *slog.Logger) (served bool, err error) {
	log.Info("starting", "version", version())
	if len(c.Variables) > 0 {
		log.Info("settings by the environment", "variables", strings.Join(c.Variables, ", "))
	}
	for _, w := range c.Warnings {
		log.Warn(w)
	}
	if c.Trust.Open() { // at any log level
		fmt.Fprintln(a.Err, "turnpost: WARNING:", config.OpenWarning)
	}
	daemon.SaveMemory(ctx, log)
	d, err := daemon.New(ctx, c, a.Games, version(), log)
	if err == nil {
		defer d.Close()
		if len(a.Program) > 0 {
			d.SearchApart(a.Program)
		}
		err = d.Listen(ctx, c)
	}
	if err == nil {
		err = d.Check(ctx)
	}
	if ctx.Err() != nil { // stopped while it waited
		return false, nil
	}
	if err != nil {
		return false, err
	}
	intake := c.LMTP.Listen
	if c.Polls() {
		intake = c.IMAP.Addr()
	}
	log.Info("serving", "intake", intake, "smtp", c.SMTP.Addr(), "database", db.Redacted(c.Database.Where()))
	err = d.Run(ctx)
	log.Info("stopped")
	return true, err
}

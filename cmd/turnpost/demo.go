package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"turnpost/mail"
	"turnpost/mail/postoffice"
)

const demoLong = `Run a whole post office, the daemon and a prompt in one process, on this machine
alone, so that games by mail can be seen and tried without any mail account.

On a terminal there is a prompt: you write as Alice or as Bob and read the
letters that come back. Without a terminal, or with --headless, it only serves
until SIGINT or SIGTERM, and prints how to point a mail program at it.

  turnpost demo
  turnpost demo --headless --smtp 127.0.0.1:0 --imap 127.0.0.1:0
  turnpost demo --day 30s

All letters really go through SMTP and IMAP. Everybody's password is "demo".
Mail is forgotten at the end; games are too, unless --db names a file to keep
them in.`

// Who is who in the demo.
const (
	demoDomain   = "demo.test"
	demoPassword = "demo"
	demoRobot    = "games@" + demoDomain
)

// demoOptions are the flags of the demo.
type demoOptions struct {
	smtp, imap string
	db         string // empty: a temporary one
	day        time.Duration
	headless   bool
	seeingFlags
}

// demoCommand is `turnpost demo`.
func (a *app) demoCommand() *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try it: a post office, the daemon and a prompt in one",
		Long:  demoLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			err := a.demo(ctx, o, a.newDemoPrompt(o.headless))
			if errors.Is(err, context.Canceled) { // to leave is no failure, however early
				return nil
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.smtp, "smtp", "127.0.0.1:2525", "where the post office takes mail; port 0 is any free one")
	f.StringVar(&o.imap, "imap", "127.0.0.1:1143", "where the post office shows mail; port 0 is any free one")
	f.StringVar(&o.db, "db", "", "keep the games in this database file (default a temporary one)")
	f.DurationVar(&o.day, "day", 24*time.Hour, "how long a day lasts, such as 30s: the games' clock runs that much faster")
	f.BoolVar(&o.headless, "headless", false, "only serve, without the prompt")
	o.seeingFlags.flags(cmd, "warn", "text")
	return cmd
}

// demo runs until ctx is done or the prompt is left. It may return ctx's error.
func (a *app) demo(ctx context.Context, o demoOptions, prompt demoPrompt) error {
	if o.day < time.Second {
		return exitf(exitUsage, "--day: a day of %s is too short to be watched; it lasts at least 1s", o.day)
	}
	if err := o.seeingFlags.check(); err != nil {
		return err
	}
	log, err := prompt.logger(o.level, o.format)
	if err != nil {
		return err
	}
	office, err := openDemoOffice(o, log)
	if err != nil {
		return err
	}
	defer office.Close()

	path := o.db
	if path == "" {
		dir, err := os.MkdirTemp("", "turnpost-demo-")
		if err != nil {
			return exitWith(exitDatabase, err)
		}
		defer os.RemoveAll(dir)
		path = filepath.Join(dir, "turnpost.db")
	}
	c, err := demoConfig(office, path)
	if err != nil {
		return err
	}
	s, err := a.newService(ctx, c, log)
	if err != nil {
		return err
	}
	defer s.close()
	if err := setDemoTime(ctx, s, o.day); err != nil {
		return exitWith(exitDatabase, err)
	}
	if err := s.check(ctx); err != nil {
		return err
	}

	if err := s.listen(HTTPConfig{Metrics: o.metrics}); err != nil {
		return err
	}

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.run(ctx) })
	group.Go(func() error {
		defer stop() // whoever leaves the prompt ends the demo
		return prompt.run(ctx, office)
	})
	return group.Wait()
}

// openDemoOffice starts the post office. An address that cannot be listened on
// is an unreachable server to scripts; one that makes no sense is a wrong flag.
func openDemoOffice(o demoOptions, log *slog.Logger) (*postoffice.PostOffice, error) {
	office, err := postoffice.Start(postoffice.Config{
		Domain: demoDomain, Password: demoPassword, SMTPAddr: o.smtp, IMAPAddr: o.imap, Log: log,
	})
	if network, ok := errors.AsType[*net.OpError](err); ok {
		return nil, exitf(exitServer, "the demo's post office cannot listen on %s (%w); does another demo run? --smtp and --imap choose other addresses, such as 127.0.0.1:0 for any free port", network.Addr, network.Err)
	}
	return office, exitWith(exitUsage, err)
}

// demoConfig is the daemon's configuration for the post office.
func demoConfig(office *postoffice.PostOffice, path string) (Config, error) {
	c := defaultConfig()
	c.Robot.Address = demoRobot
	c.Database = databaseAt(path)
	c.Trust.AuthservID = demoDomain
	// IDLE brings news at once; this is for whoever is unlucky with it.
	c.IMAP.Poll = Duration{Duration: time.Second}
	for _, server := range []struct {
		addr   string
		config *ServerConfig
	}{{office.IMAPAddr(), &c.IMAP.ServerConfig}, {office.SMTPAddr(), &c.SMTP.ServerConfig}} {
		host, port, err := hostPort(server.addr)
		if err != nil {
			return Config{}, err
		}
		*server.config = ServerConfig{Host: host, Port: port, TLS: mail.Plain, User: demoRobot, Secret: demoPassword}
	}
	return c, nil
}

// hostPort takes an address as a listener tells it apart.
func hostPort(addr string) (host string, port int, err error) {
	host, p, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("the post office's address: %w", err)
	}
	port, err = strconv.Atoi(p)
	return host, port, err
}

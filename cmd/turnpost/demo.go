package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
	"turnpost/mail/club/bot"
)

const demoLong = `Run a whole post office, the daemon and a prompt in one process, on this machine
alone, so that games by mail can be seen and tried without any mail account.

On a terminal there is a prompt: you write as Alice or as Bob and read the
letters that come back. A game against a robot lies on the table already.
Without a terminal, or with --headless, it only serves until SIGINT or SIGTERM,
and prints how to point a mail program at it.

  turnpost demo
  turnpost demo --headless --smtp 127.0.0.1:0 --imap 127.0.0.1:0
  turnpost demo --robot 5
  turnpost demo --day 30s

All letters really go through SMTP and IMAP. Everybody's password is "demo".
Mail is forgotten at the end; games are too, unless --db names a file to keep
them in.`

// demoCommand is `turnpost demo`.
func demoCommand(a *app) *cobra.Command {
	var o demo.Options
	var seeing seeingFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try it: a post office, the daemon and a prompt in one",
		Long:  demoLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if err := seeing.check(); err != nil {
				return err
			}
			o.Level, o.Format, o.Metrics = seeing.level, seeing.format, seeing.metrics
			d := demo.Demo{In: a.In, Out: a.Out, Err: a.Err, Games: a.Games, Version: version()}
			err := d.Run(ctx, o)
			if errors.Is(err, context.Canceled) { // to leave is no failure, however early
				return nil
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.SMTP, "smtp", "127.0.0.1:2525", "where the post office takes mail; port 0 is any free one")
	f.StringVar(&o.IMAP, "imap", "127.0.0.1:1143", "where the post office shows mail; port 0 is any free one")
	f.StringVar(&o.Database, "db", "", "keep the games in this database file (default a temporary one)")
	f.DurationVar(&o.Day, "day", 24*time.Hour, "how long a day lasts, such as 30s: the games' clock runs that much faster")
	f.IntVar(&o.Robot, "robot", bot.UsualLevel, "begin with a game against the robot of this level, 1 to 8; 0 begins with none")
	f.BoolVar(&o.Headless, "headless", false, "only serve, without the prompt")
	seeing.flags(cmd, "warn", "text")
	return cmd
}

package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/demo"
	"turnpost/mail/club/bot"
)

const demoLong = `Run a mail server, Turnpost and a prompt in one process, on this machine only, to try
games by mail without a mail account.

On a terminal it shows a prompt: write as Alice or Bob, and read the messages that come
back. A game against a computer player is ready. Without a terminal, or with
--headless, it serves until SIGINT or SIGTERM, and prints how to connect a mail program.

  turnpost demo
  turnpost demo --headless --smtp 127.0.0.1:0 --imap 127.0.0.1:0
  turnpost demo --robot 5
  turnpost demo --day 30s

All messages go through SMTP and IMAP. Everybody's password is "demo". Mail and games are
gone at the end, unless --db names a file for the games.`

// demoCommand is `turnpost demo`.
func demoCommand(a *app) *cobra.Command {
	var o demo.Options
	var seeing seeingFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try Turnpost: a mail server, Turnpost and a prompt in one process",
		Long:  demoLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if err := seeing.check(); err != nil {
				return err
			}
			o.Level, o.Format, o.Metrics = seeing.level, seeing.format, seeing.metrics
			d := demo.Demo{In: a.In, Out: a.Out, Err: a.Err, Games: a.Games, Version: version()}
			err := d.Run(ctx, o)
			if errors.Is(err, context.Canceled) { // leaving is not a failure
				return nil
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.SMTP, "smtp", "127.0.0.1:2525", "the address of the SMTP server; port 0 is any free one")
	f.StringVar(&o.IMAP, "imap", "127.0.0.1:1143", "the address of the IMAP server; port 0 is any free one")
	f.StringVar(&o.Database, "db", "", "keep the games in this database file (default a temporary one)")
	f.DurationVar(&o.Day, "day", 24*time.Hour, "how long a day lasts, such as 30s")
	f.IntVar(&o.Robot, "robot", bot.UsualLevel,
		"begin with a game against the computer player of this level, 1 to 9; 0 for none")
	f.BoolVar(&o.Headless, "headless", false, "serve without the prompt")
	seeing.flags(cmd, "warn", "text")
	return cmd
}

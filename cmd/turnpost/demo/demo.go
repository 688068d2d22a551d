// Package demo is Turnpost to be seen and tried without any mail account: a post
// office, a daemon at it, and a prompt, in one process on this machine alone.
//
// On a terminal the user writes as Alice or as Bob, and as anybody else, and reads
// the messages that come back; elsewhere the demo only serves, and says how to point
// a mail program at it. All messages really go through SMTP and IMAP. A day may last
// seconds: then the daemon's clock runs that much faster, and never back.
//
// The prompt says who writes, what is answered and whose turn it is; what became of
// a message that brings no answer it reads in the daemon's database (behind.go), which
// it never changes. Everybody who takes part has a mailbox, writes messages and gets
// some ([postoffice.Person]): there is no other way into a game, for a program neither.
//
// What is demonstrated is the daemon as it is (package daemon); nothing of it is
// made simpler here. Mail is gone at the end, and so are the games, unless a file
// is named to keep them in.
package demo

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/mail/club/bot"
	"turnpost/rules"
)

// Options are what the user may choose.
type Options struct {
	SMTP, IMAP string        // where the post office takes and shows mail
	Database   string        // a file to keep the games in; empty: a temporary one
	Day        time.Duration // how long a day lasts
	Headless   bool          // no prompt, even on a terminal
	Robot      int           // the level of the robot that the prompt begins with a game against; 0: none

	// Level and Format are of the log; Metrics is where numbers are served, or empty.
	Level, Format, Metrics string
}

// Demo is the demo of a program.
type Demo struct {
	In      io.Reader
	Out     io.Writer
	Err     io.Writer // of the log
	Games   []rules.Game
	Version string // of the program
}

// Run runs until ctx is done or the prompt is left. It may return ctx's error.
func (d *Demo) Run(ctx context.Context, o Options) error {
	return d.run(ctx, o, d.newPrompt(o.Headless))
}

func (d *Demo) run(ctx context.Context, o Options, prompt prompt) error {
	if o.Day < time.Second {
		return cli.Errorf(cli.ExitUsage, "--day: a day of %s is too short to be watched; it lasts at least 1s", o.Day)
	}
	if o.Robot < 0 || o.Robot > bot.Levels {
		return cli.Errorf(cli.ExitUsage, "--robot: there is no level %d; there are 1 to %d, and 0 for no game",
			o.Robot, bot.Levels)
	}
	log, err := daemon.Logger(prompt.log(), o.Level, o.Format)
	if err != nil {
		return err
	}
	post, err := StartOffice(o.SMTP, o.IMAP, log)
	if err != nil {
		return err
	}
	defer post.Close()

	path := o.Database
	if path == "" {
		dir, err := os.MkdirTemp("", "turnpost-demo-")
		if err != nil {
			return cli.WithStatus(cli.ExitDatabase, err)
		}
		defer os.RemoveAll(dir)
		path = filepath.Join(dir, "turnpost.db")
	}
	c, err := OfficeConfig(post, path)
	if err != nil {
		return err
	}
	served, err := daemon.New(ctx, c, d.Games, d.Version, log)
	if err != nil {
		return err
	}
	defer served.Close()
	if err := setTime(ctx, served, o.Day); err != nil {
		return cli.WithStatus(cli.ExitDatabase, err)
	}
	if err := served.Check(ctx); err != nil {
		return err
	}
	if err := served.Listen(config.Config{Shown: config.Shown{HTTP: config.HTTP{Metrics: o.Metrics}}}); err != nil {
		return err
	}

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return served.Run(ctx) })
	group.Go(func() error {
		defer stop() // whoever leaves the prompt ends the demo
		return prompt.run(ctx, post, behind{db: served.DB, games: d.Games, due: served.Deadline}, o.Robot)
	})
	return group.Wait()
}

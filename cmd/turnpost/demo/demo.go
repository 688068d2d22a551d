// Package demo runs Turnpost without a mail account: a mail server, Turnpost and a prompt, in
// one process on this machine. It also writes previews of messages ([WritePreview]).
//
// On a terminal the user writes as Alice, Bob or anybody else, and reads the messages that
// come back; elsewhere the demo only serves, and prints how to connect a mail program. All
// messages go through SMTP and IMAP. A day may last seconds: then the server's clock runs
// faster, and never goes back.
//
// The prompt shows who writes, which message is answered and whose turn it is. It reads in the
// server's database what happened to a message without an answer (behind.go), and never
// changes it. Every player, people and programs, has a mailbox and plays by mail
// ([postoffice.Person]).
//
// The server is the real one (package daemon). Mail is gone at the end, and so are games,
// unless a file is named for them.
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

// Options are the user's choices.
type Options struct {
	SMTP, IMAP string        // addresses of the mail server
	Database   string        // a file for the games; empty: a temporary one
	Day        time.Duration // how long a day lasts
	Headless   bool          // no prompt, even on a terminal
	Robot      int           // the level of the bot in the first game; 0: no game

	// Level and Format are of the log; Metrics is the address of metrics, or empty.
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

// Run runs until ctx is done or the user leaves the prompt. It may return ctx's error.
func (d *Demo) Run(ctx context.Context, o Options) error {
	return d.run(ctx, o, d.newPrompt(o.Headless))
}

func (d *Demo) run(ctx context.Context, o Options, prompt prompt) error {
	if o.Day < time.Second {
		return cli.Errorf(cli.ExitUsage, "--day: a day of %s is too short; it must be at least 1s", o.Day)
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
	if err := served.Listen(ctx,
		config.Config{Publicity: config.Publicity{HTTP: config.HTTP{Metrics: o.Metrics}}}); err != nil {
		return err
	}

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return served.Run(ctx) })
	group.Go(func() error {
		defer stop() // leaving the prompt ends the demo
		return prompt.run(ctx, post, behind{db: served.DB, games: d.Games, due: served.Deadline}, o.Robot)
	})
	return group.Wait()
}

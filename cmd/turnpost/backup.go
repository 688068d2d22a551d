package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/backup"
)

// backupCommand is `turnpost backup`.
func backupCommand(a *app) *cobra.Command {
	var s store
	var series backup.Series
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database into a file, while the server runs",
		Long: `Copy the database into a new file while the server runs. FILE must not exist. It appears
when the copy is complete and on the disk, and only its owner can read it: it contains
messages, addresses and keys. It is a complete SQLite database, also if the original is
in PostgreSQL.

  turnpost backup /var/backups/turnpost-$(date +%F).db

'turnpost verify --db FILE' checks a backup, and 'turnpost restore' brings it back.

With --every, FILE is a folder for a series of backups, which ends with SIGINT or
SIGTERM; --keep is how many are kept. Each is read and checked before the oldest is
deleted. 'turnpost serve' can do the same: see [database.backup].

  turnpost backup --every 1h --keep 48 /var/backups/turnpost`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("keep") && series.Every == 0 {
				return cli.Errorf(cli.ExitUsage, "--keep needs --every")
			}
			if series.Every != 0 {
				series.Dir = args[0]
				return a.keepBackups(ctx, series, path)
			}
			copied, what := backup.Pages, "copying pages"
			if db.IsURL(path) {
				copied, what = db.Copy, "copying rows"
			}
			bar := cli.Progress(a.Err, -1, what)
			err = copied(ctx, path, args[0], func(done, total int) {
				bar.ChangeMax(total)
				_ = bar.Set(done)
			})
			_ = bar.Finish()
			if err != nil {
				return unopened(err)
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s: %s\n", args[0], octets(info.Size()))
			return err
		},
	}
	addStoreFlags(cmd, &s)
	cmd.Flags().DurationVar(&series.Every, "every", 0, "make backups at this interval, into a folder")
	cmd.Flags().IntVar(&series.Keep, "keep", 48, "how many backups to keep")
	return cmd
}

// keepBackups makes backups of a database into a folder until ctx is done.
func (a *app) keepBackups(ctx context.Context, series backup.Series, path string) error {
	if series.Every < time.Minute || series.Keep < 1 {
		return cli.Errorf(cli.ExitUsage, "--every is at least a minute, and --keep at least 1")
	}
	if _, err := series.Files(); err != nil {
		return cli.WithStatus(cli.ExitUsage, err)
	}
	series.Run(ctx, path, time.Now, func(name string, err error) {
		if err != nil {
			fmt.Fprintln(a.Err, "turnpost: a backup failed, and is tried again:", err)
			return
		}
		fmt.Fprintln(a.Out, name)
	})
	return nil
}

// octets formats a size for people.
func octets(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

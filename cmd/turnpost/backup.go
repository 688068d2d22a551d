package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
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
		Long: `Copy the database into a new file, one state of it, while the server runs and
letters are played. FILE must not be there yet; it appears when the copy is
whole and on the disk, and only its owner can read it: it holds the letters, the
addresses and the keys. It is an SQLite database, complete in itself, whether the
one that it was made of is SQLite or PostgreSQL.

  turnpost backup /var/backups/turnpost-$(date +%F).db

'turnpost verify --db FILE' proves a backup, and 'turnpost restore' brings it back.

With --every FILE is a folder, into which a backup goes every so often until SIGINT or
SIGTERM; --keep says how many stay. Each is tried, whether it can be read, before the
oldest goes. 'turnpost serve' does the same by itself ([database.backup]).

  turnpost backup --every 1h --keep 48 /var/backups/turnpost`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("keep") && series.Every == 0 {
				return exit.Errorf(exit.Usage, "--keep stands without --every")
			}
			if series.Every != 0 {
				series.Dir = args[0]
				return a.keepBackups(ctx, series, path)
			}
			copied, what := backup.Pages, "copying pages"
			if db.IsURL(path) {
				copied, what = db.Copy, "copying rows"
			}
			bar := terminal.Progress(a.Err, -1, what)
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
	cmd.Flags().DurationVar(&series.Every, "every", 0, "make one so often, into a folder, until it is stopped")
	cmd.Flags().IntVar(&series.Keep, "keep", 48, "how many stay")
	return cmd
}

// keepBackups makes backups of a database into a folder until ctx is done.
func (a *app) keepBackups(ctx context.Context, series backup.Series, path string) error {
	if series.Every < time.Minute || series.Keep < 1 {
		return exit.Errorf(exit.Usage, "--every is a minute or more, and --keep 1 or more")
	}
	if _, err := series.Files(); err != nil {
		return exit.With(exit.Usage, err)
	}
	series.Run(ctx, path, time.Now, func(name string, err error) {
		if err != nil {
			fmt.Fprintln(a.Err, "turnpost: a backup failed; it is tried again:", err)
			return
		}
		fmt.Fprintln(a.Out, name)
	})
	return nil
}

// octets is a size as people read it.
func octets(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

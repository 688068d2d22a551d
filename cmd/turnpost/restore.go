package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/lock"
	"turnpost/db"
	"turnpost/db/backup"
)

// restoreCommand is `turnpost restore`.
func restoreCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Make a backup the database again",
		Long: `Make a backup the database again. The server must not run. The backup is only
read: a copy of it is checked (damage, foreign keys, a schema that this program
knows), brought forward to this program's schema, and verified: every game is
replayed. Only then does it take the database's place. The database that was
there stays beside it, under its name with ".before-restore". A database on a
PostgreSQL server must be empty: make a new one and give it in the configuration,
so that the present one stays there as well.

  turnpost restore /var/backups/turnpost-2026-11-20.db

What came after the backup is not lost while the mail server has it: move the
letters from the mailbox's folder of stored ones (Turnpost/Done) back into the
inbox. Those that the backup knows are played no second time. Letters that were
waiting to be sent when it was made are sent again, with the same Message-ID.`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			return exit.With(exit.Database, a.restore(ctx, args[0], path))
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

func (a *app) restore(ctx context.Context, from, path string) (err error) {
	if db.IsURL(path) {
		return a.restoreToServer(ctx, from, path)
	}
	unlock, err := lock.File(path + ".lock")
	if err != nil {
		return fmt.Errorf("the database %s: %w; stop the server first", path, err)
	}
	defer unlock()
	if kept := path + backup.BeforeRestore; exists(path) && exists(kept) {
		return fmt.Errorf("%s is there, from an earlier restore; move it away first", kept)
	}
	prepared, err := backup.Prepare(ctx, from, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.DiscardFile(prepared)) }()
	games, err := a.verifyBackup(ctx, prepared, from)
	if err != nil {
		return err
	}
	kept, err := backup.Replace(ctx, prepared, path)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "%d games replayed, all as stored\n%s is %s again\n", games, path, from)
	if kept != "" {
		fmt.Fprintf(a.Out, "what was there is in %s\n", kept)
	}
	return a.tellLater()
}

// restoreToServer copies a backup into an empty database of a server.
func (a *app) restoreToServer(ctx context.Context, from, where string) error {
	dir, err := os.MkdirTemp("", "turnpost-restore-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	prepared, err := backup.Prepare(ctx, from, filepath.Join(dir, "turnpost.db"))
	if err != nil {
		return err
	}
	games, err := a.verifyBackup(ctx, prepared, from)
	if err != nil {
		return err
	}
	if err := a.copyRows(ctx, prepared, where); err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "%d games replayed, all as stored\n%s is %s again\n", games, db.Redacted(where), from)
	return a.tellLater()
}

// verifyBackup verifies the copy of a backup that is to be the database.
func (a *app) verifyBackup(ctx context.Context, prepared, from string) (games int, err error) {
	games, faults, err := a.verifyFile(ctx, prepared, time.Time{})
	if err != nil {
		return 0, err
	}
	if len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(a.Out, faultLine(f))
		}
		return 0, exit.Errorf(exit.Failed, "the backup %s does not verify: nothing was changed; take another one", from)
	}
	return games, nil
}

func (a *app) tellLater() error {
	_, err := fmt.Fprintln(a.Out, "Letters that came after the backup: move them from Turnpost/Done back into the inbox.")
	return err
}

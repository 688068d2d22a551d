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
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/backup"
)

// restoreCommand is `turnpost restore`.
func restoreCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Make a backup the database again",
		Long: `Make a backup the database again. The server must not run. The backup itself is only read:
a copy is checked (damage, foreign keys, a known schema), upgraded to this program's
schema, and verified by replaying every game. Then it replaces the database. The old
database stays beside it, with ".before-restore" after its name. A PostgreSQL database
must be empty: make a new one and set it in the configuration, so that the old one stays
too.

  turnpost restore /var/backups/turnpost-2026-11-20.db

Messages that arrived after the backup are still in the mailbox: move them from the
folder of stored messages (Turnpost/Done) back into the inbox. Those that the backup
contains are not played again. Messages that waited to be sent when it was made are sent
again, with the same Message-ID.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			return cli.WithStatus(cli.ExitDatabase, a.restore(ctx, args[0], path))
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

func (a *app) restore(ctx context.Context, from, path string) (err error) {
	if db.IsURL(path) {
		return a.restoreToServer(ctx, from, path)
	}
	unlock, err := daemon.LockFile(path + ".lock")
	if err != nil {
		return fmt.Errorf("the database %s: %w; stop the server first", path, err)
	}
	defer unlock()
	if kept := path + backup.BeforeRestore; exists(path) && exists(kept) {
		return fmt.Errorf("%s exists from an earlier restore; move it away first", kept)
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
	fmt.Fprintf(a.Out, "%d games replayed, no faults\n%s is restored from %s\n", games, path, from)
	if kept != "" {
		fmt.Fprintf(a.Out, "the old database is in %s\n", kept)
	}
	return a.remindOfMailbox()
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
	fmt.Fprintf(a.Out, "%d games replayed, no faults\n%s is restored from %s\n", games, db.Redacted(where), from)
	return a.remindOfMailbox()
}

// verifyBackup verifies the copy of a backup before it becomes the database.
func (a *app) verifyBackup(ctx context.Context, prepared, from string) (games int, err error) {
	games, faults, err := a.verifyFile(ctx, prepared, time.Time{})
	if err != nil {
		return 0, err
	}
	if len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(a.Out, faultLine(f))
		}
		return 0, cli.Errorf(cli.ExitFailed, "the backup %s has faults: nothing was changed; use another one", from)
	}
	return games, nil
}

func (a *app) remindOfMailbox() error {
	_, err := fmt.Fprintln(a.Out,
		"Messages that arrived after the backup: move them from Turnpost/Done back into the inbox.")
	return err
}

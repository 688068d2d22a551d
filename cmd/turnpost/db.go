package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/db"
)

// dbCommand is `turnpost db` and all below it.
func (a *app) dbCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "db",
		Short: "Move the database from SQLite to PostgreSQL or back",
		Long: `Turnpost keeps everything in a file of SQLite, or in a database of a PostgreSQL
server, which several Turnposts may share. A database is named by the path of its
file, or by a URL: postgres://user@host/name. A password does not belong on the
command line, where others see it: PGPASSWORD or the file of PGPASSFILE holds it.`,
	})
	cmd.AddCommand(a.dbCopyCommand())
	return cmd
}

// dbCopyCommand is `turnpost db copy`.
func (a *app) dbCopyCommand() *cobra.Command {
	var serving bool
	cmd := &cobra.Command{
		Use:   "copy FROM TO",
		Short: "Copy a database into an empty one, of SQLite or PostgreSQL",
		Long: `Copy one state of a database into an empty one, of the same engine or the other,
and verify the copy: rows are counted, every game is replayed, and the ledgers are
held against each other. FROM and TO are files of SQLite or postgres:// URLs. TO
is a file that is not there yet, or a database of a server that holds nothing.

  turnpost db copy turnpost.db postgres://turnpost@db.example.org/turnpost
  turnpost db copy postgres://turnpost@db.example.org/turnpost turnpost.db

Stop the server first, start it on the copy afterwards, and then never again on
the old one. With --while-serving it may run on: that is a rehearsal, for what it
plays after the copy is not in it.`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return exitWith(exitDatabase, a.copyDatabase(ctx, args[0], args[1], serving))
		},
	}
	cmd.Flags().BoolVar(&serving, "while-serving", false, "copy although a server is running on FROM")
	return cmd
}

func (a *app) copyDatabase(ctx context.Context, from, to string, serving bool) (err error) {
	if !db.IsURL(from) && !serving && exists(from) {
		// It is held meanwhile, so that no server starts either.
		unlock, err := lockFile(from + ".lock")
		if err != nil {
			return fmt.Errorf("%s: %w; letters that it handles after the copy would be missing in it: stop the server first, or use --while-serving for a rehearsal", from, err)
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	if err := a.copyRows(ctx, from, to); err != nil {
		return err
	}
	games, faults, err := a.verifyFile(ctx, to)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(a.out, faultLine(f))
		}
		return exitf(exitFailed, "the copy does not verify; 'turnpost verify' says whether %s does", db.Redacted(from))
	}
	_, err = fmt.Fprintf(a.out, "%d games replayed, all as stored\n%s is in %s now\n", games, db.Redacted(from), db.Redacted(to))
	return err
}

// copyRows copies a database into another and shows how far it is.
func (a *app) copyRows(ctx context.Context, from, to string) error {
	bar := a.progress(-1, "copying rows")
	err := db.Copy(ctx, from, to, func(done, total int) {
		bar.ChangeMax(total)
		_ = bar.Set(done)
	})
	_ = bar.Finish()
	return err
}

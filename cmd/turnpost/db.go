package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/lock"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// dbCommand is `turnpost db` and all below it.
func dbCommand(a *app) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "db",
		Short: "Move the database to another engine, tell its size, give room back",
		Long: `Turnpost keeps everything in a file of SQLite, or in a database of a PostgreSQL
server, which several Turnposts may share. A database is named by the path of its
file, or by a URL: postgres://user@host/name. A URL on the command line holds
no password, for others see it there: the environment variable PGPASSWORD has it,
or the file ~/.pgpass (PGPASSFILE), or the configuration. The password of two
servers at once, for 'db copy', is a matter of ~/.pgpass.`,
	})
	cmd.AddCommand(dbCopyCommand(a), dbSizeCommand(a), dbVacuumCommand(a))
	return cmd
}

// dbCopyCommand is `turnpost db copy`.
func dbCopyCommand(a *app) *cobra.Command {
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

Stop every server first, start them on the copy afterwards, and then never again on
the old one. One that was killed counts as running until its lease is over, some
seconds. With --while-serving it may run on: that is a rehearsal, for what it
plays after the copy is not in it.`,
		Args: cli.Arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.WithoutPassword(args...); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return exit.With(exit.Database, a.copyDatabase(ctx, args[0], args[1], serving))
		},
	}
	cmd.Flags().BoolVar(&serving, "while-serving", false, "copy although a server is running on FROM")
	return cmd
}

// rehearse is what to do instead of copying a database that is served.
const rehearse = "letters that it handles after the copy would be missing in it: stop the server first, or use --while-serving for a rehearsal"

func (a *app) copyDatabase(ctx context.Context, from, to string, serving bool) (err error) {
	switch {
	case serving:
	case db.IsURL(from):
		if err := atRest(ctx, from, rehearse); err != nil {
			return err
		}
	case exists(from):
		// It is held meanwhile, so that no server starts either.
		unlock, err := lock.File(from + ".lock")
		if err != nil {
			return fmt.Errorf("%s: %w; %s", from, err, rehearse)
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	if err := a.copyRows(ctx, from, to); err != nil {
		return err
	}
	if !serving && db.IsURL(from) { // nothing keeps a server from starting
		if err := atRest(ctx, from, "it began during the copy; stop it, and copy anew"); err != nil {
			return err
		}
	}
	games, faults, err := a.verifyFile(ctx, to, time.Time{})
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(a.Out, faultLine(f))
		}
		return exit.Errorf(exit.Failed, "the copy does not verify; 'turnpost verify' says whether %s does", db.Redacted(from))
	}
	_, err = fmt.Fprintf(a.Out, "%d games replayed, all as stored\n%s is in %s now\n", games, db.Redacted(from), db.Redacted(to))
	return err
}

// atRest returns an error that names the servers which run on a database. One that
// was killed counts for some seconds, until its lease is over. advice is what to do then.
func atRest(ctx context.Context, where, advice string) error {
	d, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer d.Close()
	var living []db.Daemon
	if err := d.View(ctx, func(tx *db.Tx) (err error) { living, err = tx.Living(); return err }); err != nil || len(living) == 0 {
		return err
	}
	var names []string
	for _, l := range living {
		names = append(names, fmt.Sprintf("%s (until %s, if it was killed)", terminal.OneLine(l.Name), terminal.Stamp(l.LeaseUntil).Clock()))
	}
	return fmt.Errorf("%s: another turnpost is using it: %s; %s", db.Redacted(where), strings.Join(names, ", "), advice)
}

// copyRows copies a database into another and shows how far it is.
func (a *app) copyRows(ctx context.Context, from, to string) error {
	bar := terminal.Progress(a.Err, -1, "copying rows")
	err := db.Copy(ctx, from, to, func(done, total int) {
		bar.ChangeMax(total)
		_ = bar.Set(done)
	})
	_ = bar.Finish()
	return err
}

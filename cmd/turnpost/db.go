package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

// dbCommand is `turnpost db` and its subcommands.
func dbCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "db",
		Short: "Copy the database to another engine, print its size, reduce its file",
		Long: `Turnpost keeps everything in a SQLite file, or in a PostgreSQL database that several
servers can share. A database is named by the path of its file or by a URL:
postgres://user@host/name. A URL on the command line must not contain a password, which
others could see: use the environment variable PGPASSWORD, the file ~/.pgpass
(PGPASSFILE), or the configuration. Two passwords at once, for 'db copy', need
~/.pgpass.`,
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
		Long: `Copy a database into an empty one of the same or the other engine, and verify the copy:
rows are counted, every game is replayed, and the records are checked against each
other. FROM and TO are SQLite files or postgres:// URLs. TO is a file that does not
exist, or an empty database.

  turnpost db copy turnpost.db postgres://turnpost@db.example.org/turnpost
  turnpost db copy postgres://turnpost@db.example.org/turnpost turnpost.db

Stop all servers before the copy, start them on the copy, and never use the old one
again. A server that was killed counts as running for some seconds, until its lease
expires. With --while-serving servers may run: for a rehearsal, because what they do
after the copy is missing in it.`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := withoutPassword(args...); err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return cli.WithStatus(cli.ExitDatabase, a.copyDatabase(ctx, args[0], args[1], serving))
		},
	}
	cmd.Flags().BoolVar(&serving, "while-serving", false, "copy while a server is running on FROM")
	return cmd
}

// rehearse is the advice for copying a database while a server runs on it.
const rehearse = "messages that it handles after the copy would be missing: stop the server first, or use " +
	"--while-serving for a rehearsal"

func (a *app) copyDatabase(ctx context.Context, from, to string, serving bool) (err error) {
	switch {
	case serving:
	case db.IsURL(from):
		if err := atRest(ctx, from, rehearse); err != nil {
			return err
		}
	case exists(from):
		// The lock also keeps a server from starting.
		unlock, err := daemon.LockDatabaseFile(from + ".lock")
		if err != nil {
			return fmt.Errorf("%s: %w; %s", from, err, rehearse)
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	if err := a.copyRows(ctx, from, to); err != nil {
		return err
	}
	if !serving && db.IsURL(from) { // there is no lock that keeps a server from starting
		if err := atRest(ctx, from, "it started during the copy; stop it, and copy again"); err != nil {
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
		return cli.Errorf(cli.ExitFailed, "the copy has faults; check by 'turnpost verify' whether %s has them too",
			db.Redacted(from))
	}
	_, err = fmt.Fprintf(a.Out, "%d games replayed, no faults\n%s is copied to %s\n", games, db.Redacted(from),
		db.Redacted(to))
	return err
}

// atRest returns an error that names the servers that run on a database, with advice. A
// server that was killed counts until its lease expires, some seconds.
func atRest(ctx context.Context, where, advice string) error {
	d, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer d.Close()
	var living []db.Daemon
	if err := d.View(ctx, func(tx *db.Tx) (err error) { living, err = tx.Living(); return err }); err != nil ||
		len(living) == 0 {
		return err
	}
	var names []string
	for _, l := range living {
		names = append(names,
			fmt.Sprintf("%s (until %s, if it was killed)", cli.OneLine(l.Name), cli.PrintedTime(l.LeaseUntil).Clock()))
	}
	return fmt.Errorf("%s: another turnpost is using it: %s; %s", db.Redacted(where), strings.Join(names, ", "), advice)
}

// copyRows copies a database into another, with a progress bar.
func (a *app) copyRows(ctx context.Context, from, to string) error {
	bar := cli.Progress(a.Err, -1, "copying rows")
	err := db.Copy(ctx, from, to, func(done, total int) {
		bar.ChangeMax(total)
		_ = bar.Set(done)
	})
	_ = bar.Finish()
	return err
}

// dbSizeCommand is `turnpost db size`.
func dbSizeCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "size",
		Short: "Print how much space the database and its tables take",
		Long: `Print the size of the database, how much of it is free for new rows, and its tables, the
largest first: rows and bytes. For SQLite the bytes are without indexes, which take most
of the rest of the file; for PostgreSQL they are included. The last line divides the
whole by the plies and by the games that were played. It reads all rows; a server may
be running.

  turnpost db size
  turnpost db size --json

--json writes one object: "octets", "free", "octets_per_ply", "octets_per_game" (0: there
are none) and "tables", a list of {"name","rows","octets"}.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			sheet, err := sizeSheetOf(cmd.Context(), s)
			if err != nil {
				return err
			}
			if s.json {
				return cli.PrintJSON(a.Out, sheet)
			}
			fmt.Fprintf(a.Out, "%s, %s of it free\n\n", octets(sheet.Octets), octets(sheet.Free))
			if err := cli.PrintRows(a.Out, false, sheet.Tables, "no tables", "TABLE\tROWS\tSIZE",
				func(t db.TableSize) string {
					return fmt.Sprintf("%s\t%d\t%s", t.Name, t.Rows, octets(t.Octets))
				}); err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "\na ply takes %s, a game %s\n", octets(sheet.PerPly), octets(sheet.PerGame))
			return err
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

func sizeSheetOf(ctx context.Context, s store) (sheet db.DatabaseSize, err error) {
	path, err := s.where()
	if err != nil {
		return sheet, err
	}
	if err := s.view(ctx,
		func(tx *db.Tx) (err error) { sheet.Octets, sheet.Free, err = tx.Size(); return err }); err != nil {
		return sheet, err
	}
	return sheet, cli.WithStatus(cli.ExitDatabase, sheet.Fill(ctx, path))
}

// dbVacuumCommand is `turnpost db vacuum`.
func dbVacuumCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "vacuum",
		Short: "Return unused space to the disk",
		Long: `Return unused space to the disk, which helps after much was deleted. Otherwise new rows use
the space, and what was erased is overwritten at once in any case. A SQLite file is
rewritten: the server must not run, and the disk needs room for a second copy. In
PostgreSQL the space becomes free for new rows while servers run, as by its autovacuum.

  turnpost db vacuum`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			d, err := s.open(ctx)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, cli.WithStatus(cli.ExitDatabase, d.Close())) }()
			if !db.IsURL(path) {
				unlock, err := daemon.LockDatabaseFile(path + ".lock")
				if err != nil {
					return cli.Errorf(cli.ExitDatabase, "the database %s: %w; stop the server first", path, err)
				}
				defer unlock()
			}
			size := func() (n int64, err error) {
				err = d.View(ctx, func(tx *db.Tx) (err error) { n, _, err = tx.Size(); return err })
				return n, err
			}
			before, err := size()
			if err == nil {
				err = d.Vacuum(ctx)
			}
			if err != nil {
				return cli.WithStatus(cli.ExitDatabase, err)
			}
			after, err := size()
			fmt.Fprintf(a.Out, "%s before, %s now\n", octets(before), octets(after))
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

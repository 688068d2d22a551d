package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/lock"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/db/examine"
)

// dbSizeCommand is `turnpost db size`.
func dbSizeCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "size",
		Short: "Tell what takes how much room in the database",
		Long: `Tell how large the database is, how much of it is free for new rows, and what its tables
take, the largest first: rows and octets. Of SQLite that is what is in the rows, and
indexes are most of the rest of the file; of PostgreSQL it is with them. Last comes all of it
divided by the plies and by the games that were played. It reads all rows; a server
may be running.

  turnpost db size
  turnpost db size --json

With --json there is one object: "octets", "free", "octets_per_ply", "octets_per_game" (0:
there are none) and "tables", a list of {"name","rows","octets"}.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			sheet, err := sizeSheetOf(cmd.Context(), s)
			if err != nil {
				return err
			}
			if s.json {
				return terminal.Object(a.Out, sheet)
			}
			fmt.Fprintf(a.Out, "%s, of which %s are free\n\n", octets(sheet.Octets), octets(sheet.Free))
			if err := terminal.Rows(a.Out, false, sheet.Tables, "no tables", "TABLE\tROWS\tSIZE", func(t examine.TableSize) string {
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

func sizeSheetOf(ctx context.Context, s store) (sheet examine.Sheet, err error) {
	path, err := s.where()
	if err != nil {
		return sheet, err
	}
	if err := s.view(ctx, func(tx *db.Tx) (err error) { sheet.Octets, sheet.Free, err = tx.Size(); return err }); err != nil {
		return sheet, err
	}
	return sheet, exit.With(exit.Database, sheet.Fill(ctx, path))
}

// dbVacuumCommand is `turnpost db vacuum`.
func dbVacuumCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "vacuum",
		Short: "Give the room of what was erased back",
		Long: `Give the room of what was erased back. A file of SQLite is written anew: the server must
not run, and the disk must have room for it once more. What was erased is
overwritten when it is erased, whether this is run or not, and new rows take its
room: it is of use when much less is kept than before. PostgreSQL makes the room free
for new rows while servers run, as its autovacuum does.

  turnpost db vacuum`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			d, err := s.open(ctx)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, exit.With(exit.Database, d.Close())) }()
			if !db.IsURL(path) {
				unlock, err := lock.File(path + ".lock")
				if err != nil {
					return exit.Errorf(exit.Database, "the database %s: %w; stop the server first", path, err)
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
				return exit.With(exit.Database, err)
			}
			after, err := size()
			fmt.Fprintf(a.Out, "%s before, %s now\n", octets(before), octets(after))
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// The answer of verify --json. The names of the keys are a contract with
// programs.
type (
	verified struct {
		Games  int             `json:"games"`
		Faults []verifiedFault `json:"faults"`
	}
	verifiedFault struct {
		Of   string `json:"of"`
		ID   int64  `json:"id"`
		What string `json:"what"`
		Mend string `json:"mend"`
	}
)

// verifyCommand is `turnpost verify`.
func verifyCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Replay every game, and check all that is stored",
		Long: `Replay every game from its plies and compare the result with what is stored;
read the conditional lines; hold the ledgers of letters, games, invitations,
clocks and ratings against each other; and ask the database whether it is whole
(of a server: its rows) and all references hold. Each fault is a line of output, with what to do about
it, and the exit status is 1; it is 7 if the file itself is damaged. The database
is only read, and a server may be running meanwhile. It may be a backup.

  turnpost verify --config turnpost.toml
  turnpost verify --db turnpost.db

With --json there is one object: "games" is how many were replayed, "faults" a
list of {"of","id","what","mend"}: what it is of (file, game, invitation, player,
letter in, letter out, key), its number, the fault, and what to do.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			games, faults, err := a.verifyFile(ctx, path)
			if err != nil {
				return unopened(err)
			}
			return a.tellFaults(s, games, faults)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// verifyFile verifies a database, and returns how many games it has.
func (a *app) verifyFile(ctx context.Context, where string) (games int, faults []daemon.Fault, err error) {
	d, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		return 0, nil, err
	}
	defer d.Close()
	checker, err := daemon.NewOperations(daemon.Nobody(), d, a.games)
	if err != nil {
		return 0, nil, err
	}
	bar := terminal.Progress(a.err, -1, "replaying games")
	faults, err = checker.Verify(ctx, func(done, total int) {
		games = total
		bar.ChangeMax(total)
		_ = bar.Set(done)
	})
	_ = bar.Finish()
	return games, faults, err
}

func (a *app) tellFaults(s store, games int, faults []daemon.Fault) error {
	damaged := false
	for _, f := range faults {
		damaged = damaged || f.Of == "file"
	}
	var err error
	switch {
	case s.json:
		answer := verified{games, []verifiedFault{}}
		for _, f := range faults {
			answer.Faults = append(answer.Faults, verifiedFault(f))
		}
		err = printObject(a.out, answer)
	case len(faults) == 0:
		_, err = fmt.Fprintf(a.out, "%d games replayed, all as stored\n", games)
	default:
		for _, f := range faults {
			if _, err = fmt.Fprintln(a.out, faultLine(f)); err != nil {
				break
			}
		}
	}
	switch {
	case err != nil:
		return err
	case damaged:
		return exit.Errorf(exit.Database, "the database is damaged")
	case len(faults) > 0:
		return exit.Errorf(exit.Failed, "%d faults in a database of %d games", len(faults), games)
	}
	return nil
}

// faultLine is a fault in one line.
func faultLine(f daemon.Fault) string {
	of := f.Of
	if f.ID != 0 {
		of = fmt.Sprintf("%s %d", f.Of, f.ID)
	}
	return fmt.Sprintf("%s: %s. To do: %s.", of, terminal.OneLine(f.What), f.Mend)
}

package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/mail/club"
	"turnpost/mail/verify"
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
	var since string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Replay every game, and check all that is stored",
		Long: `Replay every game by its rules, and compare what is stored with that: plies,
positions, results, clocks, the messages that played, and the seals that chain plies.
Compute all ratings again, from the first game on, and the divisions, pairings and
leaders of tournaments. Compare the texts of messages with their checksums, and reply
tokens with the keys. Check that rows do not contradict each other: of games,
invitations, players, pauses, messages in and out, daemons, tournaments, ladders,
followers and puzzles. Compare the schema with that of this program, and ask the database
whether it is whole (of a server: its rows) and all references hold.
Each fault is a line of output, with what to do about it; of more than twenty that are
alike one line says how many they are. The exit status is 1; it is 7 if the file itself
is damaged. The database is only read, with all processors, and a server may be running
meanwhile. It may be a backup. On a terminal it shows how far it is.

  turnpost verify --config turnpost.toml
  turnpost verify --db turnpost.db
  turnpost verify --db turnpost.db --since 2026-11-20
  turnpost verify --db turnpost.db --since 36h

With --since the games and tournaments that were over before that moment are left out,
the letters of before, and the reading of every page of the file: it takes what has
happened since.

A seal is a digest of a ply, and of the one before, with a key that lies in the same
database: it finds what was changed beside the server, by whoever had not read the key
as well. Who can read and write the whole file can forge all of it; against them keep
backups where they cannot write. Games from before version 28 of the schema have no
seals but of the plies since.

With --json there is one object: "games" is how many were replayed, "faults" a
list of {"of","id","what","mend"}: what it is of (file, game, invitation, player,
pause, letter in, letter out, tournament, ladder, follower, puzzle, daemon, key), its
number (of files and ladders 0), the fault, and what to do.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			path, err := s.where()
			if err != nil {
				return err
			}
			from, err := momentOf(since, time.Now())
			if err != nil {
				return err
			}
			games, faults, err := a.verifyFile(ctx, path, from)
			if err != nil {
				return unopened(err)
			}
			return a.tellFaults(s, games, faults)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().StringVar(&since, "since", "", "only what has happened since `TIME`: 2026-11-20, 2026-11-20T18:00:00Z, or so long ago, as 36h")
	return cmd
}

// momentOf is a moment that an operator writes: a day (UTC), a moment (RFC 3339), or how
// long ago it is; zero: none is written.
func momentOf(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago > 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, exit.Errorf(exit.Usage, "--since %q is no moment; write 2026-11-20, 2026-11-20T18:00:00Z, or 36h for so long ago", text)
}

// verifyFile verifies a database, and returns how many games it has.
func (a *app) verifyFile(ctx context.Context, where string, since time.Time) (games int, faults []verify.Fault, err error) {
	// Little is held at a time, and much goes by: garbage may grow for longer.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	if since.IsZero() && !db.IsURL(where) { // every page is read
		defer examine.Warm(ctx, where)()
	}
	d, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		return 0, nil, err
	}
	defer d.Close()
	bar := terminal.Progress(a.Err, -1, "replaying games")
	progress := func(done, total int) {
		games = total
		bar.ChangeMax(total)
		_ = bar.Set(done)
	}
	faults, err = verify.Check(ctx, club.New(a.Games, slog.New(slog.DiscardHandler)), d, verify.Options{Since: since, Progress: progress})
	_ = bar.Finish()
	return games, faults, err
}

func (a *app) tellFaults(s store, games int, faults []verify.Fault) error {
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
		err = terminal.Object(a.Out, answer)
	case len(faults) == 0:
		_, err = fmt.Fprintf(a.Out, "%d games replayed, all as stored\n", games)
	default:
		for _, f := range faults {
			if _, err = fmt.Fprintln(a.Out, faultLine(f)); err != nil {
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

// mostSaid is how many characters of a fault are shown: it may hold what somebody wrote.
const mostSaid = 400

// faultLine is a fault in one line.
func faultLine(f verify.Fault) string {
	of := f.Of
	if f.ID != 0 {
		of = fmt.Sprintf("%s %d", f.Of, f.ID)
	}
	what := strings.Join(strings.Fields(terminal.Printable(f.What)), " ")
	if r := []rune(what); len(r) > mostSaid {
		what = string(r[:mostSaid-1]) + "…"
	}
	return fmt.Sprintf("%s: %s. To do: %s.", of, what, f.Mend)
}

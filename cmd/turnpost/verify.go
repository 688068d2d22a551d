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
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
)

// The output of verify --json. The keys are a contract with programs.
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
		Short: "Replay every game, and check everything that is stored",
		Long: `Replay every game from its plies and messages, and compare everything that is stored with
the result: positions, results, clocks, and the hash chains of plies; all ratings, from
the first game on; divisions, pairings and leaders of tournaments. It also checks
message texts against their checksums, that no message is missing, reply tokens against the
keys, that rows do not contradict each other, the schema, and the integrity and references of the database.

Each fault is a line of output, with what to do about it. More than twenty of one kind are
counted in one line. The exit status is 1 if there are faults, and 7 if the file itself
is damaged. The database is only read, by all processors; it may be a backup, or a server
may be running.

  turnpost verify --config turnpost.toml
  turnpost verify --db turnpost.db
  turnpost verify --db turnpost.db --since 2026-11-20
  turnpost verify --db turnpost.db --since 36h

--since leaves out games and tournaments that were over before that time, older messages,
and the reading of every page of the file.

The hash chain of a game is a digest of each ply and the one before, with a key from the
same database. It finds changes by anybody who did not have that key. Whoever can read and
write the whole file can forge everything: keep backups where they cannot write. Plies
from before version 28 of the schema have no digests.

--json writes one object: "games" is how many were replayed, "faults" a list of
{"of","id","what","mend"}: the kind (file, game, invitation, player, pause, message in,
message out, tournament, ladder, follower, puzzle, daemon, key), its number (0 for files and
ladders), the fault, and what to do.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
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
			return a.printFaults(s, games, faults)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().StringVar(&since, "since", "",
		"only what happened since `TIME`: 2026-11-20, 2026-11-20T18:00:00Z, or 36h for a time ago")
	return cmd
}

// momentOf parses a day (UTC), a time (RFC 3339), or a duration before now. It returns the
// zero time for an empty text.
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
	return time.Time{},
		cli.Errorf(cli.ExitUsage,
			"--since %q is not a time; write 2026-11-20, 2026-11-20T18:00:00Z, or 36h for a time ago", text)
}

// verifyFile verifies a database, and returns how many games it has.
func (a *app) verifyFile(ctx context.Context, where string, since time.Time) (games int, faults []consistency.Fault,
	err error) {
	// Little memory is live at a time, so collecting less often costs little.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	if since.IsZero() && !db.IsURL(where) { // it reads every page
		defer db.WarmFile(ctx, where)()
	}
	d, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		return 0, nil, err
	}
	defer d.Close()
	bar := cli.Progress(a.Err, -1, "replaying games")
	progress := func(done, total int) {
		games = total
		bar.ChangeMax(total)
		_ = bar.Set(done)
	}
	faults, err = consistency.Check(ctx, club.New(a.Games, slog.New(slog.DiscardHandler)), d,
		consistency.Options{Since: since, Progress: progress})
	_ = bar.Finish()
	return games, faults, err
}

func (a *app) printFaults(s store, games int, faults []consistency.Fault) error {
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
		err = cli.PrintJSON(a.Out, answer)
	case len(faults) == 0:
		_, err = fmt.Fprintf(a.Out, "%d games replayed, no faults\n", games)
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
		return cli.Errorf(cli.ExitDatabase, "the database is damaged")
	case len(faults) > 0:
		return cli.Errorf(cli.ExitFailed, "%d faults in a database of %d games", len(faults), games)
	}
	return nil
}

// mostSaid is how many characters of a fault are printed, because it may quote a message.
const mostSaid = 400

// faultLine formats a fault as one line.
func faultLine(f consistency.Fault) string {
	of := f.Of
	if f.ID != 0 {
		of = fmt.Sprintf("%s %d", f.Of, f.ID)
	}
	what := strings.Join(strings.Fields(cli.Printable(f.What)), " ")
	if r := []rune(what); len(r) > mostSaid {
		what = string(r[:mostSaid-1]) + "…"
	}
	return fmt.Sprintf("%s: %s. To do: %s.", of, what, f.Mend)
}

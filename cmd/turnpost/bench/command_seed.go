package bench

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/seed"
)

const seedLong = `Make a database of many games, to see what growth costs. It is one that
'turnpost verify' accepts: every game is legal plies drawn at random, and a few
thousand of them are repeated over all. A file that is there is left alone.

  turnpost bench seed large.db
  turnpost bench seed small.db --games 1000 --running 100 --players 200 --digests 100

It has all players, games, plies, ratings, clocks and digests that are due, and
the tickets of the last letters, a ladder and tournaments that can be joined. It has
fewer letters than were written: one in for each game that is over and for each ply of
those that run, and out the last twelve of each running game. None has its text, which
is erased after a while, but for the last ones with --texts (16 kB of each out, and 4 of
each in). With --regular the first player has so many games more, evenly among all.
The same numbers make the same database; clocks count from --now.`

// seedCommand is `turnpost bench seed`.
func seedCommand(e cli.Env) *cobra.Command {
	var n seed.Size
	cmd := &cobra.Command{
		Use:   "seed FILE",
		Short: "Make a database of a million games",
		Long:  seedLong,
		Args:  cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if _, err := os.Lstat(args[0]); err == nil {
				return exit.Errorf(exit.Usage, "%s is there already", args[0])
			}
			began := time.Now()
			if err := seed.Database(ctx, args[0], e.Games, n, e.Err); err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(e.Out, "%d games, %d of them running, of %d players in %.0f MB, made in %.1f s\n",
				n.Games, n.Running, n.Players, float64(info.Size())/1e6, time.Since(began).Seconds())
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&n.Games, "games", 1_000_000, "how many games there are")
	f.IntVar(&n.Running, "running", 100_000, "how many of them are not over")
	f.IntVar(&n.Players, "players", 200_000, "how many players")
	f.IntVar(&n.Plies, "plies", 40, "plies of a game, unless it ended before")
	f.IntVar(&n.Digests, "digests", 100_000, "how many players have a daily digest, all at the same time")
	f.IntVar(&n.Regular, "regular", 0, "of how many games the first player is black")
	f.IntVar(&n.Texts, "texts", 0, "of how many letters out, and in, the text is there")
	f.IntVar(&n.Samples, "samples", 1000, "how many games of each kind are drawn")
	f.Uint64Var(&n.Seed, "seed", 1, "the seed of what is random")
	f.StringVar(&n.Now, "now", "", "the moment at which the database is left, as 2026-11-20T18:00:00Z (default: the last full hour)")
	return cmd
}

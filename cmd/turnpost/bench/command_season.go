package bench

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/postgres"
	"turnpost/mail/tournament"
	"turnpost/rules"
)

const seasonLong = `Let a season of many players begin, by the clockwork and with all letters, and measure
each transaction of it: one makes the divisions, and one each begins a division. A
letter that comes meanwhile waits for one of them at most.

  turnpost bench season
  turnpost bench season -n 1000 --game roses
  turnpost bench season --db postgres:///bench

SQLite is measured in a file that is thrown away, and PostgreSQL on a server that is
started for the while, if it is installed, or on that of the database that --db names:
beside it turnpost_bench_0 is made and dropped, which its user must be allowed to.`

// seasonCommand is `turnpost bench season`.
func seasonCommand(e cli.Env, b *Bench) *cobra.Command {
	var o Season
	cmd := &cobra.Command{
		Use:   "season",
		Short: "Let a season of 10,000 players begin, on both engines",
		Long:  seasonLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if o.Players < tournament.Fewest {
				return exit.Errorf(exit.Usage, "a season needs %d players", tournament.Fewest)
			}
			if !slices.ContainsFunc(b.Games, func(g rules.Game) bool { return g.Name == o.Game }) {
				return exit.Errorf(exit.Usage, "there is no game %q", o.Game)
			}
			if err := onPostgres(o.URL); err != nil {
				return err
			}
			if o.URL == "" {
				where, end, err := postgres.Start(ctx)
				if err == nil {
					defer end()
					o.URL = where
				} else {
					fmt.Fprintf(e.Err, "SQLite alone: %v\n", err)
				}
			}
			tables, err := b.Season(ctx, o)
			return errors.Join(err, Print(e.Out, tables...))
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.Players, "players", "n", 10_000, "how many have joined")
	f.StringVar(&o.Game, "game", "turro", "the game that is played")
	f.StringVar(&o.URL, "db", "", "a postgres:// URL of a database, beside which one is made (default a server of its own)")
	return cmd
}

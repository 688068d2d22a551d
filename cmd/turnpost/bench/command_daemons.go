package bench

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/postgres"
	"turnpost/db"
)

const daemonsLong = `Play by one daemon on SQLite and by one, two and four daemons on one PostgreSQL, with a post that costs nothing: how many letters a second that is, beside
SQLite and beside one daemon, and how many transactions began anew because they met.

  createdb bench && turnpost bench daemons --db postgres:///bench

The daemons run in this process. All of them and the server share the machine: with a
few processors these are the limit, and not what daemons do to each other. With --network
the same is measured once more with the server so far away, each way, by a connection that
holds every message for so long: there a daemon waits for the way, as it does where the
database has a machine of its own, and several of them grow.

  turnpost bench daemons --network 1ms,2ms,5ms

Without --db a PostgreSQL is started for the while, if it is installed.`

// daemonsCommand is `turnpost bench daemons`.
func daemonsCommand(e cli.Env, b *Bench) *cobra.Command {
	var o Daemons
	cmd := &cobra.Command{
		Use:   "daemons",
		Short: "Play by several daemons on one database, and on both engines",
		Long:  daemonsLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if o.Letters < 1 || o.Pairs < 1 {
				return exit.Errorf(exit.Usage, "the numbers of letters and games are at least 1")
			}
			if err := onPostgres(o.URL); err != nil {
				return err
			}
			for _, delay := range o.Network {
				if delay <= 0 {
					return exit.Errorf(exit.Usage, "--network: %v is no way; beside itself the server is measured anyway", delay)
				}
			}
			if o.URL == "" {
				where, end, err := postgres.Start(ctx)
				if err != nil && len(o.Network) > 0 {
					return exit.Errorf(exit.Database, "--network: %w", err)
				}
				if err == nil {
					defer end()
					o.URL = where
				}
			}
			tables, err := b.Daemons(ctx, o)
			if err != nil {
				return err
			}
			return Print(e.Out, tables...)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.Letters, "letters", "n", 1000, "how many letters to play, by so many daemons each time")
	f.IntVar(&o.Pairs, "games", 50, "how many games are played at the same time")
	f.StringVar(&o.URL, "db", "", "a postgres:// URL of a database for the bench alone (default a server of its own)")
	f.DurationSliceVar(&o.Network, "network", nil, "how long a message takes to the server and back, each: measure that, too, as 1ms or 1ms,5ms")
	return cmd
}

// onPostgres refuses what is not the URL of a PostgreSQL server's database, if anything is
// given.
func onPostgres(url string) error {
	if url != "" && !db.IsURL(url) {
		return exit.Errorf(exit.Usage, "--db: it is no postgres:// URL; SQLite is measured in a file of its own")
	}
	return cli.WithoutPassword(url)
}

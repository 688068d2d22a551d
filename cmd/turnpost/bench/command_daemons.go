package bench

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
)

const daemonsLong = `Play by one daemon on SQLite and, with --db, by one, two and four daemons on one
PostgreSQL, with a post that costs nothing: how many letters a second that is, beside
SQLite and beside one daemon, and how many transactions began anew because they met.

  createdb bench && turnpost bench daemons --db postgres:///bench

The daemons run in this process. All of them and the server share the machine: with a
few processors these are the limit, and not what daemons do to each other.`

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
	f.StringVar(&o.URL, "db", "", "a postgres:// URL of a database for the bench alone; without, SQLite alone is measured")
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

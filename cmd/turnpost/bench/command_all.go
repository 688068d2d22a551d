package bench

import (
	"bytes"
	"os"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const allLong = `Run every bench and write one Markdown file: the tables, and what they were
measured on. Without --full each is small, to see in a few seconds that all of it
runs; such figures say little.

  turnpost bench all -o results.md
  turnpost bench all --full -o results.md
  turnpost bench all --full --db postgres:///bench

It measures letters, daemons, growth and the beginning of a season on both engines: where
PostgreSQL is installed it starts a server of its own for the while, with the settings that
it comes with; --db names a database of another, for the bench alone, which must be there.
For growth two databases are made beside it and dropped, turnpost_bench_0 and _1, which its
user must be allowed to.`

// allCommand is `turnpost bench all`.
func allCommand(e cli.Env, b *Bench) *cobra.Command {
	var path string
	var full bool
	cmd := &cobra.Command{
		Use:   "all",
		Short: "Run every bench and write a Markdown table",
		Long:  allLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if err := onPostgres(b.Postgres); err != nil {
				return err
			}
			var text bytes.Buffer
			if err := b.All(ctx, full, &text); err != nil {
				return err
			}
			if path == "-" {
				_, err := e.Out.Write(text.Bytes())
				return err
			}
			return os.WriteFile(path, text.Bytes(), 0o666)
		},
	}
	cmd.Flags().StringVarP(&path, "output", "o", "-", "the file to write; - is standard output")
	cmd.Flags().StringVar(&b.Postgres, "db", "", "a postgres:// URL of a database for the bench alone (default a server of its own)")
	cmd.Flags().BoolVar(&full, "full", false, "measure for as long as good figures take, which is minutes")
	return cmd
}

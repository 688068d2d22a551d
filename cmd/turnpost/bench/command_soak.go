package bench

import (
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
)

const soakLong = `Let 'turnpost serve' play letters for hours at a steady rate, in a process of its own,
and print, at the end or when it is interrupted, a row for each --every: memory,
descriptors and goroutines, which have to stay what they are.

  turnpost bench soak --for 2h --rate 20
  turnpost bench soak --for 1m --every 10s`

// soakCommand is `turnpost bench soak`.
func soakCommand(e cli.Env, b *Bench) *cobra.Command {
	o := Soak{}
	cmd := &cobra.Command{
		Use:   "soak",
		Short: "Play letters for hours, and watch what the daemon takes",
		Long:  soakLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if o.For <= 0 || o.Rate <= 0 || o.Every <= 0 || o.Pairs < 1 {
				return exit.Errorf(exit.Usage, "times, the rate and the number of games are above 0")
			}
			if o.Program, err = os.Executable(); err != nil {
				return err
			}
			table, err := b.Soak(ctx, o)
			return errors.Join(err, Print(e.Out, table))
		},
	}
	f := cmd.Flags()
	f.DurationVar(&o.For, "for", 10*time.Minute, "how long letters come")
	f.Float64Var(&o.Rate, "rate", 20, "how many letters a second come")
	f.DurationVar(&o.Every, "every", time.Minute, "the time between two rows")
	f.IntVar(&o.Pairs, "games", 100, "how many games are played at the same time")
	return cmd
}

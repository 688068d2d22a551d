package main

import (
	"context"

	"github.com/spf13/cobra"
)

const benchLong = `Measure this machine and this program, and print a table of figures.

Each bench says what it measured and on how much of it, and 'bench all' runs
every one and writes a Markdown table. Nothing is compared with a figure from
elsewhere: what has to be compared, such as a letter's cost with what the
libraries alone cost, is measured side by side in the same run.

Figures are honest on a quiet machine only. Run a bench several times and
believe the best of a time and the median of a share.`

// bench is one measurement: a command of its own, and a part of `bench all`.
type bench struct {
	command *cobra.Command
	// all measures for `bench all`: in a few seconds, or for as long as good
	// figures take if full. Nil: it is not a part of it.
	all func(ctx context.Context, full bool) ([]benchTable, error)
}

// benches lists them, in the order of `bench all`.
func (a *app) benches() []bench {
	return []bench{
		{a.benchRulesCommand(), a.benchRulesAll},
		{a.benchComposeCommand(), a.benchComposeAll},
		{a.benchLettersCommand(), a.benchLettersAll},
		{a.benchSeedCommand(), nil},
		{a.benchGrowthCommand(), a.benchGrowthAll},
	}
}

// benchCommand is `turnpost bench` and all below it.
func (a *app) benchCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of the games, of letters and of everything",
		Long:  benchLong,
	})
	for _, b := range a.benches() {
		cmd.AddCommand(b.command)
	}
	cmd.AddCommand(a.benchAllCommand())
	return cmd
}

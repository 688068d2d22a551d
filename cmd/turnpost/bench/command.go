package bench

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const long = `Measure this machine and this program, and print a table of figures.

Each bench says what it measured and on how much of it, and 'bench all' runs
every one and writes a Markdown table. Nothing is compared with a figure from
elsewhere: what has to be compared, such as a letter's cost with what the
libraries alone cost, is measured side by side in the same run.

Figures are honest on a quiet machine only. Run a bench several times and
believe the best of a time and the median of a share.`

// Command is `turnpost bench` and all below it, for a program of a version.
func Command(e cli.Env, version string) *cobra.Command {
	b := &Bench{Games: e.Games, Version: version, Progress: e.Err}
	cmd := cli.Group(&cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of the games, of letters and of everything",
		Long:  long,
	})
	cmd.AddCommand(
		rulesCommand(e, b), composeCommand(e, b), lettersCommand(e, b), daemonsCommand(e, b), sendCommand(e, b), soakCommand(e, b), seedCommand(e), growthCommand(e, b), seasonCommand(e, b), allCommand(e, b),
	)
	return cmd
}

package rulebook

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

// showCommand is `turnpost rules show`.
func showCommand(e cli.Env) *cobra.Command {
	var view string
	cmd := &cobra.Command{
		Use:   "show GAME [PLY...]",
		Short: "Show the board after the given plies",
		Long: `Show the board after the given plies, the position string, the side to move
and the outcome.

  turnpost rules show turro
  turnpost rules show turro d3-d4 d5-d4 --view white`,
		Args: cli.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			side, ok := rules.ParseSide(view)
			if !ok {
				return exit.Errorf(exit.Usage, "there is no view %q; there are black, white", view)
			}
			r, err := record(e, args)
			if err != nil {
				return err
			}
			return Show(e.Out, r, side)
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVar(&view, "view", "black", "whose side of the table to look from: black or white")
	return cmd
}

// Show writes the present state of r, seen by view.
func Show(w io.Writer, r *rules.Record, view rules.Side) error {
	outcome := r.Outcome().String()
	if r.Outcome().Over() {
		outcome += " (" + r.Game().Reason(r.Outcome()) + ")"
	}
	_, err := fmt.Fprintf(w, "%s\nposition: %s\nturn:     %s\noutcome:  %s\n",
		r.Position().Diagram(view, rules.English), r.Position(), r.Turn(), outcome)
	return err
}

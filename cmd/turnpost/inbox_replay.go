package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
)

// inboxReplayCommand is `turnpost inbox replay`.
func inboxReplayCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "replay N",
		Short: "Put a letter that was put aside back in the queue",
		Long: `Put a quarantined letter back among the new ones, as if it had just come: its
attempts begin anew. Use it when the reason why it failed is mended. A running
server takes it within a second; without one it is the next start's. It cannot
count twice: a quarantined letter has done nothing yet.

  turnpost inbox --state quarantined
  turnpost inbox replay 12`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a letter in")
			if err != nil {
				return err
			}
			err = s.update(cmd.Context(), func(tx *db.Tx) error {
				in, err := tx.Incoming(id)
				switch {
				case errors.Is(err, db.ErrNotFound):
					return exit.Errorf(exit.Failed, "there is no letter in of number %d", id)
				case err != nil:
					return err
				case in.State != db.IncomingQuarantined:
					return exit.Errorf(exit.Failed, "letter %d is %s; only one that is quarantined can be replayed", id, in.State)
				case len(in.Raw) == 0:
					return exit.Errorf(exit.Failed, "letter %d cannot be replayed: its text was erased", id)
				}
				return tx.Replay(id)
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "letter %d is new again\n", id)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

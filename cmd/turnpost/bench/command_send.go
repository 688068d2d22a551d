package bench

import (
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

const sendLong = `Send letters that wait to an SMTP server in this process that takes its time for
each, by one connection and by several, and print how many a second that is.

  turnpost bench send
  turnpost bench send --takes 200ms --letters 50`

// sendCommand is `turnpost bench send`.
func sendCommand(e cli.Env, b *Bench) *cobra.Command {
	var takes time.Duration
	var letters int
	cmd := &cobra.Command{
		Use:   "send",
		Short: "Send letters to a slow server, by several connections",
		Long:  sendLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			table, err := b.Send(cmd.Context(), takes, max(letters, 1), []int{1, 2, 4, 8, 16})
			if err != nil {
				return err
			}
			return Print(e.Out, table)
		},
	}
	cmd.Flags().DurationVar(&takes, "takes", time.Second, "how long the server takes for a letter")
	cmd.Flags().IntVar(&letters, "letters", 10, "how many letters each connection gets")
	return cmd
}

package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
)

// healthCommand is `turnpost health`: what a container without a shell asks.
func healthCommand(a *app) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a running daemon whether it does its work",
		Long: `Ask a running daemon's /readyz whether it does its work: the database can be
written, its loops go round, the mailbox was read lately, and no letter waits for
two minutes for an SMTP server that answers nothing. It prints what is in the way,
and, if nothing is, "ok", and whether somebody wants to leave whose games cannot be
ended, which is for you to mend.
Exit status 0: all is well; 1: it is not; 5: nothing answers.

  turnpost health --metrics 127.0.0.1:9090`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !config.IsListenAddress(addr) {
				return exit.Errorf(exit.Usage, "--metrics: %q is no host and port, such as 127.0.0.1:9090", addr)
			}
			r, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, "http://"+addr+"/readyz", nil)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			// Neither a proxy of the environment nor a redirection is meant.
			client := http.Client{Timeout: 12 * time.Second, Transport: &http.Transport{}}
			answer, err := client.Do(r)
			if err != nil {
				return exit.Errorf(exit.Server, "no daemon answers at %s: %w", addr, err)
			}
			defer answer.Body.Close()
			text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
			if err != nil {
				return exit.With(exit.Server, err)
			}
			if answer.StatusCode != http.StatusOK {
				return exit.Errorf(exit.Failed, "%s", strings.TrimSpace(string(text)))
			}
			_, err = fmt.Fprint(a.Out, string(text))
			return err
		},
	}
	cmd.Flags().StringVar(&addr, "metrics", "127.0.0.1:9090", "where the daemon serves its metrics")
	return cmd
}

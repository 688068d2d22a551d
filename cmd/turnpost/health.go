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
)

// healthCommand is `turnpost health`, for containers without a shell.
func healthCommand(a *app) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a running server whether it works",
		Long: `Ask a running server's /readyz whether it works: the database can be written, its loops
are running, the mailbox was read recently, and no message has waited for two minutes
for an SMTP server that does not answer. It prints the problem, or "ok", and whether a
player asked to leave whose games cannot be ended, which needs an operator.
Exit status 0: it works; 1: it does not; 5: nothing answers.

  turnpost health --metrics 127.0.0.1:9090`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !config.IsListenAddress(addr) {
				return cli.Errorf(cli.ExitUsage, "--metrics: %q is not a host and port, such as 127.0.0.1:9090", addr)
			}
			r, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, "http://"+addr+"/readyz", nil)
			if err != nil {
				return cli.WithStatus(cli.ExitUsage, err)
			}
			// Without a proxy from the environment.
			client := http.Client{Timeout: 12 * time.Second, Transport: &http.Transport{}}
			answer, err := client.Do(r)
			if err != nil {
				return cli.Errorf(cli.ExitServer, "no server answers at %s: %w", addr, err)
			}
			defer answer.Body.Close()
			text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
			if err != nil {
				return cli.WithStatus(cli.ExitServer, err)
			}
			if answer.StatusCode != http.StatusOK {
				return cli.Errorf(cli.ExitFailed, "%s", strings.TrimSpace(string(text)))
			}
			_, err = fmt.Fprint(a.Out, string(text))
			return err
		},
	}
	cmd.Flags().StringVar(&addr, "metrics", "127.0.0.1:9090", "the address of the server's metrics")
	return cmd
}

package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// healthCommand is `turnpost health`, for containers without a shell.
func healthCommand(a *app) *cobra.Command {
	var path, metrics string
	var live bool
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a running server whether it works",
		Long: `Ask the running server of a configuration whether it works: the database can be written,
its loops are running, the mailbox was read recently, and no message has waited for two
minutes for an SMTP server that does not answer. It prints the problem, or "ok", and
whether a player asked to leave whose games cannot be ended, which needs an operator.
With --live it only asks whether the process is alive: a restart mends nothing when a mail
server is away.
Exit status 0: it works; 1: it does not; 5: nothing answers.

  turnpost health
  turnpost health --live
  turnpost health --metrics 127.0.0.1:9090    # of a server on another machine`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			network, address := "tcp", metrics
			if metrics == "" {
				c, err := config.Load(path)
				if err != nil {
					return err
				}
				network, address = "unix", c.HealthSocket()
				if _, err := os.Stat(address); err != nil && c.HTTP.Metrics != "" {
					network, address = "tcp", c.HTTP.Metrics
				}
			} else if !config.IsListenAddress(metrics) {
				return cli.Errorf(cli.ExitUsage, "--metrics: %q is not a host and port, such as 127.0.0.1:9090",
					metrics)
			}
			page := "/readyz"
			if live {
				page = "/healthz"
			}
			r, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, "http://turnpost"+page, nil)
			if err != nil {
				return err
			}
			var dialer net.Dialer
			client := http.Client{Timeout: 12 * time.Second, Transport: &http.Transport{
				DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
					return dialer.DialContext(ctx, network, address)
				},
			}}
			answer, err := client.Do(r)
			if err != nil {
				return cli.Errorf(cli.ExitServer, "no server answers at %s: %w", address, err)
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
	addConfigFlag(cmd, &path)
	cmd.Flags().StringVar(&metrics, "metrics", "", "the address of a server's metrics, instead of the configuration")
	cmd.Flags().BoolVar(&live, "live", false, "ask only whether the process is alive")
	cmd.Flags().Bool("ready", false, "ask whether it does its work (the default)")
	cmd.MarkFlagsMutuallyExclusive("live", "ready")
	return cmd
}

package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
)

// seeingFlags are the flags for logs and metrics. An empty one leaves it to the
// configuration.
type seeingFlags struct{ level, format, metrics string }

func (f *seeingFlags) flags(cmd *cobra.Command, level, format string) {
	flags, instead := cmd.Flags(), ""
	if level == "" {
		instead = ", instead of the configuration's"
	}
	flags.StringVar(&f.level, "log", level, "what to log: debug, info, warn or error"+instead)
	flags.StringVar(&f.format, "log-format", format, "how to log: text or json"+instead)
	flags.StringVar(&f.metrics, "metrics", "", "serve /metrics, /healthz and /readyz at this host:port"+instead)
}

// check validates the flags.
func (f *seeingFlags) check() error {
	if _, err := daemon.Logger(io.Discard, cmp.Or(f.level, "info"), cmp.Or(f.format, "text")); err != nil {
		return err
	}
	if f.metrics != "" && !config.IsListenAddress(f.metrics) {
		return cli.Errorf(cli.ExitUsage, "--metrics: %q is not a host and port, such as 127.0.0.1:9090", f.metrics)
	}
	return nil
}

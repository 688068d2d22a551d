package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
)

// seeingFlags are the flags of a daemon about what one sees of it. For serve an
// empty one leaves it to the configuration.
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

// check refuses flags that make no sense before anything else is done.
func (f *seeingFlags) check() error {
	if _, err := daemon.Logger(io.Discard, cmp.Or(f.level, "info"), cmp.Or(f.format, "text")); err != nil {
		return err
	}
	if f.metrics != "" && !config.IsListenAddress(f.metrics) {
		return exit.Errorf(exit.Usage, "--metrics: %q is no host and port, such as 127.0.0.1:9090", f.metrics)
	}
	return nil
}

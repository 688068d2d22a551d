package main

import (
	"cmp"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"turnpost/mail"
)

// logger writes to standard error, which service managers and containers keep.
func (a *app) logger(level, format string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, exitf(exitUsage, "there is no log level %q; there are debug, info, warn and error", level)
	}
	options := &slog.HandlerOptions{Level: l}
	var handler slog.Handler = slog.NewTextHandler(a.err, options)
	switch format {
	case "text":
	case "json":
		handler = slog.NewJSONHandler(a.err, options)
	default:
		return nil, exitf(exitUsage, "there is no log format %q; there are text and json", format)
	}
	return slog.New(mail.Discreet(handler)), nil
}

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
	if _, err := (&app{err: io.Discard}).logger(cmp.Or(f.level, "info"), cmp.Or(f.format, "text")); err != nil {
		return err
	}
	if f.metrics != "" && !isListenAddress(f.metrics) {
		return exitf(exitUsage, "--metrics: %q is no host and port, such as 127.0.0.1:9090", f.metrics)
	}
	return nil
}

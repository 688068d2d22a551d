package daemon

import (
	"io"
	"log/slog"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
)

// Logger returns a logger that writes to out without secrets and addresses (mail.Redact).
func Logger(out io.Writer, level, format string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, cli.Errorf(cli.ExitUsage, "there is no log level %q; there are debug, info, warn and error", level)
	}
	options := &slog.HandlerOptions{Level: l}
	var handler slog.Handler = slog.NewTextHandler(out, options)
	switch format {
	case "text":
	case "json":
		options.ReplaceAttr = inSeconds
		handler = slog.NewJSONHandler(out, options)
	default:
		return nil, cli.Errorf(cli.ExitUsage, "there is no log format %q; there are text and json", format)
	}
	return slog.New(mail.Redact(handler)), nil
}

// inSeconds writes durations as seconds, for programs; package slog would write nanoseconds.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.Float64Value(a.Value.Duration().Seconds())
	}
	return a
}

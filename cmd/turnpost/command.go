package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
)

// addConfigFlag gives a command the flag --config.
func addConfigFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "config", config.Find(), "the configuration file; see 'turnpost help configuration'")
	cmd.Flags().Lookup("config").DefValue = config.DefaultPath // in texts, which are the same on all machines
}

// group makes cmd a command that only has subcommands: it prints its help, and refuses
// unknown subcommands.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
		if near := nearest(cmd, args[0]); near != "" {
			hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near)
			if sub, _, err := cmd.Find([]string{near}); err == nil && slices.Contains(sub.SuggestFor, args[0]) {
				hint = fmt.Sprintf("did you mean '%s %s'?", sub.CommandPath(), args[0]) // cobra accepts it as an alias
			}
		}
		return cli.Errorf(cli.ExitUsage, "there is no command '%s %s'; %s", cmd.CommandPath(), args[0], hint)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// nearest returns the subcommand that a mistyped one may mean, or "": one that begins with
// it, or the one at the smallest edit distance, at most 2.
func nearest(cmd *cobra.Command, mistyped string) string {
	defer func(before int) { cmd.SuggestionsMinimumDistance = before }(cmd.SuggestionsMinimumDistance)
	for distance := range 3 {
		cmd.SuggestionsMinimumDistance = distance
		if near := cmd.SuggestionsFor(mistyped); len(near) > 0 {
			return near[0]
		}
	}
	return ""
}

// arguments requires between least and most arguments; most < 0 sets no upper limit.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return cli.Errorf(cli.ExitUsage, "an argument is missing: %s", cmd.UseLine())
		case most >= 0 && len(args) > most:
			return cli.Errorf(cli.ExitUsage, "%q is one argument too many: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}

// untilSignal returns a context that ends with SIGINT or SIGTERM, for commands that have
// to tidy up; other commands end at once. A second signal ends the program at once.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// hangUps returns a channel of SIGHUPs, which no longer end the program until stop is
// called.
func hangUps() (signals <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}

// withoutPassword refuses database URLs with a password on the command line, where other
// users can read it, as in the shell's history. The error does not repeat it.
func withoutPassword(names ...string) error {
	for _, where := range names {
		if !db.IsURL(where) {
			continue
		}
		u, err := db.ParseURL(where)
		if err != nil {
			return cli.Errorf(cli.ExitUsage,
				"a postgres:// URL cannot be read; it has the form postgres://user@host/name")
		}
		_, has := u.User.Password()
		if q := u.Query(); has || q.Has("password") || q.Has("sslpassword") {
			return cli.Errorf(cli.ExitUsage,
				"a password on the command line can be read by everybody on this machine: remove it from the URL, "+
					"and set the environment variable PGPASSWORD, a line of ~/.pgpass, or database.password_file "+
					"in the configuration")
		}
	}
	return nil
}

package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/exit"
)

// Group makes cmd a command that only holds others: alone it prints its help,
// and it refuses a subcommand that it does not have.
func Group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
		if near := nearest(cmd, args[0]); near != "" {
			hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near)
			if sub, _, err := cmd.Find([]string{near}); err == nil && slices.Contains(sub.SuggestFor, args[0]) {
				hint = fmt.Sprintf("did you mean '%s %s'?", sub.CommandPath(), args[0]) // which it takes
			}
		}
		return exit.Errorf(exit.Usage, "there is no command '%s %s'; %s", cmd.CommandPath(), args[0], hint)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// nearest is the subcommand that a mistyped one may mean, or "": what it begins, and
// else what is fewest letters away, of which two may be wrong, left out or one too many.
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

// Arguments demands at least least and at most most arguments (most < 0: any
// number), whose names the command's usage line shows.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return exit.Errorf(exit.Usage, "an argument is missing: %s", cmd.UseLine())
		case most >= 0 && len(args) > most:
			return exit.Errorf(exit.Usage, "%q is one argument too many: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}

// UntilSignal is ctx until SIGINT or SIGTERM arrives. A command that has
// something to put in order asks for it; the others are ended by the signal as
// usual. A second signal ends the program at once.
func UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// HangUps tells of each SIGHUP from now on, which does not end the program any more;
// stop ends that.
func HangUps() (signals <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}

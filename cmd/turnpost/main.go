// Command turnpost is a play-by-email server for two-player board games, and
// everything that its operator and its players' programs need beside it.
//
// One file holds one subcommand. A subcommand reads its flags, calls the
// package that does the work, and prints; it has no knowledge of its own of
// rules, mail or storage. What goes wrong comes back to main as an error with
// an exit status (exit.go), and is said in one sentence on standard error.
//
// The program is a value, [app]: tests run it with streams of their own, by
// the same way as main does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // players' timezones, on systems that have none

	"turnpost/rules"
	"turnpost/rules/all"
)

func main() {
	a := app{in: os.Stdin, out: os.Stdout, err: os.Stderr, games: all.Games()}
	os.Exit(a.run(context.Background(), os.Args[1:]))
}

// app is the program: its streams and the games it plays.
type app struct {
	in    io.Reader
	out   io.Writer
	err   io.Writer
	games []rules.Game
	means means // of the doctor; zero is the machine's own
}

// run does what args ask for and returns the exit status. It returns early,
// with its work left in good order, when ctx is done.
func (a *app) run(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprint(a.err, complaint(err))
	}
	return exitCode(err)
}

// untilSignal is ctx until SIGINT or SIGTERM arrives. A command that has
// something to put in order asks for it; the others are ended by the signal as
// usual. A second signal ends the program at once.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

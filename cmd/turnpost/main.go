// Command turnpost is a play-by-email server for two-player board games, and
// everything that its operator and its players' programs need beside it.
//
// One file holds one subcommand. A subcommand reads its flags, calls the package
// that does the work, and prints; it has no knowledge of its own of rules, mail or
// storage. What goes wrong comes back to main as an error with an exit status
// (package exit), and is said in one sentence on standard error.
//
// The packages beside it are parts of this program and of no other: cli is what
// commands have in common; rulebook and bench hold theirs; setup makes the
// operator's file and config reads it, daemon puts a server together from it, doctor
// examines it, demo shows it on a post office of its own (office), bench and seed
// measure it, rulebook plays without mail, and preview writes letters to be looked
// at. Only daemon knows how a desk is made.
//
// The program is a value, app: tests run it with streams of their own, by
// the same way as main does.
package main

import (
	"context"
	"fmt"
	"os"
	_ "time/tzdata" // players' timezones, on systems that have none

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules/all"
)

func main() {
	a := app{cli.Env{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Games: all.Games()}}
	os.Exit(a.run(context.Background(), os.Args[1:]))
}

// app is the program: its streams and the games it plays.
type app struct{ cli.Env }

// run does what args ask for and returns the exit status. It returns early,
// with its work left in good order, when ctx is done.
func (a *app) run(ctx context.Context, args []string) int {
	root := rootCommand(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprint(a.Err, complaint(err))
	}
	return exit.Code(err)
}

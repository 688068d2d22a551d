// Command turnpost is a play-by-email server for two-player board games, with the
// commands that its operator and players' programs need.
//
// One file holds one command with its subcommands. A command reads its flags, calls the
// package that does the work, and prints the result. It returns an error with an exit
// status (package cli), which main prints as one sentence on standard error.
//
// Package config reads the configuration, daemon wires up the server, doctor examines
// an installation and makes the configuration, and demo runs everything on one machine.
//
// The program is a value of type app, so that tests can run it with their own streams.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	_ "time/tzdata" // players' timezones, on systems that have none

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/doctor"
	"turnpost/db"
	"turnpost/rules"
	"turnpost/rules/all"
)

func main() {
	a := app{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Games: all.Games()}
	if program, err := os.Executable(); err == nil {
		a.Program = []string{program}
	}
	os.Exit(a.run(context.Background(), os.Args[1:]))
}

// app is the program: its streams and the games it plays.
type app struct {
	In    io.Reader
	Out   io.Writer
	Err   io.Writer
	Games []rules.Game
	Asker doctor.Asker // nil: the terminal, if there is one
	// Program is the words that start this program again; without it, long searches run in this process.
	Program []string
}

// run carries out the command of args and returns the exit status. It returns early,
// after tidying up, when ctx is done.
func (a *app) run(ctx context.Context, args []string) int {
	root := rootCommand(a)
	root.SetArgs(verbFirst(root, args))
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprint(a.Err, complaint(err))
	}
	return cli.Status(err)
}

// verbFirst lets the verb stand after its object too: "player ada@example.org resume" and "game 12
// abort" are "player resume ada@example.org" and "game abort 12". A player may be called "resume";
// then the verb stands first.
func verbFirst(root *cobra.Command, args []string) []string {
	if len(args) < 3 || args[0] != "player" && args[0] != "game" {
		return args
	}
	of, _, err := root.Find(args[:1])
	if err != nil {
		return args
	}
	verb := func(word string) bool {
		return slices.ContainsFunc(of.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
	}
	if strings.HasPrefix(args[1], "-") || verb(args[1]) || !verb(args[2]) {
		return args
	}
	args = slices.Clone(args)
	args[1], args[2] = args[2], args[1]
	return args
}

const rootLong = `Turnpost lets two people who have nothing but e-mail play board games.

Exit status: 0 done, 1 the work failed, 2 wrong command line, 3 wrong
configuration, 4 a password is missing, 5 a mail server cannot be reached,
6 a mail server refuses the login, 7 the database cannot be used, 8 the doctor
has warnings, 75 'turnpost deliver' could not store a message.`

// rootCommand builds the command tree.
func rootCommand(a *app) *cobra.Command {
	root := group(&cobra.Command{
		Use:     "turnpost",
		Short:   "Play board games by e-mail",
		Long:    rootLong,
		Version: version(),
		// run prints errors itself, in one sentence and without the usage.
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return cli.Errorf(cli.ExitUsage, "%s; see '%s --help'", flagFault(err), cmd.CommandPath())
	})
	root.AddCommand(
		rulesCommand(a),
		engineCommand(a),
		configCommand(a),
		initCommand(a),
		installCommand(a),
		demoCommand(a),
		serveCommand(a),
		doctorCommand(a),
		keysCommand(a),
		dkimCommand(a),
		healthCommand(a),
		printCommand(a),
		templatesCommand(a),
		loginCommand(a),
		verifyCommand(a),
		backupCommand(a),
		restoreCommand(a),
		archiveCommand(a),
		gamesCommand(a),
		gameCommand(a),
		playersCommand(a),
		playerCommand(a),
		tournamentCommand(a),
		ladderCommand(a),
		inboxCommand(a),
		deliverCommand(a),
		outboxCommand(a),
		announceCommand(a),
		auditCommand(a),
		daemonsCommand(a),
		pausesCommand(a),
		puzzlesCommand(a),
		dbCommand(a),
		statsCommand(a),
		versionCommand(a),
	)
	root.AddCommand(topics()...)
	addCompletion(root)
	addHelp(root)
	return root
}

// flagFault describes what is wrong with a flag, for the person who typed it.
func flagFault(err error) string {
	typed, fault, numeric := strings.Cut(err.Error(), ": strconv.")
	switch {
	case !numeric:
		return typed
	case strings.HasPrefix(fault, "ParseBool"):
		return typed + ": it is neither true nor false"
	case errors.Is(err, strconv.ErrRange):
		return typed + ": the number is too large"
	}
	return typed + ": it is not a number"
}

// damageAdvice says what to do about a damaged file, whichever command finds it.
const damageAdvice = "the database file is damaged, or is not a database: stop its server, keep a copy of the " +
	"file, and restore the last backup that verifies ('turnpost restore --help')"

// complaint formats err as the program prints it: one sentence a line, each after the
// program's name, so that logs stay readable.
func complaint(err error) string {
	text := err.Error()
	if db.Damaged(err) {
		text += "\n" + damageAdvice
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("turnpost: " + line + "\n")
		}
	}
	return b.String()
}

// game returns the game of an argument. The error has the exit status of a wrong command
// line.
func (a *app) game(name string) (rules.Game, error) {
	g, err := rules.Find(a.Games, name)
	return g, cli.WithStatus(cli.ExitUsage, err)
}

// completeGame completes the name of a game as the first argument.
func (a *app) completeGame(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range a.Games {
		if len(args) == 0 && strings.HasPrefix(g.Name, begun) {
			names = append(names, g.Name+"\t"+g.Title)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}

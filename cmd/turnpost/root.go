package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/archive"
	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/engine"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/preview"
	"turnpost/cmd/turnpost/rulebook"
)

const rootLong = `Turnpost lets two people who have nothing but e-mail play board games.

Exit status: 0 done, 1 the work failed, 2 wrong command line, 3 wrong
configuration, 4 a password is missing, 5 a mail server cannot be reached,
6 a mail server refuses the login, 7 the database cannot be used, 8 the doctor
has warnings, 75 'turnpost deliver' could not store a letter.`

// rootCommand builds the command tree.
func rootCommand(a *app) *cobra.Command {
	root := cli.Group(&cobra.Command{
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
		return exit.Errorf(exit.Usage, "%s; see '%s --help'", flagFault(err), cmd.CommandPath())
	})
	root.AddCommand(
		rulebook.Command(a.Env),
		engine.Command(a.Env),
		configCommand(a),
		initCommand(a),
		demoCommand(a),
		serveCommand(a),
		doctorCommand(a),
		keysCommand(a),
		dkimCommand(a),
		healthCommand(a),
		printCommand(a),
		preview.Command(a.Env),
		loginCommand(a),
		verifyCommand(a),
		backupCommand(a),
		restoreCommand(a),
		a.opened(func(open archive.Open) *cobra.Command { return archive.Command(a.Env, open) }),
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

// flagFault says what is wrong with a flag, as whoever typed it reads it.
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
	return typed + ": it is no number"
}

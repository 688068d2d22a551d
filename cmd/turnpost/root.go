package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

const rootLong = `Turnpost lets two people who have nothing but e-mail play board games.

Exit status: 0 done, 1 the work failed, 2 wrong command line, 3 wrong
configuration, 4 a password is missing, 5 a mail server cannot be reached,
6 a mail server refuses the login, 7 the database cannot be used, 8 the doctor
has warnings.`

// rootCommand builds the command tree.
func (a *app) rootCommand() *cobra.Command {
	root := group(&cobra.Command{
		Use:     "turnpost",
		Short:   "Play board games by e-mail",
		Long:    rootLong,
		Version: version(),
		// run prints errors itself, in one sentence and without the usage.
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return exitf(exitUsage, "%w; see '%s --help'", err, cmd.CommandPath())
	})
	root.AddCommand(
		a.rulesCommand(),
		a.configCommand(),
		a.demoCommand(),
		a.serveCommand(),
		a.doctorCommand(),
		a.keysCommand(),
		a.healthCommand(),
		a.printCommand(),
		a.templatesCommand(),
		a.loginCommand(),
		a.verifyCommand(),
		a.backupCommand(),
		a.restoreCommand(),
		a.gamesCommand(),
		a.gameCommand(),
		a.playersCommand(),
		a.playerCommand(),
		a.inboxCommand(),
		a.outboxCommand(),
		a.daemonsCommand(),
		a.dbCommand(),
		a.statsCommand(),
		a.benchCommand(),
		a.versionCommand(),
	)
	root.AddCommand(topics()...)
	addCompletion(root)
	addHelp(root)
	return root
}

// group makes cmd a command that only holds others: alone it prints its help,
// and it refuses a subcommand that it does not have.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near[0])
		}
		return exitf(exitUsage, "there is no command '%s %s'; %s", cmd.CommandPath(), args[0], hint)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// arguments demands at least least and at most most arguments (most < 0: any
// number), whose names the command's usage line shows.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return exitf(exitUsage, "an argument is missing: %s", cmd.UseLine())
		case most >= 0 && len(args) > most:
			return exitf(exitUsage, "%q is one argument too many: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}

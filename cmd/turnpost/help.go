package main

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// addHelp adds cobra's own `turnpost help`, and makes it refuse unknown commands, which
// cobra answers with its usage and success.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			continue
		}
		show := cmd.Run
		cmd.Run, cmd.RunE = nil, func(cmd *cobra.Command, args []string) error { show(cmd, args); return nil }
		cmd.Args = func(_ *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil {
				return cli.WithStatus(cli.ExitUsage, err)
			}
			if found.HasSubCommands() { // the rest is not a subcommand
				return found.ValidateArgs(rest)
			}
			return nil
		}
	}
}

// The texts of the topics of `turnpost help`.
var (
	//go:embed letters.txt
	messagesText string
	//go:embed operating.txt
	operatingText string
	//go:embed providers.txt
	providersText string
	//go:embed configuration.txt
	configurationText string
)

// topics are the texts of `turnpost help TOPIC`. They have no Run, so cobra lists them
// apart from commands.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "configuration", Short: "Where the configuration is, and which variables replace it",
			Long: configurationText + "  " + strings.Join(config.Environment(), "\n  ")},
		{Use: "letters", Short: "The format of messages, for programs that play", Long: messagesText},
		{Use: "operating", Short: "How to run Turnpost for years", Long: operatingText},
		{Use: "providers", Short: "Settings for Gmail, Microsoft 365, Fastmail, Proton and your own server",
			Long: providersText},
	}
}

// addCompletion adds cobra's own `turnpost completion`. Cobra would add it only when the
// program runs, so the manual pages would lack it.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Short = "Print the completion script of a shell"
		group(cmd)
		for _, shell := range cmd.Commands() {
			shell.Args = arguments(0, 0)
		}
	}
}

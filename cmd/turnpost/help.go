package main

import (
	_ "embed"
	"fmt"
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

// The texts of the topics of `turnpost help`. A line "== NAME: Title" begins a page.
var (
	//go:embed configuration.txt
	configurationText string
	//go:embed messages.txt
	messagesText string
	//go:embed operating.txt
	operatingText string
	//go:embed providers.txt
	providersText string
)

// page is a part of a topic, for `turnpost help TOPIC NAME`.
type page struct{ name, title, text string }

// pages splits a text into its introduction and its pages.
func pages(text string) (intro string, found []page) {
	for i, part := range strings.Split("\n"+text, "\n== ") {
		head, rest, _ := strings.Cut(part, "\n")
		if i == 0 {
			intro = strings.TrimSpace(part)
			continue
		}
		name, title, _ := strings.Cut(head, ": ")
		found = append(found, page{name, title, strings.TrimRight(rest, "\n")})
	}
	return intro, found
}

// whole returns a text with its pages below headings, for manual pages.
func whole(text string) string {
	intro, found := pages(text)
	for _, p := range found {
		intro += "\n\n" + strings.ToUpper(p.title) + "\n" + p.text
	}
	return intro
}

// topic is a text of `turnpost help`: its table of contents, and its pages as subcommands. They have
// no Run, so cobra lists topics apart from commands.
func topic(name, short, text string) *cobra.Command {
	intro, found := pages(text)
	longest := 0
	for _, p := range found {
		longest = max(longest, len(p.name))
	}
	cmd := &cobra.Command{Use: name, Short: short}
	contents := ""
	for _, p := range found {
		contents += fmt.Sprintf("  turnpost help %s %-*s   %s\n", name, longest, p.name, p.title)
		cmd.AddCommand(&cobra.Command{Use: p.name, Short: p.title, Long: strings.ToUpper(p.title) + "\n" + p.text})
	}
	cmd.Long = strings.TrimSpace(intro + "\n\n" + contents)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("'turnpost help %s' lists them", name)
		for _, p := range found {
			if strings.HasPrefix(p.name, args[0]) || strings.HasPrefix(args[0], p.name) {
				hint = fmt.Sprintf("did you mean 'turnpost help %s %s'?", name, p.name)
				break
			}
		}
		return cli.Errorf(cli.ExitUsage, "there is no page %q about %s; %s", args[0], name, hint)
	}
	show := func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), cmd.Long) }
	cmd.SetHelpFunc(show) // without cobra's list of subcommands
	return cmd
}

// topicTexts are the topics and their whole texts.
var topicTexts = []struct{ name, short, text string }{
	{"configuration", "Where the configuration is, and which variables replace it",
		configurationText + "  " + strings.Join(config.Environment(), "\n  ")},
	{"messages", "The format of messages, for programs that play", messagesText},
	{"operating", "How to run Turnpost for years", operatingText},
	{"providers", "Settings for Gmail, Microsoft 365, Fastmail, Proton and your own server", providersText},
}

func topics() (commands []*cobra.Command) {
	for _, t := range topicTexts {
		commands = append(commands, topic(t.name, t.short, t.text))
	}
	return commands
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

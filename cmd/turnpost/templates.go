package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
	"turnpost/templates"
)

// templatesCommand is `turnpost templates` and its subcommands.
func templatesCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "templates",
		Short: "Preview the messages that players get, and check translations",
		Long:  "Preview the messages that players get, and check translations.",
	})
	cmd.AddCommand(previewCommand(a), templatesCheckCommand(a))
	return cmd
}

const previewLong = `Write messages of every kind into DIR; index.html there links to all of them. Each
message is an .eml file for mail programs and a complete .html file for browsers.

DIR/LANG/sample has a made-up message of each kind. DIR/LANG/GAME has the messages of a
real game from the challenge to the end.

  turnpost templates preview messages
  turnpost templates preview messages --lang fr --force`

// previewCommand is `turnpost templates preview`.
func previewCommand(a *app) *cobra.Command {
	var lang string
	var force bool
	cmd := &cobra.Command{
		Use:   "preview DIR",
		Short: "Write messages of every kind to files",
		Long:  previewLong,
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			langs := templates.Languages()
			if lang != "" {
				if !slices.Contains(langs, lang) {
					return cli.Errorf(cli.ExitUsage, "there is no language %q; there are %s", lang,
						strings.Join(langs, ", "))
				}
				langs = []string{lang}
			}
			if err := emptyFolder(args[0], force); err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			index, err := demo.WritePreview(ctx, args[0], langs, a.Games, a.Err)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s\n", index)
			return err
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "only write messages in this language: "+
		strings.Join(templates.Languages(), ", ")+" (default all)")
	cmd.Flags().BoolVar(&force, "force", false, "write into DIR even if it is not empty")
	return cmd
}

// emptyFolder makes a folder unless it exists, and refuses one with content unless forced.
func emptyFolder(dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cli.Errorf(cli.ExitUsage, "the folder for the messages: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return cli.Errorf(cli.ExitUsage, "the folder for the messages: %w", err)
	}
	if len(entries) > 0 && !force {
		return cli.Errorf(cli.ExitUsage, "%s is not empty; --force writes into it anyway", dir)
	}
	return nil
}

const templatesCheckLong = `Compare the message catalogue of LANG, or of every language, with the English one: which
texts are missing, which are never used, and which have other placeholders. It prints
one a line, with file and line; the exit status is 1 if there are any.

  turnpost templates check
  turnpost templates check de`

// templatesCheckCommand is `turnpost templates check`.
func templatesCheckCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check [LANG]",
		Short: "Find texts that a language lacks, or does not need",
		Long:  templatesCheckLong,
		Args:  arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			langs := templates.Languages()
			if len(args) == 1 {
				if !slices.Contains(langs, args[0]) {
					return cli.Errorf(cli.ExitUsage, "there is no language %q; there are %s", args[0],
						strings.Join(langs, ", "))
				}
				langs = args
			}
			total := 0
			for _, lang := range langs {
				faults, err := templates.Check(lang)
				if err != nil {
					return err
				}
				total += len(faults)
				for _, f := range faults {
					fmt.Fprintf(a.Out, "%s: %s\n", lang, f)
				}
				if len(faults) == 0 {
					fmt.Fprintf(a.Out, "%s: complete\n", lang)
				}
			}
			if total > 0 {
				return cli.Errorf(cli.ExitFailed, "%d texts need work", total)
			}
			return nil
		},
	}
}

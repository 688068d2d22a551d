package preview

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/templates"
)

const previewLong = `Write letters of every kind into DIR, so that they can be looked at: index.html
there leads to all of them. Each letter is an .eml file for mail programs and an
.html file for browsers, which stands alone.

DIR/LANG/sample has a made-up letter of each kind. DIR/LANG/GAME has the letters
of a real game, from the challenge to the end, as the desk writes them.

  turnpost templates preview letters
  turnpost templates preview letters --lang fr --force`

// previewCommand is `turnpost templates preview`.
func previewCommand(e cli.Env) *cobra.Command {
	var lang string
	var force bool
	cmd := &cobra.Command{
		Use:   "preview DIR",
		Short: "Write letters of every kind, to be looked at",
		Long:  previewLong,
		Args:  cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			langs := templates.Languages()
			if lang != "" {
				if !slices.Contains(langs, lang) {
					return exit.Errorf(exit.Usage, "there is no language %q; there are %s", lang, strings.Join(langs, ", "))
				}
				langs = []string{lang}
			}
			if err := emptyFolder(args[0], force); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			index, err := Write(ctx, args[0], langs, e.Games, e.Err)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(e.Out, "%s\n", index)
			return err
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "write letters in this language alone: "+strings.Join(templates.Languages(), ", ")+" (default: all)")
	cmd.Flags().BoolVar(&force, "force", false, "write into DIR even if there is something in it")
	return cmd
}

// emptyFolder makes a folder, or takes one that is there: an empty one, unless
// forced.
func emptyFolder(dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return exit.Errorf(exit.Usage, "the folder for the letters: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return exit.Errorf(exit.Usage, "the folder for the letters: %w", err)
	}
	if len(entries) > 0 && !force {
		return exit.Errorf(exit.Usage, "%s is not empty; --force writes into it all the same", dir)
	}
	return nil
}

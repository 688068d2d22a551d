package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/templates"
)

const checkLong = `Compare the words of letters in LANG, or in every language, with the English
ones: which messages are missing, which are never said, and which have other
placeholders. Each stands on a line of its own, with its file and line; the
status is 1 if there is any.

  turnpost templates check
  turnpost templates check de`

// checkCommand is `turnpost templates check`.
func checkCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "check [LANG]",
		Short: "Find messages that a language lacks, or has too many of",
		Long:  checkLong,
		Args:  cli.Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			langs := templates.Languages()
			if len(args) == 1 {
				if !slices.Contains(langs, args[0]) {
					return exit.Errorf(exit.Usage, "there is no language %q; there are %s", args[0], strings.Join(langs, ", "))
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
					fmt.Fprintf(e.Out, "%s: %s\n", lang, f)
				}
				if len(faults) == 0 {
					fmt.Fprintf(e.Out, "%s: complete\n", lang)
				}
			}
			if total > 0 {
				return exit.Errorf(exit.Failed, "%d messages are not as they should be", total)
			}
			return nil
		},
	}
}
